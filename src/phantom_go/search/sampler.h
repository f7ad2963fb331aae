// Boards of Phantom Go as a seat can imagine them from what it knows for certain: its own stones, how many the enemy has,
// and which points were refused to it.
//
// The enemy's stones are as many as his completed turns, passes left out, and his handicap, less those that were taken. They go
// first to the marked points, the rest anywhere, one point as likely as another or by weight; never so that a chain is left without
// a liberty. (A set of stones in which every chain has one keeps that when a stone is left out, so it can be built stone
// by stone.) Nothing else of the past is looked at; the pool (belief/pool.h) does that, at its price.
#ifndef NEBEL_PHANTOM_GO_SEARCH_SAMPLER_H
#define NEBEL_PHANTOM_GO_SEARCH_SAMPLER_H

#include "base/rng.h"
#include "phantom_go/law/phantom_go.h"

typedef enum GoRefused {
    GO_REFUSED_STONE, // a refused point has a stone (Buron 2013)
    GO_REFUSED_UNKNOWN, // or would be suicide on the board drawn so far; of earlier turns nothing is kept
} GoRefused;

// The weight of an open point is the chance, of so many, that the point is taken when it is drawn.
enum { GO_SAMPLER_WEIGHT_ONE = 1 << 16 };

typedef struct GoSampler {
    GoBoard own; // the own stones alone, the seat to move
    GoColor them;
    uint16_t enemies;
    uint16_t sure_count, doubtful_count, open_count;
    bool is_weighted;
    GoPoint sure[GO_SPOTS];     // stones, if there are so many
    GoPoint doubtful[GO_SPOTS]; // stones, unless they are illegal without
    GoPoint open[GO_SPOTS];     // may be stones
    uint16_t
        weights[GO_SPOTS]; // of the open points: of 65536, how often one that was drawn is taken
} GoSampler;

void go_sampler_begin(GoSampler *sampler, const PhantomView *view, GoRefused refused);

// A sampler for someone who knows more than the view: which points have a stone for certain, and which have none. `weights`
// by spot, NULL if all points are alike; none may be 0.
void go_sampler_begin_knowing(GoSampler *sampler, const PhantomView *view, const GoSet *sure,
                              const GoSet *clear, const uint16_t *weights);

// Draws a board on which it is the seat's turn. Where there is no room for all the stones, there are fewer.
void go_sampler_draw(const GoSampler *sampler, Rng *rng, GoBoard *board);

// The same for a GoSource, whose context is a sampler.
void go_sampler_draw_from(const void *sampler, Rng *rng, GoBoard *board);

// A drawn board as a particle. Of what the enemy knows nothing is assumed.
void go_sampler_pack(const PhantomView *view, const GoBoard *board, PhantomBoard *packed);

#endif
