// `random` of another build: always the first try of its list. Linked in place of src/engine/core/random.c, it makes a program whose games differ.
#include "engine/core/player.h"

static bool plays_all(const Game *game)
{
    (void)game;
    return true;
}

static PlayerError choose(Player *player, const Budget *budget, Choice *choice)
{
    (void)budget;
    (void)player_list_tries(player);
    *choice = (Choice){.kind = EVENT_TRY, .attempt = player->tries[0], .nodes = 1, .value = 0.5};
    return PLAYER_OK;
}

const PlayerKind random_player = {
    .name = "random",
    .summary = "the first try of its list",
    .plays = plays_all,
    .choose = choose,
};
