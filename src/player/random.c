// random: any of its remaining tries, each as likely as another (Foret 2019). Plays every game there is.
#include "player/random.h"

#include <assert.h>

static bool plays_all(const Game *game)
{
    (void)game;
    return true;
}

static PlayerError choose(Player *player, const Budget *budget, Choice *choice)
{
    (void)budget;
    const uint32_t count = player_list_tries(player);
    assert(count > 0);
    const Try attempt = player->tries[rng_below(&player->rng, count)];
    *choice = (Choice){.kind = EVENT_TRY, .attempt = attempt, .nodes = 1, .value = 0.5};
    return PLAYER_OK;
}

const PlayerKind random_player = {
    .name = "random",
    .summary = "any try that is left, each as likely as another",
    .plays = plays_all,
    .choose = choose,
};
