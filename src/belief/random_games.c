// Two seats that try at random, and a pool that listens with the first.
#include "belief/random_games.h"

#include "base/rng.h"

#include <assert.h>

enum { SEAT = 0 }; // whose pool it is

struct PoolRandomGames {
    const Game *game;
    const Rules *rules;
    Memory memory;
    PoolPlan plan;
    Rng rng;
    Pool *pool;
    void *truth, *views[2];
    Try *tries;
    bool is_over;
};

// Seats a new game and a new pool.
static bool begin_game(PoolRandomGames *random_games)
{
    Hearing to[2];
    pool_destroy(random_games->pool);
    random_games->plan.seed = rng_next(&random_games->rng);
    random_games->pool = pool_create(&random_games->memory, random_games->game, random_games->rules,
                                     SEAT, &random_games->plan);
    if (!random_games->pool)
        return false;
    random_games->game->deal(random_games->rules, random_games->truth, to);
    for (uint8_t seat = 0; seat < 2; seat++) {
        random_games->game->sit(random_games->rules, seat, random_games->views[seat]);
        random_games->game->hear(random_games->rules, random_games->views[seat], TRY_NONE,
                                 &to[seat]);
    }
    random_games->is_over = to[0].ending != 0;
    return pool_hear_all(random_games->pool, TRY_NONE, &to[SEAT]);
}

PoolRandomGames *pool_random_games_create(const Memory *memory, const Game *game,
                                          const Rules *rules, const PoolPlan *plan)
{
    PoolRandomGames *random_games = memory_resize(memory, NULL, sizeof *random_games);
    if (!random_games)
        return NULL;
    *random_games = (PoolRandomGames){.game = game,
                                      .rules = rules,
                                      .memory = *memory,
                                      .plan = *plan,
                                      .rng = rng_from_seed(plan->seed)};
    random_games->truth = memory_resize(memory, NULL, game->truth_bytes);
    random_games->views[0] = memory_resize(memory, NULL, game->view_bytes);
    random_games->views[1] = memory_resize(memory, NULL, game->view_bytes);
    random_games->tries = memory_resize(memory, NULL, game->tries_max * sizeof(Try));
    if (random_games->truth && random_games->views[0] && random_games->views[1] &&
        random_games->tries && begin_game(random_games))
        return random_games;
    pool_random_games_destroy(random_games);
    return NULL;
}

void pool_random_games_destroy(PoolRandomGames *random_games)
{
    if (!random_games)
        return;
    const Memory memory = random_games->memory;
    pool_destroy(random_games->pool);
    memory_resize(&memory, random_games->truth, 0);
    memory_resize(&memory, random_games->views[0], 0);
    memory_resize(&memory, random_games->views[1], 0);
    memory_resize(&memory, random_games->tries, 0);
    memory_resize(&memory, random_games, 0);
}

bool pool_random_games_step(PoolRandomGames *random_games, PoolStep *step)
{
    const Game *game = random_games->game;
    if (random_games->is_over && !begin_game(random_games))
        return false;
    const uint64_t expanded = pool_counts(random_games->pool).expanded;
    const uint8_t mover = game->seat_to_move(random_games->truth);
    const uint32_t count =
        game->tries(random_games->rules, random_games->views[mover], random_games->tries);
    assert(count > 0 && count <= game->tries_max);
    const Try attempt = random_games->tries[rng_below(&random_games->rng, count)];
    Hearing to[2];
    game->judge(random_games->rules, random_games->truth, attempt, to);
    game->hear(random_games->rules, random_games->views[mover], attempt, &to[mover]);
    game->hear(random_games->rules, random_games->views[!mover], TRY_NONE, &to[!mover]);
    *step = (PoolStep){.before = pool_boards(random_games->pool)->count,
                       .is_reply = mover != SEAT && to[SEAT].event == HEARD_MOVE};
    random_games->is_over = to[SEAT].ending != 0;
    if (to[SEAT].event &&
        !pool_hear_all(random_games->pool, mover == SEAT ? attempt : TRY_NONE, &to[SEAT]))
        return false;
    step->expanded = pool_counts(random_games->pool).expanded - expanded;
    return true;
}
