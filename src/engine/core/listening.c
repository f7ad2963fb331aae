// Bringing a player's pool up to date.
#include "engine/core/listening.h"

#include <assert.h>

enum {
    EXPANSIONS_AT_ONCE = 200, // between two readings of the clock: less than half a millisecond
    WORK_DIVISOR = 2,         // a revival may use one part in so many of the time that is left
};

void listening_done(Listening *listening, const Player *player)
{
    pool_destroy(listening->pool);
    listening->pool = NULL;
    seat_log_done(&listening->unheard, &player->memory);
}

PlayerError listening_hear(Listening *listening, const Player *player, Try own,
                           const Hearing *heard)
{
    const Heard entry = {.own = own, .hearing = *heard};
    return seat_log_add(&listening->unheard, &player->memory, entry) ? PLAYER_OK
                                                                     : PLAYER_ERR_MEMORY;
}

static bool open_pool(Listening *listening, Player *player, const ListeningPlan *wanted)
{
    const Seating *seating = &player->seating;
    assert(!listening->pool && wanted->limit && wanted->model->game == seating->game);
    const PoolPlan plan = {.limit = wanted->limit,
                           .cut = wanted->cut,
                           .policy = wanted->policy,
                           .seed = rng_next(&player->rng)};
    listening->pool =
        pool_create(&player->memory, wanted->model, seating->rules, seating->seat, &plan);
    return listening->pool != NULL;
}

static bool work_on_revival(Pool *pool, uint64_t all_us, const Meter *meter)
{
    while (pool_is_reviving(pool) && meter_left_us(meter) > all_us / WORK_DIVISOR)
        if (!pool_work(pool, EXPANSIONS_AT_ONCE))
            return false;
    return true;
}

PlayerError listening_take_in(Listening *listening, Player *player, const ListeningPlan *plan,
                              const Meter *meter)
{
    const uint64_t all_us = meter_left_us(meter);
    if (!listening->pool && !open_pool(listening, player, plan))
        return PLAYER_ERR_MEMORY;
    pool_bound(listening->pool, plan->limit);
    for (uint32_t i = 0; i < listening->unheard.count; i++) {
        const Heard *heard = &listening->unheard.list[i];
        if (plan->learn)
            plan->learn(plan->context, pool_boards(listening->pool), &heard->hearing);
        if (!pool_hear(listening->pool, heard->own, &heard->hearing))
            return PLAYER_ERR_MEMORY;
    }
    listening->unheard.count = 0;
    return work_on_revival(listening->pool, all_us, meter) ? PLAYER_OK : PLAYER_ERR_MEMORY;
}
