// The inside of a Go board, for the hot loops of this module: how liberties are kept, and moves without legality checks.
#ifndef NEBEL_GO_INTERNAL_H
#define NEBEL_GO_INTERNAL_H

#include "games/go/board.h"

#include <assert.h>

#define GO__SIDE(point, i) ((unsigned)((int)(point) + go__sides[i]))

static const int go__sides[4] = {1, -1, GO_STRIDE, -GO_STRIDE};
static const int go__corners[4] = {GO_STRIDE + 1, GO_STRIDE - 1, -GO_STRIDE + 1, -GO_STRIDE - 1};

enum { GO__NEAR_BITS = 4, GO__NEAR_MASK = (1 << GO__NEAR_BITS) - 1 };

// One neighbour of a colour, and all bits of that colour.
#define GO__NEAR_ONE(color) (1u << GO__NEAR_BITS * (color))
#define GO__NEAR_ALL(color) ((unsigned)GO__NEAR_MASK << GO__NEAR_BITS * (color))

static inline unsigned go__near(const GoBoard *board, unsigned point, GoColor color)
{
    return board->near[point] >> GO__NEAR_BITS * color & GO__NEAR_MASK;
}

//
// At most 4 * 361 with repetition, each below 421: the count needs 11 bits, the sum 20, the squares 28.

enum { GO__SUM_SHIFT = 12, GO__SQUARES_SHIFT = 34, GO__COUNT_MASK = (1 << GO__SUM_SHIFT) - 1 };

static inline uint64_t go__liberty(unsigned point)
{
    const uint64_t p = point;
    return 1 + (p << GO__SUM_SHIFT) + (p * p << GO__SQUARES_SHIFT);
}

// Whether `point`, a neighbour of `stone`, is the last liberty of the stone's chain.
static inline bool go__is_last_liberty(const GoBoard *board, unsigned stone, unsigned point)
{
    const uint64_t liberties = board->liberties[board->chain[stone]];
    return liberties == (liberties & GO__COUNT_MASK) * go__liberty(point);
}

static inline void go__empties_put(GoBoard *board, unsigned at, GoPoint point)
{
    board->empties[at] = point;
    board->empty_index[point] = (uint16_t)at;
}

static inline void go__empties_add(GoBoard *board, unsigned point)
{
    go__empties_put(board, board->empty_count++, (GoPoint)point);
}

static inline void go__empties_drop(GoBoard *board, unsigned point)
{
    assert(board->empty_count && board->empties[board->empty_index[point]] == point);
    const GoPoint last = board->empties[--board->empty_count];
    go__empties_put(board, board->empty_index[point], last);
}

// The smaller of two chains becomes part of the larger.
static inline void go__merge(GoBoard *board, unsigned a, unsigned b)
{
    assert(a != b && board->color[a] == board->color[b]);
    const unsigned into = board->length[a] < board->length[b] ? b : a, from = into ^ a ^ b;
    unsigned stone = from;
    do {
        board->chain[stone] = (GoPoint)into;
        stone = board->next[stone];
    } while (stone != from);
    const GoPoint after = board->next[into];
    board->next[into] = board->next[from];
    board->next[from] = after;
    board->liberties[into] += board->liberties[from];
    board->length[into] = (uint16_t)(board->length[into] + board->length[from]);
}

// Puts a stone on an empty point and joins it to its own chains. Returns the sides, as bits, on which enemy chains lost
// their last liberty. Empty points and the edge belong to chain GO_NONE, whose liberties nobody reads: that is cheaper
// than testing for them.
static ALWAYS_INLINE unsigned go__occupy(GoBoard *board, GoColor color, unsigned point)
{
    assert(color < GO_EMPTY && board->color[point] == GO_EMPTY);
    const uint16_t change = (uint16_t)(GO__NEAR_ONE(color) - GO__NEAR_ONE(GO_EMPTY));
    const uint64_t lost = go__liberty(point);
    uint64_t gained = 0;
    unsigned own = 0, dead = 0;
    board->color[point] = (uint8_t)color;
    board->stones[color]++;
    go__empties_drop(board, point);
    for (unsigned i = 0; i < 4; i++) {
        const unsigned side = GO__SIDE(point, i), at_side = board->color[side];
        board->near[side] = (uint16_t)(board->near[side] + change);
        const uint64_t left = board->liberties[board->chain[side]] -= lost;
        gained += go__liberty(side) & -(uint64_t)(at_side == GO_EMPTY);
        own |= (unsigned)(at_side == color) << i;
        dead |= (unsigned)((left == 0) & (at_side == ((unsigned)color ^ 1))) << i;
    }
    board->chain[point] = board->next[point] = (GoPoint)point;
    board->liberties[point] = gained;
    board->length[point] = 1;
    for (; own; own &= own - 1) {
        const unsigned chain = board->chain[GO__SIDE(point, bits_first(own))];
        if (chain != board->chain[point])
            go__merge(board, chain, board->chain[point]);
    }
    return dead;
}

