// Full boards drawn from a metaposition: where each of them may be, by its weight, in agreement with the last
// turn. A metaposition does not know who stands beside whom; these boards do, so on them pins, blocks and mates
// are what they are.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_METAPOSITION_SAMPLER_H
#define NEBEL_KRIEGSPIEL_BELIEF_METAPOSITION_SAMPLER_H

#include "base/budget.h"
#include "kriegspiel/belief/last_turn_sampler.h"
#include "kriegspiel/belief/piece_weights.h"

enum { PLACEMENTS_MAX = 256, PLACEMENT_ATTEMPTS = 20 }; // for each that is wanted

typedef struct MetapositionSampler {
    uint32_t count;
    Position boards[PLACEMENTS_MAX]; // it is our turn on each
} MetapositionSampler;

// What boards are drawn from, and how long that may take.
typedef struct MetapositionSource {
    const Metaposition *meta;
    const PieceWeights *piece_weights;
    const LastTurnSampler *last_turn;
    const Meter *meter;  // NULL for as long as it takes
    uint64_t reserve_us; // of the meter: what must be left
} MetapositionSource;

// Draws `wanted` boards, at most PLACEMENTS_MAX, or as many as were found in PLACEMENT_ATTEMPTS for each and in time.
void metaposition_sampler_draw(MetapositionSampler *sampler, uint32_t wanted,
                               const MetapositionSource *source, Rng *rng);

#endif
