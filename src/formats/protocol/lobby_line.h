// The protocol of the lobby as lines: what a client says, and what a server tells it. docs/protocol/lobby.md is the law.
//
//     < nebel 1                               > guest
//     < you TOKEN quiet-bishop-417            > seek any 180000+2000 any kriegspiel
//     < seeking 5b0c3f6a91d27e48 any 180000+2000 kriegspiel(rules=icc,board=8x8)
//     < game SEATTOKEN white brave-stone-208
//
// Every line that a visitor of the lobby can receive is written by a function of this file or of formats/protocol/seat_line.h. Slices in what was
// read point into the line. Lines have no end of line: a frame holds one.
#ifndef NEBEL_PROTOCOL_LOBBY_LINE_H
#define NEBEL_PROTOCOL_LOBBY_LINE_H

#include "formats/protocol/seat_line.h"
#include "formats/records/game_journal.h"

enum {
    LOBBY_RATING_MAX = 9999,
    LOBBY_TOLD_MAX = 1024, // bytes of a line to a client
    LOBBY_NAME_MAX = 40,   // letters of a name, of a guest or a bot
};

// Which colour a seek wants for its guest. The first two are seats.
typedef enum LobbyColour { LOBBY_WHITE, LOBBY_BLACK, LOBBY_ANY, LOBBY_COLOUR_COUNT } LobbyColour;

// The ratings of an opponent, both ends included.
typedef struct LobbyRange {
    uint32_t low, high;
} LobbyRange;

// What a client says:

typedef enum LobbyVerb {
    LOBBY_GUEST,
    LOBBY_HELLO,
    LOBBY_WATCH,
    LOBBY_SEEK,
    LOBBY_LINK,
    LOBBY_UNSEEK,
    LOBBY_TAKE,
    LOBBY_LOOK,
    LOBBY_FOLLOW,
    LOBBY_GAMES,
    LOBBY_REMATCH,
    LOBBY_BOTS,
    LOBBY_CHALLENGE,
    LOBBY_VERB_COUNT
} LobbyVerb;

typedef struct LobbySaid {
    uint8_t verb;     // LobbyVerb
    uint8_t colour;   // LOBBY_SEEK, LOBBY_LINK, LOBBY_CHALLENGE: LobbyColour
    ClockRule clock;  //
    LobbyRange range; // LOBBY_SEEK
    bool is_rated;    // LOBBY_SEEK, LOBBY_CHALLENGE: the game is to move ratings
    Slice game;       // LOBBY_SEEK, LOBBY_LINK, LOBBY_CHALLENGE: a game string, not read yet
    Slice name;       // LOBBY_CHALLENGE: a bot's
    Slice token;      // LOBBY_HELLO: a guest's; LOBBY_REMATCH: a seat's
    uint64_t id;      // LOBBY_TAKE, LOBBY_LOOK, LOBBY_FOLLOW, LOBBY_UNSEEK; 0 for all
} LobbySaid;

// On error nothing is touched.
MUST_USE SeatLineError lobby_said_read(Slice line, LobbySaid *said);

// Reads a game string; false, with a message and `*opening` untouched, if it is none. The clock stays as it is.
MUST_USE bool lobby_game_read(Slice string, JournalGame *opening, Text *message);

// What a server says:

// A seek or a link as others see it.
typedef struct LobbyOffer {
    uint64_t id;
    const char *name;
    uint32_t rating;
    bool is_provisional; // the rating is marked as uncertain
    bool is_rated;       // the game is to move ratings
    uint8_t colour;      // LobbyColour
    ClockRule clock;
    const char *game;
} LobbyOffer;

void lobby_write_you(const char *token, const char *name, Text *text);
// `seek` and `look`: with name and rating. `seeking` and `link`: one's own.
void lobby_write_seek(const LobbyOffer *offer, Text *text);
void lobby_write_look(const LobbyOffer *offer, Text *text);
void lobby_write_seeking(const LobbyOffer *offer, Text *text);
void lobby_write_link(const LobbyOffer *offer, Text *text);
void lobby_write_gone(uint64_t id, Text *text);
void lobby_write_watching(Text *text);
void lobby_write_game(const char *token, uint8_t seat, const char *opponent, Text *text);
void lobby_write_games(Text *text);
void lobby_write_asked(const char *token, Text *text);
void lobby_write_rematch(const char *token, Text *text);
// A house bot as everybody sees it.
typedef struct LobbyBot {
    const char *name;
    bool is_free; // it takes a challenge now
    uint32_t rating;
    bool is_provisional;
    uint32_t level;    // of its game; 0 for a bot that is none of the levels
    const char *game;  // the name of its game
    const char *words; // for people
} LobbyBot;

void lobby_write_bot(const LobbyBot *bot, Text *text);
void lobby_write_bots(Text *text);
void lobby_write_error(LobbyVerb verb, const char *code, const char *reason, Text *text);

#endif
