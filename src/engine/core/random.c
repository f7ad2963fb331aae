// random: any of its remaining tries, all equally likely (Foret 2019). Plays every game.
#include "engine/core/player.h"

static bool plays_all(const Game *game)
{
    (void)game;
    return true;
}

static PlayerError random_choose(Player *player, const Budget *budget, Choice *choice)
{
    (void)budget;
    *choice =
        (Choice){.kind = EVENT_TRY, .attempt = player_any_try(player), .nodes = 1, .value = 0.5};
    return PLAYER_OK;
}

const PlayerKind random_player = {
    .name = "random",
    .summary = "any try that is left, each as likely as another",
    .plays = plays_all,
    .choose = random_choose,
};
