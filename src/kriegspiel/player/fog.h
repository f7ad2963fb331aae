// The strongest player of Kriegspiel here: docs/engines/fog.md.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_FOG_H
#define NEBEL_KRIEGSPIEL_PLAYER_FOG_H

#include "player/player.h"

extern const PlayerKind fog_player;

#endif
