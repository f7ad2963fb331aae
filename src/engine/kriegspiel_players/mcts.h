// The players of Ciancarini and Favini (2010): Monte Carlo tree search with densities and a model of the umpire's calls.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_MCTS_H
#define NEBEL_KRIEGSPIEL_PLAYER_MCTS_H

#include "engine/core/player.h"

extern const PlayerKind mcts_a_player, mcts_b_player, mcts_c_player, mcts_bc_player;

#endif
