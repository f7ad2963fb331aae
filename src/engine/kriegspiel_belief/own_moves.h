// What a seat knows of its own moves from its own men alone, for metapositions and densities.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_OWN_MOVES_H
#define NEBEL_KRIEGSPIEL_BELIEF_OWN_MOVES_H

#include "games/kriegspiel/judge.h"

#include <assert.h>

// The squares of the board without an own man.
static inline Bits own__free_squares(const OwnMen *own)
{
    return own_men_board(own)->squares & ~own->all;
}

static inline unsigned own__king_square(const OwnMen *own)
{
    assert(own->kind[KING]);
    return bits_first(own->kind[KING]);
}

// Whether a pawn's move captures.
static inline bool own__is_diagonal(Move move)
{
    return square_file(move_from(move)) != square_file(move_to(move));
}

// NULL if the move is no castling.
const Castle *own__castle_of(const OwnMen *own, Move move);

// The squares that must be empty for a move to be legal: those it passes, and the target of a pawn that goes straight.
Bits own__path_of(const OwnMen *own, Move move);

// Own men that stand next to their king in some direction, with no other own man between: an enemy may pin them.
Bits own__shields_of(const OwnMen *own);

// The squares from which a check of one of these kinds (bits of Hearing.checks) can come to `king` on an empty board.
Bits own__check_squares(const Board *board, unsigned king, uint8_t checks);

#endif
