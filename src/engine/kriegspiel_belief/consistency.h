// Which share of the boards that agree with the last turn agrees with the whole game? Parker, Nau and Subrahmanian (2005) assume
// that it grows as a game goes on. While the set of possible boards is known exactly, the share can be measured.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_CONSISTENCY_H
#define NEBEL_KRIEGSPIEL_BELIEF_CONSISTENCY_H

#include "engine/core/boards.h"
#include "engine/kriegspiel_belief/last_turn_sampler.h"

typedef struct Consistency {
    uint32_t drawn;  // last-observation boards; fewer than asked for if some draws found none
    uint32_t inside; // those whose men are the men of a possible board
} Consistency;

// Draws last-observation boards and looks for them in an exact set. Compares only the men: a last-observation board does not say
// whether the enemy may castle or has just made a double step.
Consistency consistency_of(const LastTurnSampler *last_turn, const KriegspielView *view,
                           const Boards *exact, uint32_t draws, Rng *rng);

#endif
