// Random games of which one seat keeps a pool: for measuring.
#ifndef NEBEL_BELIEF_RANDOM_GAMES_H
#define NEBEL_BELIEF_RANDOM_GAMES_H

#include "belief/pool.h"

typedef struct PoolRandomGames PoolRandomGames;

// What one step did.
typedef struct PoolStep {
    uint64_t expanded; // boards whose replies were looked through
    uint32_t before;   // boards in the pool before the step
    bool is_reply;     // the other seat did something
} PoolStep;

// NULL if there is no memory. The rules must outlive it.
PoolRandomGames *pool_random_games_create(const Memory *memory, const Game *game,
                                          const Rules *rules, const PoolPlan *plan);
void pool_random_games_destroy(PoolRandomGames *games); // accepts NULL

// One attempt of either seat, heard by the pool; after the end of a game the next begins. False if there is no memory.
MUST_USE bool pool_random_games_step(PoolRandomGames *games, PoolStep *step);

#endif
