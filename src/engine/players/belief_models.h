// The one table from a game to its BeliefModel, for callers that serve every game. Those that know their game name its
// model, and a game of tests passes its own.
#ifndef NEBEL_PLAYERS_BELIEF_MODELS_H
#define NEBEL_PLAYERS_BELIEF_MODELS_H

#include "engine/core/belief_model.h"

// Returns NULL if the game has none.
const BeliefModel *belief_model_of(const Game *game);

#endif
