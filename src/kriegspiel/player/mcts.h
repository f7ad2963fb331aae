// Players that search by densities and what the umpire is likely to say (Ciancarini and Favini 2010).
#ifndef NEBEL_KRIEGSPIEL_PLAYER_MCTS_H
#define NEBEL_KRIEGSPIEL_PLAYER_MCTS_H

#include "player/player.h"

extern const PlayerKind mcts_a_player, mcts_b_player, mcts_c_player, mcts_bc_player;

#endif
