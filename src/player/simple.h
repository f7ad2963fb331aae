// The simplest players, the ones every other is measured against.
#ifndef NEBEL_PLAYER_SIMPLE_H
#define NEBEL_PLAYER_SIMPLE_H

#include "player/player.h"

extern const PlayerKind random_player, capturer_player, negamax_player, go_random_player;

#endif
