// What the other headers share: what is exported, the errors, and how text is handed over.
//
// The library has no global state, reads no clock, opens no file and writes to no stream. Different
// handles may be used by different threads at the same time; one handle by one thread at a time.
//
// - A function that makes a handle returns NULL if there is no memory. Enders accept NULL.
// - A function that returns a nebel_error and fails has changed nothing, neither the handle nor
//   what its other arguments point to.
// - Pointers are never NULL unless a comment says so; strings are UTF-8.
// - A function that takes `text` and `bytes` writes there as much as fits, terminated; there must
//   be room for one byte at least. It returns false if something had to be left out.
#ifndef NEBEL_BASE_H
#define NEBEL_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define NEBEL_API __attribute__((visibility("default")))
#define NEBEL_MUST_USE __attribute__((warn_unused_result))
#else
#define NEBEL_API
#define NEBEL_MUST_USE
#endif

#ifdef __cplusplus
extern "C" {
#endif

// A refused try is no error: it is news, and a hearing brings it. Errors are for callers who speak
// out of turn, and depend on nothing that a seat may not know.
typedef enum nebel_error {
    NEBEL_OK = 0,
    NEBEL_ERR_OVER = 1,     // the game has ended
    NEBEL_ERR_TURN = 2,     // it is the other seat's turn
    NEBEL_ERR_SEAT = 3,     // there is no such seat
    NEBEL_ERR_TRY = 4,      // the text is no try of this game
    NEBEL_ERR_OFFERED = 5,  // this seat has offered a draw since its last move
    NEBEL_ERR_NO_OFFER = 6, // there is no offer to answer
    NEBEL_ERR_TIME = 7,     // before what its seat heard last, or after the year 30000
    NEBEL_ERR_LINE = 8,     // the text is no hearing
    NEBEL_ERR_VIEW = 9,     // there is no such view, or the record does not hold it
    NEBEL_ERR_FORMAT = 10,  // there is no such format, or it does not hold the game
    NEBEL_ERR_TAG = 11,     // there is no such tag, or it cannot have that value
    NEBEL_ERR_MEMORY = 12,  // there is no memory
    NEBEL_ERR_HEARING = 13, // the seat cannot have heard this now
    NEBEL_ERR_MAN = 14,     // no man can be marked there, or there is no such square
    NEBEL_ERR_PAST = 15,    // the state was drawn from a belief, and its past is not known
    NEBEL_ERR_EMPTY = 16,   // the belief has no board
    NEBEL_ERR_GAME = 17,    // it is about another game, or the player does not play this one
    NEBEL_ERR_SITTING = 18  // the player sits in no game
} nebel_error;

// A sentence without its full stop, for any number; it lives for ever.
NEBEL_API const char *nebel_error_text(nebel_error error);

// The seats of a game; and, as third, the one who sees everything.
enum { NEBEL_WHITE = 0, NEBEL_BLACK = 1, NEBEL_UMPIRE = 2 };

// Room that holds any one text written here: a hearing, or the reason of a failure. In Phantom Go a hearing may name
// hundreds of stones; in the games on a chess board 256 bytes are enough.
enum { NEBEL_TEXT_BYTES = 2048 };

// Gives back a text that this library allocated; accepts NULL.
NEBEL_API void nebel_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
