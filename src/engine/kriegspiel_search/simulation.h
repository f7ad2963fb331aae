// A simulation of method B (Ciancarini and Favini 2010): some random moves, each answered by the call model, and no board.
// It is worth the men that are left.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_SIMULATION_H
#define NEBEL_KRIEGSPIEL_SEARCH_SIMULATION_H

#include "engine/kriegspiel_search/message.h"

// A turn, and the last try in it with its message. What is believed after that is computed only when another move follows.
// A plain value.
typedef struct Simulation {
    const CallModel *calls;
    BeliefState belief;
    Move move;
    Message message;
    float end; // the worth of the message if it ends the game
} Simulation;

// Begins with a first try in a turn whose risks are known, and draws its message.
void simulation_begin(Simulation *game, const BeliefState *belief, const ReplyRisks *risks,
                      Move move, const TryOutcomes *outcomes, Rng *rng);

// Plays on until `moves` moves are made, the first included; it is still to be made if its try was refused. Then takes back
// at most `retakes` times while the reply has taken a man.
void simulation_play(Simulation *game, unsigned moves, unsigned retakes, Rng *rng);

// The worth of its end, in men.
float simulation_worth(const Simulation *game);

#endif
