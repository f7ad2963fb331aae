// Players that search a tree of what their seat may hear (Foret 2019). They differ in what a leaf
// is worth.
#ifndef NEBEL_ISMCTS_PLAYERS_H
#define NEBEL_ISMCTS_PLAYERS_H

#include "player/player.h"

extern const PlayerKind ismcts1_player, ismcts2_player;

#endif