static ALWAYS_INLINE void go__vacate(GoBoard *board, GoColor color, unsigned point)
{
    assert(board->color[point] == color);
    const uint16_t change = (uint16_t)(GO__NEAR_ONE(GO_EMPTY) - GO__NEAR_ONE(color));
    const uint64_t gained = go__liberty(point);
    board->color[point] = GO_EMPTY;
    board->chain[point] = GO_NONE; // the stone it was named after may join another chain
    go__empties_add(board, point);
    for (unsigned i = 0; i < 4; i++) {
        const unsigned side = GO__SIDE(point, i);
        board->near[side] = (uint16_t)(board->near[side] + change);
        board->liberties[board->chain[side]] += gained;
    }
}

// Takes a chain off the board; returns its size.
static ALWAYS_INLINE unsigned go__take(GoBoard *board, GoColor color, unsigned first, bool is_keyed)
{
    unsigned count = 0, stone = first;
    do {
        const unsigned next = board->next[stone];
        go__vacate(board, color, stone);
        if (is_keyed)
            board->key ^= go_stone_key(color, stone);
        stone = next;
        count++;
    } while (stone != first);
    assert(count <= board->stones[color]);
    board->stones[color] = (uint16_t)(board->stones[color] - count);
    return count;
}

// A new stone without own and empty neighbours is a ko if it captures a single stone.
static inline bool go__may_be_ko(const GoBoard *board, GoColor us, unsigned point)
{
    return !(board->near[point] & (GO__NEAR_ALL(us) | GO__NEAR_ALL(GO_EMPTY)));
}

// A legal move of `us`, whose turn it is; returns how many stones it captured.
static ALWAYS_INLINE unsigned go__play(GoBoard *board, GoColor us, unsigned point, bool is_keyed)
{
    assert(board->to_move == us);
    const GoColor them = go_other(us);
    const bool may_be_ko = go__may_be_ko(board, us, point);
    unsigned taken = 0, dead = go__occupy(board, us, point), ko = GO_NONE;
    if (is_keyed)
        board->key ^= go_stone_key(us, point);
    for (; dead; dead &= dead - 1) {
        const unsigned side = GO__SIDE(point, bits_first(dead));
        taken += go__take(board, them, side, is_keyed);
        ko = side;
    }
    board->ko = (GoPoint)(taken == 1 && may_be_ko ? ko : GO_NONE);
    board->taken[us] = (uint16_t)(board->taken[us] + taken);
    board->to_move = (uint8_t)them;
    board->passes = 0;
    return taken;
}

// A point without an empty neighbour can be played only if it is the last liberty of an enemy chain, or if it is not
// that of an own chain beside it.
static ALWAYS_INLINE bool go__is_suicide(const GoBoard *board, GoColor us, unsigned point)
{
    if (go__near(board, point, GO_EMPTY))
        return false;
    bool is_saved = false;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned side = GO__SIDE(point, i), color = board->color[side];
        is_saved |= (color < GO_EMPTY) &
                    (go__is_last_liberty(board, side, point) == (color != (unsigned)us));
    }
    return !is_saved;
}

static ALWAYS_INLINE bool go__is_eye(const GoBoard *board, GoColor us, unsigned point)
{
    if (board->near[point] & (GO__NEAR_ALL(GO_EMPTY) | GO__NEAR_ALL(us ^ 1)))
        return false;
    unsigned enemies = 0, edges = 0;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned corner = board->color[(unsigned)((int)point + go__corners[i])];
        enemies += corner == ((unsigned)us ^ 1);
        edges |= corner == GO_EDGE;
    }
    return enemies + edges < 2;
}

#endif
