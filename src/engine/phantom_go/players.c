// What the players of Phantom Go share.
#include "engine/phantom_go/players.h"

#include <assert.h>

const char *const player__playout_words[] = {"light", "mogo", NULL};
const char *const player__refused_words[] = {"stone", "unknown", NULL};

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
    return (Choice){
        .kind = EVENT_TRY, .attempt = attempt, .nodes = nodes, .value = point ? value : 0.5};
}

const GoFlat *player__search_flat(Player *player, GoCrew *crew, const GoFlatPlan *plan,
                                  const Budget *budget, const Meter *meter, Choice *choice)
{
    const uint8_t seat = player->seating.seat;
    assert(plan->source.draw && meter->budget);
    double value;
    const GoFlat *flat =
        go_crew_run(crew, plan, player_nodes_max(budget, seat), meter, seat, &player->rng);
    const GoPoint best = go_flat_best(flat, &player->rng, &value);
    *choice = player__choice_at(best, flat->playouts, value);
    return flat;
}
