// Two seats that try at random, and a pool of the first seat.
#include "engine/core/pool_games.h"

#include "base/rng.h"

#include <assert.h>

enum { SEAT = 0 }; // whose pool it is

struct PoolRandomGames {
    const BeliefModel *model;
    const Game *game;
    const Rules *rules;
    Memory memory;
    PoolPlan plan;
    Rng rng;
    Pool *pool;
    AnyTruth truth;
    AnyView views[2];
    Try *tries; // room for the game's tries_max
    bool is_over;
};

static void hear_both(PoolRandomGames *games, Try attempt, const Hearing to[2])
{
    void *const views[2] = {&games->views[0], &games->views[1]};
    game_hear_both(games->game, games->rules, views, attempt, to);
    games->is_over = to[SEAT].ending != 0;
}

// Seats a new game and a new pool.
static bool begin_game(PoolRandomGames *games)
{
    Hearing to[2];
    pool_destroy(games->pool);
    games->plan.seed = rng_next(&games->rng);
    games->pool = pool_create(&games->memory, games->model, games->rules, SEAT, &games->plan);
    if (!games->pool)
        return false;
    games->game->deal(games->rules, &games->truth, to);
    for (uint8_t seat = 0; seat < 2; seat++)
        games->game->sit(games->rules, seat, &games->views[seat]);
    hear_both(games, TRY_NONE, to);
    return pool_hear_all(games->pool, TRY_NONE, &to[SEAT]);
}

PoolRandomGames *pool_random_games_create(const Memory *memory, const BeliefModel *model,
                                          const Rules *rules, const PoolPlan *plan)
{
    PoolRandomGames *games = memory_resize(memory, NULL, sizeof *games);
    if (!games)
        return NULL;
    *games = (PoolRandomGames){.model = model,
                               .game = model->game,
                               .rules = rules,
                               .memory = *memory,
                               .plan = *plan,
                               .rng = rng_from_seed(plan->seed)};
    games->tries = memory_resize(memory, NULL, model->game->tries_max * sizeof(Try));
    if (games->tries && begin_game(games))
        return games;
    pool_random_games_destroy(games);
    return NULL;
}

void pool_random_games_destroy(PoolRandomGames *games)
{
    if (!games)
        return;
    const Memory memory = games->memory;
    pool_destroy(games->pool);
    memory_resize(&memory, games->tries, 0);
    memory_resize(&memory, games, 0);
}

bool pool_random_games_step(PoolRandomGames *games, PoolStep *step)
{
    const Game *game = games->game;
    if (games->is_over && !begin_game(games))
        return false;
    const uint64_t expanded = pool_counts(games->pool).expanded;
    const uint8_t mover = game->seat_to_move(&games->truth);
    const uint32_t count = game->tries(games->rules, &games->views[mover], games->tries);
    assert(count > 0 && count <= game->tries_max);
    const Try attempt = games->tries[rng_below(&games->rng, count)];
    Hearing to[2];
    game->judge(games->rules, &games->truth, attempt, to);
    hear_both(games, attempt, to);
    *step = (PoolStep){.before = pool_boards(games->pool)->count,
                       .is_reply = mover != SEAT && to[SEAT].event == HEARD_MOVE};
    if (to[SEAT].event &&
        !pool_hear_all(games->pool, mover == SEAT ? attempt : TRY_NONE, &to[SEAT]))
        return false;
    step->expanded = pool_counts(games->pool).expanded - expanded;
    return true;
}
