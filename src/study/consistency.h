// Do boards that agree with the last turn agree with the whole game? Parker, Nau and Subrahmanian (2005)
// suppose that they do more and more as a game goes on; while everything possible is known, one can look.
#ifndef NEBEL_STUDY_CONSISTENCY_H
#define NEBEL_STUDY_CONSISTENCY_H

#include "belief/boards.h"
#include "kriegspiel/belief/last_turn_sampler.h"

typedef struct Consistency {
    uint32_t drawn;  // last-observation boards; fewer than were asked for if none was found
    uint32_t inside; // those with the men of a board that is possible
} Consistency;

// Draws last-observation boards and looks for them in an exact set. Men alone are compared: whether the
// enemy may castle, or has just made a double step, a last-observation board does not say.
Consistency consistency_of(const LastTurnSampler *last_turn, const KriegspielView *view,
                           const Boards *exact, uint32_t draws, Rng *rng);

#endif
