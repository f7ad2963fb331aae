// The player against which all others are measured, in every game.
#ifndef NEBEL_PLAYER_RANDOM_H
#define NEBEL_PLAYER_RANDOM_H

#include "engine/core/player.h"

extern const PlayerKind random_player;

#endif
