// How strong players are: their ratings on the ladders that have been played, as src/engine/players/strengths.txt has them. `nebel lab
// report` writes that file.
#ifndef NEBEL_ROSTER_STRENGTH_H
#define NEBEL_ROSTER_STRENGTH_H

#include "base/text.h"

typedef struct PlayerStrength {
    const char *game, *player;
    int elo, low, high; // from the mean of the ladder's players, with the ends of the 95 % interval
} PlayerStrength;

// The players of a game's ladders, the strongest of each first. `*at` is where to go on, 0 at the beginning; NULL after the last.
const PlayerStrength *roster_next_strength(const char *game, unsigned *at);

#endif
