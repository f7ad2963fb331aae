// The simplest players of chess boards.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_SIMPLE_H
#define NEBEL_KRIEGSPIEL_PLAYER_SIMPLE_H

#include "engine/core/player.h"

extern const PlayerKind capturer_player, negamax_player;

#endif
