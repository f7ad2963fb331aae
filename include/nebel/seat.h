// A seat: what one player knows of a game, from its own hearings alone. For programs that show a game to a player.
//
// Feed it everything that the seat hears, in order, and draw from it: the seat's men, what it can try, what was refused to it in
// this turn, what was taken, the hearings by turn, and the enemy men that the player believes in. A seat needs no umpire and no
// table; it may sit at the other end of a wire. It knows nothing but what it was told, so whatever is drawn from it is silent.
#ifndef NEBEL_SEAT_H
#define NEBEL_SEAT_H

#include <nebel/umpire.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nebel_seat nebel_seat;

// Sits down before the opening; `seat` is NEBEL_WHITE or NEBEL_BLACK, and for another number the result is NULL. The seats of a
// game must be destroyed before it.
NEBEL_API nebel_seat *nebel_seat_create(const nebel_game *game, int seat);
NEBEL_API void nebel_seat_destroy(nebel_seat *seat);

// Takes what the seat heard next, beginning with the opening. `own` is the seat's own try that this answers; NULL if it answers
// none. NEBEL_ERR_HEARING if the seat cannot have heard this now: an umpire does not say it after what was heard before.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_seat_hear(nebel_seat *seat, const char *own,
                                                     const nebel_hearing *hearing);

// --- The turn ----------------------------------------------------------------------------------

// Whether the game has ended, and whose turn it is: -1 before the opening and after the end.
NEBEL_API bool nebel_seat_is_over(const nebel_seat *seat);
NEBEL_API int nebel_seat_to_move(const nebel_seat *seat);
// Whether the other seat offers a draw that this one has not answered.
NEBEL_API bool nebel_seat_has_offer(const nebel_seat *seat);

// The functions below that take `room` return how many values there are, and write at most so many.

// What the seat can try now; none if it is not its turn. In no particular order.
NEBEL_API uint32_t nebel_seat_tries(const nebel_seat *seat, nebel_try *tries, uint32_t room);
// Its own tries that were refused in this turn, oldest first, each once.
NEBEL_API uint32_t nebel_seat_refusals(const nebel_seat *seat, nebel_try *tries, uint32_t room);

// --- The log -----------------------------------------------------------------------------------

// How many hearings there were; the umpire's words for one of them, and the own try that it answered ("" if none). False
// also if there is no such hearing; then both texts are empty.
NEBEL_API uint32_t nebel_seat_heard(const nebel_seat *seat);
NEBEL_API bool nebel_seat_words(const nebel_seat *seat, uint32_t index, nebel_try *own, char *text,
                                size_t bytes);

// A turn as the seat heard it: `count` hearings from `first` on. The last of them is the move, unless the turn is in progress.
typedef struct nebel_turn {
    uint32_t first, count;
    uint32_t number; // 1 for the first turn of each seat
    uint32_t seat;   // whose turn it was
} nebel_turn;

// All turns, oldest first; the last is the one in progress, which may have no hearings yet.
NEBEL_API uint32_t nebel_seat_turns(const nebel_seat *seat, nebel_turn *turns, uint32_t room);

// --- Men ---------------------------------------------------------------------------------------

// A man and where it is, as text: "nd5" for a knight on d5; in Go "d4" for a stone.
typedef struct nebel_man {
    char text[8];
} nebel_man;

// The men of `side` that the seat sees, by their squares: its own, and in open chess also the other's.
NEBEL_API uint32_t nebel_seat_men(const nebel_seat *seat, int side, nebel_man *men, uint32_t room);

// What `side` has taken, as far as this seat was told. Plain values.
typedef struct nebel_taken {
    uint32_t men;           // on a chess board, whatever their kind
    uint32_t pawns, pieces; // those of them whose kind was told
    uint32_t stones;        // in Go
} nebel_taken;
NEBEL_API nebel_taken nebel_seat_taken(const nebel_seat *seat, int side);

// --- Signs -------------------------------------------------------------------------------------

// What the seat heard that has a place on the board, as long as it matters.
enum {
    NEBEL_SIGN_REFUSED = 2,  // a try to come here was refused in this turn
    NEBEL_SIGN_CAPTURED = 4, // the last move captured here
    NEBEL_SIGN_CHECK = 8,    // the king in check, and where the man that gives the check can stand
    NEBEL_SIGN_PAWN = 16,    // a pawn here can capture, as was called
    NEBEL_SIGN_MOVED = 32,   // the last move that the seat knows left this square or came to it
    NEBEL_SIGN_DOUBT = 64    // in Go: an enemy stone may be here, since a try was refused once
};

typedef struct nebel_sign {
    char square[7];
    uint8_t signs; // some of the above, added
} nebel_sign;

// The squares that have signs, in their order.
NEBEL_API uint32_t nebel_seat_signs(const nebel_seat *seat, nebel_sign *signs, uint32_t room);

// --- Phantoms ----------------------------------------------------------------------------------

// Enemy men that the player believes in. They are notes of the player's: a hearing never adds one, and one that a hearing proves
// wrong vanishes.
NEBEL_API uint32_t nebel_seat_phantoms(const nebel_seat *seat, nebel_man *men, uint32_t room);
// Notes "nd5", in Go "d4". NEBEL_ERR_MAN if this is no man on a square of the board, if an own man stands there, or if nothing is
// hidden in this game.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_seat_mark(nebel_seat *seat, const char *man);
// Removes the note on a square, "d5", or with NULL all of them. NEBEL_ERR_MAN if there is no such square.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_seat_unmark(nebel_seat *seat, const char *square);

#ifdef __cplusplus
}
#endif

#endif
