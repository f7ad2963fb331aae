// Random games in which one seat keeps a pool, for benchmarks.
#ifndef NEBEL_BELIEF_RANDOM_GAMES_H
#define NEBEL_BELIEF_RANDOM_GAMES_H

#include "engine/core/pool.h"

typedef struct PoolRandomGames PoolRandomGames;

// What one step did.
typedef struct PoolStep {
    uint64_t expanded; // boards that were expanded
    uint32_t before;   // boards in the pool before the step
    bool is_reply;     // the other seat moved
} PoolStep;

// NULL if there is no memory. The rules must outlive it.
PoolRandomGames *pool_random_games_create(const Memory *memory, const BeliefModel *model,
                                          const Rules *rules, const PoolPlan *plan);
void pool_random_games_destroy(PoolRandomGames *games); // accepts NULL

// One try of the seat to move, heard by the pool. After a game the next begins. False if there is no memory.
MUST_USE bool pool_random_games_step(PoolRandomGames *games, PoolStep *step);

#endif
