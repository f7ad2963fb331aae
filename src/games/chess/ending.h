// How a game of chess ends by itself: mate, stalemate, dead material, fifty moves, repetition.
#ifndef NEBEL_CHESS_ENDING_H
#define NEBEL_CHESS_ENDING_H

#include "games/chess/position.h"

enum { QUIET_PLIES_MAX = 100 }; // fifty moves of each side

// Keys of the positions that can still come back: those since the last capture or pawn move. Fifty
// moves end the game before more than these are needed. A plain value, like the Position beside it.
typedef struct Past {
    uint32_t count;
    uint32_t spare; // always 0: no padding
    uint64_t keys[QUIET_PLIES_MAX + 1];
} Past;

// Notes a position that has arisen on the board.
void past_add(Past *past, const Position *position);
// Whether `position`, the one noted last, has now arisen three times.
bool past_is_threefold(const Past *past, const Position *position);

// No sequence of moves can mate, by material alone: bare kings, one knight, or bishops all
// on squares of one colour.
bool chess_is_dead(const Position *position);

#endif
