// Players of Phantom Go.
#ifndef NEBEL_PLAYER_GO_H
#define NEBEL_PLAYER_GO_H

#include "player/player.h"
#include "umpire/phantom_go.h"

extern const PlayerKind go_flat_player, go_mcts_player, go_nested_player, go_two_level_player,
    go_hybrid_player, go_best_player;

// --- For this room ---------------------------------------------------------------------------------

bool player__plays_phantom_go(const Game *game);

// The points that the seat can still try, as a set.
GoSet player__candidates(Player *player);

// A point, or a pass for GO_NONE, as a choice.
Choice player__choice_at(GoPoint point, uint64_t nodes, double value);

#endif
