// The points of a Go board, and sets of them.
//
// Points are numbered alike on every size: rows of twenty, each beginning with a point of the edge. So the neighbours
// of a point are always the same four steps away, and the right edge of a row is the left edge of the next. Sets leave
// the edge out: nineteen bits a row, so that the largest board fits six words.
#ifndef NEBEL_GO_POINT_H
#define NEBEL_GO_POINT_H

#include "base/bits.h"
#include "base/text.h"

#include <assert.h>

enum {
    GO_SIZE_MIN = 5,
    GO_SIZE_MAX = 19,
    GO_STRIDE = GO_SIZE_MAX + 1,
    GO_POINTS = GO_STRIDE * (GO_SIZE_MAX + 2) + 1, // the edge included
    GO_SPOTS = GO_SIZE_MAX * GO_SIZE_MAX,          // the edge left out
    GO_NONE = 0, // a point of the edge, where nothing is ever played
    GO_SET_WORDS = 6,
};

typedef uint16_t GoPoint;

// The colours of stones are numbered as the seats are, though Black begins.
typedef enum GoColor { GO_WHITE, GO_BLACK, GO_EMPTY, GO_EDGE } GoColor;

static inline GoColor go_other(GoColor color)
{
    assert(color < GO_EMPTY);
    return color == GO_BLACK ? GO_WHITE : GO_BLACK;
}

// Columns and rows count from 0, rows from the bottom.
static inline GoPoint go_point(unsigned column, unsigned row)
{
    assert(column < GO_SIZE_MAX && row < GO_SIZE_MAX);
    return (GoPoint)((row + 1) * GO_STRIDE + column + 1);
}

static inline unsigned go_column(GoPoint point)
{
    return point % GO_STRIDE - 1u;
}

static inline unsigned go_row(GoPoint point)
{
    return point / GO_STRIDE - 1u;
}

// The index of a point in a set (a spot), and back.
static inline unsigned go_spot(GoPoint point)
{
    assert(go_column(point) < GO_SIZE_MAX && go_row(point) < GO_SIZE_MAX);
    return go_row(point) * GO_SIZE_MAX + go_column(point);
}

static inline GoPoint go_point_at(unsigned spot)
{
    return go_point(spot % GO_SIZE_MAX, spot / GO_SIZE_MAX);
}

typedef struct GoSet {
    Bits words[GO_SET_WORDS];
} GoSet;

static inline bool go_set_has(const GoSet *set, unsigned spot)
{
    assert(spot < GO_SPOTS);
    return bits_has(set->words[spot / 64], spot % 64);
}

static inline void go_set_add(GoSet *set, unsigned spot)
{
    assert(spot < GO_SPOTS);
    set->words[spot / 64] |= bit(spot % 64);
}

static inline void go_set_drop(GoSet *set, unsigned spot)
{
    assert(spot < GO_SPOTS);
    set->words[spot / 64] &= ~bit(spot % 64);
}

static inline unsigned go_set_count(const GoSet *set)
{
    unsigned count = 0;
    for (unsigned i = 0; i < GO_SET_WORDS; i++)
        count += bits_count(set->words[i]);
    return count;
}

static inline bool go_set_is_empty(const GoSet *set)
{
    Bits any = 0;
    for (unsigned i = 0; i < GO_SET_WORDS; i++)
        any |= set->words[i];
    return !any;
}

// The first member at `spot` or after it; GO_SPOTS if there is none. All members of a set:
//     for (unsigned spot = 0; (spot = go_set_next(set, spot)) < GO_SPOTS; spot++)
static inline unsigned go_set_next(const GoSet *set, unsigned spot)
{
    for (unsigned word = spot / 64; word < GO_SET_WORDS; spot = ++word * 64) {
        const Bits rest = set->words[word] >> spot % 64;
        if (rest)
            return spot + bits_first(rest);
    }
    return GO_SPOTS;
}

static inline void go_set_subtract(GoSet *set, const GoSet *less)
{
    for (unsigned i = 0; i < GO_SET_WORDS; i++)
        set->words[i] &= ~less->words[i];
}

static inline void go_set_intersect(GoSet *set, const GoSet *other)
{
    for (unsigned i = 0; i < GO_SET_WORDS; i++)
        set->words[i] &= other->words[i];
}

static inline void go_set_unite(GoSet *set, const GoSet *more)
{
    for (unsigned i = 0; i < GO_SET_WORDS; i++)
        set->words[i] |= more->words[i];
}

// Points as people write them: a letter without i for the column, then the row from 1, as in `d4` and `t19`. Capital
// letters are read, too. GO_NONE for text that names no point of the largest board.
void go_point_to_text(GoPoint point, Text *text);
GoPoint go_point_from_text(Slice text);

#endif
