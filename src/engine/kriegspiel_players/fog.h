// The strongest player of Kriegspiel here: docs/engines/fog.md.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_FOG_H
#define NEBEL_KRIEGSPIEL_PLAYER_FOG_H

#include "engine/core/player.h"
#include "engine/kriegspiel_search/one_step.h"

extern const PlayerKind fog_player;

// What a fog made of the turn for which it was asked last, for those who explain it. It points into the player and holds until the player hears
// something.
typedef struct FogThought {
    const OneStep *step; // no boards if it needed none: against a bare king
    const KriegspielBoard *const
        *boards; // those of the pool that were valued; none if they were guessed
    uint32_t board_count;
} FogThought;

FogThought fog_thought(const Player *player);

#endif
