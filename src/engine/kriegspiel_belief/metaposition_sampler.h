// Draws full boards from a metaposition: each man on a square where it may be, in proportion to its weight. Only boards that
// agree with the last turn are kept. A metaposition does not know which men stand together; on these boards pins, blocks
// and mates are real.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_METAPOSITION_SAMPLER_H
#define NEBEL_KRIEGSPIEL_BELIEF_METAPOSITION_SAMPLER_H

#include "base/budget.h"
#include "engine/kriegspiel_belief/last_turn_sampler.h"
#include "engine/kriegspiel_belief/piece_weights.h"

enum {
    PLACEMENTS_MAX = 256,    // boards of one sampler
    PLACEMENT_ATTEMPTS = 20, // for each board that is wanted
};

typedef struct MetapositionSampler {
    uint32_t count;
    Position boards[PLACEMENTS_MAX]; // it is our turn on each
} MetapositionSampler;

// What boards are drawn from, and how long it may take.
typedef struct MetapositionSource {
    const Metaposition *meta;
    const PieceWeights *piece_weights;
    const LastTurnSampler *last_turn;
    const Meter *meter;  // NULL for no limit
    uint64_t reserve_us; // drawing stops when no more than this is left on the meter
} MetapositionSource;

// Draws `wanted` boards, at most PLACEMENTS_MAX; fewer if PLACEMENT_ATTEMPTS for each, or the time, are not enough.
void metaposition_sampler_draw(MetapositionSampler *sampler, uint32_t wanted,
                               const MetapositionSource *source, Rng *rng);

#endif
