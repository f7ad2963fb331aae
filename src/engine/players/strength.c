// Goes through the ratings of a game's players.
#include "engine/players/strength.h"

#include "engine/players/strength_rows.h"

#include <string.h>

static const PlayerStrength strengths[] = {STRENGTH_ROWS{0}};

const PlayerStrength *roster_next_strength(const char *game, unsigned *at)
{
    while (strengths[*at].game && strcmp(strengths[*at].game, game) != 0)
        ++*at;
    return strengths[*at].game ? &strengths[(*at)++] : NULL;
}
