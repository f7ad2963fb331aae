// Boards of Phantom Go drawn from what a seat knows for certain: its own stones, the number of enemy stones, and the
// points that were refused to it.
//
// The enemy has as many stones as handicap and completed turns without passes, less those captured. They go first to
// the marked points, the rest anywhere, evenly or by weight, but never so that a chain is left without a liberty. (If
// every chain has a liberty, that stays true when a stone is removed, so every such board can be built stone by stone.)
// The rest of the past is ignored; a pool (engine/core/pool.h) uses it, but costs more.
#ifndef NEBEL_PHANTOM_GO_SEARCH_SAMPLER_H
#define NEBEL_PHANTOM_GO_SEARCH_SAMPLER_H

#include "base/rng.h"
#include "engine/phantom_go/belief_model.h"

typedef enum GoRefused {
    GO_REFUSED_STONE, // a point refused at any time has a stone (Buron 2013)
    GO_REFUSED_UNKNOWN, // a point refused this turn has a stone, unless it would be illegal without one
} GoRefused;

// A drawn point of weight w is taken with chance w / GO_SAMPLER_WEIGHT_ONE.
enum { GO_SAMPLER_WEIGHT_ONE = 1 << 16 };

typedef struct GoSampler {
    GoBoard own; // with the own stones only; the seat is to move
    GoColor them;
    uint16_t enemies;
    uint16_t sure_count, doubtful_count, open_count;
    bool is_weighted;
    GoPoint sure[GO_SPOTS];     // get stones first
    GoPoint doubtful[GO_SPOTS]; // get stones, unless they would be illegal without one
    GoPoint open[GO_SPOTS];     // may get stones
    uint16_t weights[GO_SPOTS]; // of the open points
} GoSampler;

void go_sampler_begin(GoSampler *sampler, const PhantomView *view, GoRefused refused);

// The same with points that surely have a stone (`sure`) and points that have none (`clear`). `weights` by spot, none
// of them 0; NULL if all points are equally likely.
void go_sampler_begin_knowing(GoSampler *sampler, const PhantomView *view, const GoSet *sure,
                              const GoSet *clear, const uint16_t *weights);

// Draws a board on which it is the seat's turn. If there is no room for all enemy stones, the board has fewer.
void go_sampler_draw(const GoSampler *sampler, Rng *rng, GoBoard *board);

// The same for a GoSource, whose context is a sampler.
void go_sampler_draw_from(const void *sampler, Rng *rng, GoBoard *board);

// A drawn board as a particle. What the enemy knows is left empty.
void go_sampler_pack(const PhantomView *view, const GoBoard *board, PhantomBoard *packed);

#endif
