// Two seats that try at random, and a pool that listens with the first.
#include "belief/random_games.h"

#include "base/rng.h"

enum { SEAT = 0 }; // whose pool it is

struct PoolWalk {
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
static bool begin_game(PoolWalk *walk)
{
    Hearing to[2];
    pool_destroy(walk->pool);
    walk->plan.seed = rng_next(&walk->rng);
    walk->pool = pool_create(&walk->memory, walk->game, walk->rules, SEAT, &walk->plan);
    if (!walk->pool)
        return false;
    walk->game->deal(walk->rules, walk->truth, to);
    for (uint8_t seat = 0; seat < 2; seat++) {
        walk->game->sit(walk->rules, seat, walk->views[seat]);
        walk->game->hear(walk->rules, walk->views[seat], TRY_NONE, &to[seat]);
    }
    walk->is_over = to[0].ending != 0;
    return pool_hear_all(walk->pool, TRY_NONE, &to[SEAT]);
}

PoolWalk *pool_walk_create(const Memory *memory, const Game *game, const Rules *rules,
                           const PoolPlan *plan)
{
    PoolWalk *walk = memory_resize(memory, NULL, sizeof *walk);
    if (!walk)
        return NULL;
    *walk = (PoolWalk){.game = game,
                       .rules = rules,
                       .memory = *memory,
                       .plan = *plan,
                       .rng = rng_from_seed(plan->seed)};
    walk->truth = memory_resize(memory, NULL, game->truth_bytes);
    walk->views[0] = memory_resize(memory, NULL, game->view_bytes);
    walk->views[1] = memory_resize(memory, NULL, game->view_bytes);
    walk->tries = memory_resize(memory, NULL, game->tries_max * sizeof(Try));
    if (walk->truth && walk->views[0] && walk->views[1] && walk->tries && begin_game(walk))
        return walk;
    pool_walk_destroy(walk);
    return NULL;
}

void pool_walk_destroy(PoolWalk *walk)
{
    if (!walk)
        return;
    const Memory memory = walk->memory;
    pool_destroy(walk->pool);
    memory_resize(&memory, walk->truth, 0);
    memory_resize(&memory, walk->views[0], 0);
    memory_resize(&memory, walk->views[1], 0);
    memory_resize(&memory, walk->tries, 0);
    memory_resize(&memory, walk, 0);
}

bool pool_walk_step(PoolWalk *walk, PoolStep *step)
{
    const Game *game = walk->game;
    if (walk->is_over && !begin_game(walk))
        return false;
    const uint64_t expanded = pool_counts(walk->pool).expanded;
    const uint8_t mover = game->seat_to_move(walk->truth);
    const uint32_t count = game->tries(walk->rules, walk->views[mover], walk->tries);
    const Try attempt = walk->tries[rng_below(&walk->rng, count)];
    Hearing to[2];
    game->judge(walk->rules, walk->truth, attempt, to);
    game->hear(walk->rules, walk->views[mover], attempt, &to[mover]);
    game->hear(walk->rules, walk->views[!mover], TRY_NONE, &to[!mover]);
    *step = (PoolStep){.before = pool_boards(walk->pool)->count,
                       .is_reply = mover != SEAT && to[SEAT].event == HEARD_MOVE};
    walk->is_over = to[SEAT].ending != 0;
    if (to[SEAT].event && !pool_hear_all(walk->pool, mover == SEAT ? attempt : TRY_NONE, &to[SEAT]))
        return false;
    step->expanded = pool_counts(walk->pool).expanded - expanded;
    return true;
}
