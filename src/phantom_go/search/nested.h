// Games finished by players that search themselves, for a flat search on top of them.
//
// Nested (Cazenave 2009): on one board that both sides see, each in turn tries every move with a playout, or with a nested
// game of the level below, and makes the one that was best for it.
//
// Two-level (Buron 2013, after Furtak and Buro 2013): each in turn knows only what it would know: its own stones, how many
// the other has, and what was refused to it. It draws boards of its own and chooses by flat Monte Carlo. Of what the
// other side was refused before this game, the side that imagines it knows nothing, so the other starts without it.
//
// Both fit a GoFlatPlan's `finish`. When the budget is spent in the middle of such a game, a light playout ends it.
#ifndef NEBEL_PHANTOM_GO_SEARCH_NESTED_H
#define NEBEL_PHANTOM_GO_SEARCH_NESTED_H

#include "base/budget.h"
#include "phantom_go/search/flat.h"
#include "phantom_go/search/sampler.h"

typedef struct GoNest {
    const PhantomRules *rules;
    unsigned level; // of nested games, at least 1
    unsigned each;  // two-level: playouts for every candidate of an inner choice
    double amaf;    // the same: the share of a candidate's own playouts in its value
    GoRefused refused;
    uint8_t seat;              // of the side that imagines
    GoSet marked;              // refused to it
    uint64_t nodes, nodes_max; // playouts so far, and how many there may be
    Meter *meter;
    GoFlat *inner; // two-level: room for the choices
    GoSampler sampler;
} GoNest;

// Counts a playout, and whether none is left.
void go_nest_count(GoNest *nest);
bool go_nest_is_spent(const GoNest *nest);

// `context` is a GoNest.
unsigned go_nest_play_nested(void *context, GoBoard *board, Rng *rng, GoPoint *trace);
unsigned go_nest_play_two_level(void *context, GoBoard *board, Rng *rng, GoPoint *trace);

#endif
