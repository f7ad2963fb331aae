// Inner games of a flat search, in which both sides search instead of playing at random.
//
// Nested (Cazenave 2009): both sides see the board. Each values every move by a playout, or by a nested game of the
// level below, and plays the best.
//
// Two-level (Buron 2013, after Furtak and Buro 2013): each side knows only what it would know in a real game: its own
// stones, how many the other has, and what was refused to it. It draws boards of its own and chooses by flat Monte
// Carlo. What was refused to the other side before the inner game is unknown to the searching side, so it is left out.
//
// Both functions fit GoFlatPlan.finish. If the budget is spent during an inner game, a light playout finishes it.
#ifndef NEBEL_PHANTOM_GO_SEARCH_NESTED_H
#define NEBEL_PHANTOM_GO_SEARCH_NESTED_H

#include "base/budget.h"
#include "engine/phantom_go/flat.h"
#include "engine/phantom_go/sampler.h"

typedef struct GoNest {
    const PhantomRules *rules;
    unsigned level; // nested: the level of the inner games, at least 1
    unsigned each;  // two-level: playouts for each candidate of an inner choice
    double amaf;    // two-level: the share of a candidate's own playouts in its value
    GoRefused refused;
    uint8_t seat;              // of the side that searches
    GoSet marked;              // points refused to it
    uint64_t nodes, nodes_max; // playouts so far, and at most
    Meter *meter;
    GoFlat *inner; // two-level: the search of an inner choice
    GoSampler sampler;
} GoNest;

// Counts a playout; and whether the budget is spent.
void go_nest_count(GoNest *nest);
bool go_nest_is_spent(const GoNest *nest);

// `context` is a GoNest.
unsigned go_nest_play_nested(void *context, GoBoard *board, Rng *rng, GoPoint *trace);
unsigned go_nest_play_two_level(void *context, GoBoard *board, Rng *rng, GoPoint *trace);

#endif
