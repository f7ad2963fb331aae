// Repetition and dead material.
#include "games/chess/ending.h"

#include <assert.h>

void past_add(Past *past, const Position *position)
{
    assert(past->count <= COUNT_OF(past->keys));
    // A position from before a capture or a pawn move cannot come back. A game without the fifty-move
    // rule may outgrow the array, but it has no rule of repetition either: nobody asks past_is_threefold.
    if (position->quiet_plies == 0 || past->count == COUNT_OF(past->keys))
        past->count = 0;
    past->keys[past->count++] = position->key;
}

bool past_is_threefold(const Past *past, const Position *position)
{
    assert(past->count && past->keys[past->count - 1] == position->key);
    // Only every second position has the same side to move, and none comes back in two plies: the first
    // that can be the same is the fifth from the end.
    unsigned times = 1;
    for (uint32_t back = 5; back <= past->count; back += 2)
        times += past->keys[past->count - back] == position->key;
    return times >= 3;
}

bool chess_is_dead(const Position *position)
{
    const Bits *kind = position->kind;
    assert(bits_are_many(kind[KING]));
    if (kind[PAWN] | kind[ROOK] | kind[QUEEN])
        return false;
    if (kind[KNIGHT])
        return !kind[BISHOP] && !bits_are_many(kind[KNIGHT]);
    return !(kind[BISHOP] & DARK_SQUARES) || !(kind[BISHOP] & ~DARK_SQUARES);
}
