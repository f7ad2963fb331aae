// What the players of Phantom Go share.
#include "phantom_go/player/players.h"

#include <assert.h>

bool player__plays_phantom_go(const Game *game)
{
    return game == &phantom_go_game;
}

GoSet player__candidates(Player *player)
{
    const uint32_t count = player_list_tries(player);
    GoSet set = {0};
    for (uint32_t i = 0; i < count; i++)
        if (player->tries[i] != PHANTOM_PASS)
            go_set_add(&set, player->tries[i] - 1u);
    return set;
}

Choice player__choice_at(GoPoint point, uint64_t nodes, double value)
{
    assert(value >= 0 && value <= 1);
    const Try attempt = point ? (Try)(go_spot(point) + 1) : PHANTOM_PASS;
    return (Choice){.kind = EVENT_TRY, .attempt = attempt, .nodes = nodes, .value = value};
}
