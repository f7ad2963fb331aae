// Full boards drawn from a metaposition: where each of them may be, by its weight, in agreement with the last
// turn. A metaposition does not know who stands beside whom; these boards do, so on them pins, blocks and mates
// are what they are.
#ifndef NEBEL_BELIEF_PLACEMENT_H
#define NEBEL_BELIEF_PLACEMENT_H

#include "belief/observation.h"
#include "belief/shading.h"

enum { PLACEMENTS_MAX = 256, PLACEMENT_ATTEMPTS = 20 }; // for each that is wanted

typedef struct Placements {
    uint32_t count;
    Position boards[PLACEMENTS_MAX]; // it is our turn on each
} Placements;

// Draws `wanted` boards, at most PLACEMENTS_MAX, or as many as were found in PLACEMENT_ATTEMPTS for each.
void placements_draw(Placements *placements, uint32_t wanted, const Metaposition *meta,
                     const Shading *shading, const Observation *observation, Rng *rng);

#endif
