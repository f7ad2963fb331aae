// The player that thinks in metapositions (Ciancarini and Favini 2007).
#ifndef NEBEL_KRIEGSPIEL_PLAYER_META_H
#define NEBEL_KRIEGSPIEL_PLAYER_META_H

#include "engine/core/player.h"

extern const PlayerKind meta_player;

#endif
