// The protocol of a seat at a server as lines: what a client says, and what a server tells it. docs/protocol/server.md is the law.
// Actions and hearings are those of the bot protocol, with numbers before them that make a retry harmless.
//
//     < nebel 1                               > join 1 TOKEN 0
//     < newgame kriegspiel(...) seat white seed 7 clock 180000+2000
//     < archive 5b0c3f6a91d27e48
//     < 1 0 180000 180000 hear opening own
//     < joined 1 350
//     > 1 1 try e2e4                          its number, and the number of what was heard last
//     < 2 1 182000 180000 hear played
//
// Every line that a seat can receive is written by a function of this file or of formats/protocol/bot.h, so that the test of silence can
// compare them all. Slices in what was read point into the line. Lines have no end of line: a frame holds one.
#ifndef NEBEL_PROTOCOL_SEAT_LINE_H
#define NEBEL_PROTOCOL_SEAT_LINE_H

#include "formats/protocol/bot.h"

enum {
    SEAT_PROTOCOL = 1,
    SEAT_SAID_MAX = 1024, // bytes of a line from a client
    SEAT_TOKEN_MAX = 64,
};

// What a client says:

typedef enum SeatSaidKind { SEAT_JOIN, SEAT_ACT } SeatSaidKind;

typedef struct SeatSaid {
    uint8_t kind; // SeatSaidKind
    uint8_t
        event; // SEAT_ACT: EVENT_TRY, EVENT_RESIGN, EVENT_OFFER, EVENT_ACCEPT, EVENT_DECLINE or EVENT_ABORT
    uint32_t version; // SEAT_JOIN: of the protocol, never 0
    uint32_t since;   // and what was heard before, 0 for nothing
    Slice token;
    uint32_t ref;   // SEAT_ACT: never 0
    uint32_t heard; // and the number of what was heard last
    Slice attempt;  // the text of a try
} SeatSaid;

typedef enum SeatLineError {
    SEAT_LINE_OK = 0,
    SEAT_LINE_ERR_LONG,
    SEAT_LINE_ERR_FORM, // it is none of these lines
    SEAT_LINE_ERR_COUNT
} SeatLineError;

// Letters, digits, - and _, as base64 for addresses has them: what a token can be.
bool seat_is_token(Slice token);

// On error nothing is touched.
MUST_USE SeatLineError seat_said_read(Slice line, SeatSaid *said);
void seat_said_write(const SeatSaid *said, Text *text);

// What a server says:

void seat_write_greeting(Text *text);
// By which number everybody can look at the game when it is over.
void seat_write_archive(uint64_t id, Text *text);
// A try of the seat's own, before what it heard of it is told again. `attempt` is its text.
void seat_write_did(uint32_t ref, Slice attempt, Text *text);
// Something the seat heard: its number, the number of the command that it answers or 0, both clocks.
void seat_write_hear(uint32_t sequence, uint32_t ref, const uint32_t clock_ms[2],
                     const Hearing *hearing, uint8_t seat, Text *text);
// The seat has been told everything up to `sequence`, and the clock of the seat to move has run so long since.
void seat_write_joined(uint32_t sequence, uint64_t elapsed_ms, Text *text);
// The command `ref` was not taken. The code is one word.
void seat_write_error(uint32_t ref, const char *code, const char *reason, Text *text);
// The server closes the connection.
void seat_write_quit(const char *code, const char *reason, Text *text);
// The clocks of all games stand still, and nothing is answered; and they run again.
void seat_write_pause(const char *code, const char *reason, Text *text);
void seat_write_resume(Text *text);

typedef enum SeatToldKind {
    SEAT_GREETING,
    SEAT_NEWGAME,
    SEAT_ARCHIVE,
    SEAT_DID,
    SEAT_HEAR,
    SEAT_JOINED,
    SEAT_ERROR,
    SEAT_QUIT,
    SEAT_PAUSE,
    SEAT_RESUME,
    SEAT_TOLD_COUNT
} SeatToldKind;

// A line of a server as its client reads it.
typedef struct SeatTold {
    uint8_t kind;         // SeatToldKind
    uint32_t version;     // SEAT_GREETING
    BotNewgame newgame;   // SEAT_NEWGAME
    uint64_t archive;     // SEAT_ARCHIVE
    uint32_t sequence;    // SEAT_HEAR, SEAT_JOINED
    uint32_t ref;         // SEAT_DID, SEAT_HEAR, SEAT_ERROR
    uint32_t clock_ms[2]; // SEAT_HEAR
    uint64_t elapsed_ms;  // SEAT_JOINED
    Slice text;           // SEAT_DID: a try; SEAT_HEAR: a hearing
    Slice code, reason;   // SEAT_ERROR, SEAT_QUIT, SEAT_PAUSE
} SeatTold;

// On error nothing is touched. A line that begins as none of these is SEAT_LINE_ERR_FORM.
MUST_USE SeatLineError seat_told_read(Slice line, SeatTold *told);

#endif
