// What one seat receives from the umpire: the only thing that ever leaves the truth for a player.
//
// A Hearing is a plain value without padding in which everything unsaid is zero: two hearings sound
// the same if and only if their bytes are equal. What the umpire says aloud reaches both seats as
// equal bytes. The struct serves every game; a game uses the fields it has a meaning for.
#ifndef NEBEL_GAME_HEARING_H
#define NEBEL_GAME_HEARING_H

#include "base/base.h"

#include <assert.h>

// A try: what a seat sends. Each game gives its tries codes of its own; 0 is never one.
typedef uint16_t Try;
enum { TRY_NONE = 0 };

typedef enum HearingEvent {
    HEARD_NOTHING = 0,
    HEARD_OPENING, // the game begins; `seat` has the first turn
    HEARD_REFUSAL, // `seat` tried something and was refused, with `verdict`
    HEARD_MOVE,    // `seat` played, and the turn passed
    HEARD_ANSWER,  // `seat` asked, and `count` answers: 1 yes, 0 no
    HEARD_OFFER,   // `seat` offers a draw
    HEARD_DECLINE, // `seat` turns the other's offer down
    HEARD_END,     // nothing but that the game is over
} HearingEvent;

typedef enum Verdict {
    VERDICT_NONE = 0,
    VERDICT_PLAYED,     // the move stands and the turn passes
    VERDICT_ILLEGAL,    // the hidden men forbid it; the same seat tries again
    VERDICT_IMPOSSIBLE, // the seat could have ruled it out itself; nothing is learnt
    VERDICT_ANSWERED,   // it was a question
} Verdict;

typedef enum Captured {
    CAPTURED_NOTHING = 0,
    CAPTURED_MAN, // kind not told
    CAPTURED_PAWN,
    CAPTURED_PIECE,
} Captured;

// Bits of Hearing.checks, in the order in which they are called.
enum {
    CHECK_RANK = 1,
    CHECK_FILE = 2,
    CHECK_LONG = 4,
    CHECK_SHORT = 8,
    CHECK_KNIGHT = 16,
    CHECK_PLAIN = 32, // a check whose kind is not told
};

// The same byte in Go, where no king is checked.
enum {
    CALL_ATARI = 64, // the move left an enemy chain one liberty
    CALL_PASS = 128, // the move was a pass
};

// Why a try was refused, in a game that tells; Hearing.reason.
typedef enum Reason { REASON_NONE = 0, REASON_STONE, REASON_SUICIDE, REASON_REPETITION } Reason;

// In every game: so many refused attempts in one turn lose, so many plies end it.
enum { ATTEMPTS_MAX = 512, PLIES_MAX = 2000 };

// Endings by the law of a game.
typedef enum Ending {
    ENDING_NONE = 0,
    ENDING_MATE,
    ENDING_STALEMATE,
    ENDING_DEAD,
    ENDING_FIFTY,
    ENDING_REPETITION,
    ENDING_LENGTH,
    ENDING_ATTEMPTS,
    ENDING_PASSES, // both seats passed, and what is there is counted
    ENDING_COUNT
} Ending;

// Whether a board without a past cannot know of an ending.
static inline bool ending_needs_past(uint8_t ending)
{
    return ending == ENDING_REPETITION || ending == ENDING_LENGTH || ending == ENDING_ATTEMPTS;
}

// Endings that the table decides, not the game.
enum {
    ENDING_RESIGNED = 128, // `seat` gave up
    ENDING_AGREED,         // `seat` took the other's offer of a draw
    ENDING_FLAG,           // the time of `seat` ran out
    ENDING_FORFEIT,        // `seat` failed to play on: it crashed, or broke the rules of conduct
    ENDING_ABORTED,        // the game was called off for `seat`; it has no result, not even a draw
    ENDING_TABLE_END       // one more than the last of these
};

// Hearing.winner.
enum { WINNER_NONE = 0, WINNER_FIRST = 1, WINNER_SECOND = 2, WINNER_COUNT };

static inline uint8_t winner_is(uint8_t seat)
{
    assert(seat < 2);
    return seat ? WINNER_SECOND : WINNER_FIRST;
}

typedef struct Hearing {
    uint8_t event, verdict, seat;
    uint8_t ending; // ENDING_NONE while the game goes on
    uint8_t winner; // once it is over; WINNER_NONE for a draw and for a game without a result
    uint8_t captured;
    uint8_t capture_at; // one more than the square's number, or 0
    uint8_t passant_at; // the same, where a capture is called en passant: its landing square
    uint8_t checks, count, promoted;
    uint8_t reason;
    Try played;         // the move itself, in a game that hides nothing; else TRY_NONE
    uint16_t stones;    // taken by the move, in Go
    uint64_t points[6]; // squares said aloud; in Go the stones taken, as a GoSet
} Hearing;
_Static_assert(sizeof(Hearing) == 64, "a hearing has no padding");

// Whether it answers a try of `seat`. A try that comes after the flag has fallen gets no verdict, but HEARD_END.
static inline bool hearing_answers(const Hearing *hearing, uint8_t seat)
{
    return hearing->seat == seat &&
           (hearing->event == HEARD_REFUSAL || hearing->event == HEARD_MOVE ||
            hearing->event == HEARD_ANSWER);
}

// The try that `listener` notes beside a hearing: `attempt` if the hearing answers a try of its own, else TRY_NONE.
static inline Try hearing_own(const Hearing *hearing, uint8_t listener, Try attempt)
{
    return hearing_answers(hearing, listener) ? attempt : TRY_NONE;
}

#endif
