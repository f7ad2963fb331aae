// A simulation of method B (Ciancarini and Favini 2010): some moves by chance, each with what the imagined umpire says to it,
// and no board. It is worth the men that are left.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_SIMULATION_H
#define NEBEL_KRIEGSPIEL_SEARCH_SIMULATION_H

#include "kriegspiel/search/message.h"

// A turn, and the last try in it with what was said. What is believed after that is worked out only when another move
// follows. A plain value.
typedef struct Simulation {
    const CallModel *calls;
    BeliefState belief;
    Move move;
    Message message;
    float end; // what the message is worth if it ends the game
} Simulation;

// The first try, of a turn whose stakes are known, with its odds.
void simulation_begin(Simulation *game, const BeliefState *belief, const ReplyRisks *risks,
                      Move move, const TryOutcomes *outcomes, Rng *rng);

// So many moves, the first included, which is still to be made if it was refused; and then strings of captures to their end,
// of no more than so many.
void simulation_play(Simulation *game, unsigned moves, unsigned retakes, Rng *rng);

// What it has come to, in men.
float simulation_worth(const Simulation *game);

#endif
