// What fog thought, for those who explain it.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_FOG_H
#define NEBEL_KRIEGSPIEL_PLAYER_FOG_H

#include "engine/kriegspiel_players/players.h"
#include "engine/kriegspiel_search/one_step.h"

// What a fog made of the turn for which it was asked last. It points into the player and holds until the player hears
// something.
typedef struct FogThought {
    const OneStep *step; // no boards if it needed none: against a bare king
    const KriegspielBoard *const
        *boards; // those of the pool that were valued; none if they were guessed
    uint32_t board_count;
} FogThought;

FogThought fog_thought(const Player *player);

#endif
