// Players that search by densities and what the umpire is likely to say (Ciancarini and Favini 2010).
#ifndef NEBEL_PLAYER_MCTS_H
#define NEBEL_PLAYER_MCTS_H

#include "base/crew.h"
#include "player/player.h"

extern const PlayerKind mcts_a_player, mcts_b_player, mcts_c_player, mcts_bc_player;

// Says who does the work of this player, if it is one of the last three, when its option `threads` asks for more than one hand.
// Players may start no threads, so whoever creates them hands the way in; without it trees grow one after the other.
void mcts_set_crew(Player *player, const Crew *crew);

#endif
