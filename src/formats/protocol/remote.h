// What a client of a server holds of its seat: the game, what was heard by number, the clocks, and the own action that has no answer
// yet. docs/protocol/server.md is the law.
//
// Pure: no sockets and no clock. Lines of the server go in, lines for it come out, and the owner connects, waits and draws. So
// a program and a web page can use the same. A server may be wrong or lie: what the seat cannot have heard is refused.
//
//     remote_begin(&remote);                        a connection is open
//     remote_take(&remote, "nebel 1", now, &say)    `say` is the join
//     ...                                           REMOTE_BEGUN, REMOTE_HEARD, REMOTE_JOINED
//     remote_act(&remote, EVENT_TRY, e2e4, &say)    `say` is the action, with its numbers
//     remote_lose(&remote)                          the connection is lost; the next one begins as the first did
#ifndef NEBEL_PROTOCOL_REMOTE_H
#define NEBEL_PROTOCOL_REMOTE_H

#include "formats/protocol/seat_line.h"
#include "games/seat/seat.h"

typedef enum RemoteState {
    REMOTE_AWAY,    // there is no connection, or nobody has joined by it
    REMOTE_JOINING, // the server tells what the seat has not heard
    REMOTE_SEATED,
} RemoteState;

enum { REMOTE_CODE_MAX = 16, REMOTE_REASON_MAX = 160 };

typedef struct Remote {
    Memory memory;
    // The game, as `newgame` tells it; NULL before.
    const Game *game;
    AnyRules rules;
    ClockRule clock;
    uint64_t seed; // for a bot's chance
    uint64_t
        archive; // by which everybody can look at the game when it is over; 0 if the server did not say
    Seat seat; // what it knows
    // What was heard last.
    uint64_t clock_at_ms; // when the clocks showed `clock_ms`
    uint64_t paused_ms;   // since when the server has stopped all clocks; 0 while they run
    uint32_t clock_ms[2];
    uint32_t heard; // its number, 0 for nothing
    // Own actions.
    uint32_t ref;   // the largest number of one
    uint32_t step;  // from there to the next
    uint32_t since; // what was heard when the open one was sent
    Try attempt;    // the try of the open one
    Try did;        // the try that the next answer is for, as the server tells it
    bool is_open;   // the last one has no answer
    uint8_t kind;   // EventKind of the open one
    uint8_t state;  // RemoteState
    char token[SEAT_TOKEN_MAX + 1];
    // Why an action was not taken, or why the server closes: a word and a sentence.
    char code[REMOTE_CODE_MAX], reason[REMOTE_REASON_MAX];
} Remote;

// False if it is no token of a seat. The seat owns memory until remote_done. `chance` is a random number: an action of this seat may be on
// its way from before the program was started, and no new one may have the same number.
MUST_USE bool remote_init(Remote *remote, const Memory *memory, Slice token, uint64_t chance);
void remote_done(Remote *remote);

// A connection is open; it is lost.
void remote_begin(Remote *remote);
void remote_lose(Remote *remote);

typedef enum RemoteNews {
    REMOTE_NOTHING,
    REMOTE_BEGUN,    // the game is known for the first time
    REMOTE_HEARD,    // the last entry of seat.log is new
    REMOTE_JOINED,   // all that was missed has been told
    REMOTE_BUSY,     // the open action is to be sent again in a moment, by remote_repeat
    REMOTE_PAUSED,   // the server has stopped the clocks; `code` and `reason`
    REMOTE_RESUMED,  // they run again
    REMOTE_REJECTED, // the open action was not taken; `code` and `reason`
    REMOTE_QUIT,     // the server closes the connection; `code` and `reason`
    REMOTE_AGAIN, // it answers a try of this seat from before the program was started: a new connection is told which
    REMOTE_FAULT, // this is no server of this game, or it speaks another language; `reason`
} RemoteNews;

// Takes a line of the server, and adds the line to send, if there is one.
MUST_USE RemoteNews remote_take(Remote *remote, Slice line, uint64_t now_ms, Text *say);

// What the owner of the connection is to do after some news.
typedef enum RemoteNext {
    REMOTE_STAY,
    REMOTE_SEND_AGAIN, // the open action, by remote_repeat, after REMOTE_BUSY_MS
    REMOTE_COME_BACK,  // close the connection, and open another
    REMOTE_LEAVE,      // the game is over, and everything was heard
    REMOTE_GIVE_UP,    // to come back would not help; `code` and `reason`
} RemoteNext;
enum { REMOTE_BUSY_MS = 250 };
RemoteNext remote_next(const Remote *remote, RemoteNews news);

// Returns whether the seat may send an action: it sits, and has no open one.
bool remote_can_act(const Remote *remote);
// Sends an action. Until it is answered or rejected it is the open one, which is sent again after each join.
void remote_act(Remote *remote, EventKind kind, Try attempt, Text *say);
void remote_repeat(const Remote *remote, Text *say);

// The time that a seat has left, in a game with clocks.
uint32_t remote_clock_ms(const Remote *remote, uint8_t seat, uint64_t now_ms);

// Returns whether it is of use to come back after a `quit`.
bool remote_may_return(const Remote *remote);
// How long to wait before the next connection, after so many that failed: longer each time, and by chance, so that clients of a
// server that was away do not come all at once.
uint32_t remote_wait_ms(unsigned failures, uint64_t chance);

#endif
