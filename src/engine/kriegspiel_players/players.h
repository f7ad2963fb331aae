// The players of Kriegspiel.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_PLAYERS_H
#define NEBEL_KRIEGSPIEL_PLAYER_PLAYERS_H

#include "engine/core/player.h"

// The simplest; negamax plays open chess alone.
extern const PlayerKind capturer_player, negamax_player;

// They sample boards and ask an evaluator what each try is worth on them (sampling.h).
extern const PlayerKind los_player, aos_player, aosp_player, hs_player, pimc_player;

// It thinks in metapositions (Ciancarini and Favini 2007).
extern const PlayerKind meta_player;

// Monte Carlo tree search with densities and a model of the umpire's calls (Ciancarini and Favini 2010).
extern const PlayerKind mcts_a_player, mcts_b_player, mcts_c_player, mcts_bc_player;

// The strongest: docs/engines/fog.md.
extern const PlayerKind fog_player;

#endif
