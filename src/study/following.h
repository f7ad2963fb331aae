// One seat of a recorded game, followed by a pool: what the studies of beliefs have in common.
#ifndef NEBEL_STUDY_FOLLOWING_H
#define NEBEL_STUDY_FOLLOWING_H

#include "cli/complain.h"
#include "study/go_pool_study.h"
#include "study/pool_study.h"
#include "wire/game_record.h"

// Boards a pool may hold, and moves of a game.
enum { LIMIT_MIN = 10, LIMIT_MAX = 1000000, LIMIT_USUAL = 20000, MOVES_MOST = 100000 };

// One game and what to follow of it.
typedef struct Following {
    GameRecord record;
    FollowPlan plan; // points into the record; of a game of Go the seat and the pool hold
} Following;

// Finds the seat that `who` names and makes the plan for a record that was read. Returns EXIT_FINE, or
// complains and returns what to exit with.
MUST_USE int following_plan(Following *following, const char *who, const PoolPlan *pool);
void following_done(Following *following);

// Goes through the game, of Kriegspiel or of Go. Complains of an error.
MUST_USE int following_walk(const FollowPlan *plan, const FollowSink *sink);
MUST_USE int following_walk_go(const Following *following, const GoFollowSink *sink);

#endif
