// ISMCTS players (Foret 2019). They differ in how a leaf is valued.
#ifndef NEBEL_ISMCTS_PLAYERS_H
#define NEBEL_ISMCTS_PLAYERS_H

#include "engine/core/player.h"

extern const PlayerKind ismcts1_player, ismcts2_player;

#endif
