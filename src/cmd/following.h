// What `nebel belief` and `nebel analyse` share: which seat of which record is followed, and by how
// large a pool.
#ifndef NEBEL_CMD_FOLLOWING_H
#define NEBEL_CMD_FOLLOWING_H

#include "belief/follow.h"
#include "belief/go_follow.h"
#include "cmd/command.h"
#include "wire/game_record.h"

// Options both have, by place in their rows; what is a command's own comes after them.
enum {
    FOLLOWING_SEAT,
    FOLLOWING_LIMIT,
    FOLLOWING_SEED,
    FOLLOWING_GAME,
    FOLLOWING_POLICY,
    FOLLOWING_OPTION_COUNT
};

// clang-format off
#define FOLLOWING_OPTIONS \
    [FOLLOWING_SEAT] = {"--seat", "WHO", "white, black, or a player's name in the record"}, \
    [FOLLOWING_LIMIT] = {"--limit", "N", "boards the pool may hold (default 20000)"}, \
    [FOLLOWING_SEED] = {"--seed", "N", "of all chance in it (default 1)"}, \
    [FOLLOWING_GAME] = {"--game", "N", "the Nth game of the file (default 1)"}, \
    [FOLLOWING_POLICY] = {"--policy", "NAME", "how the other is taken to play: uniform or capturer"}
// clang-format on

enum { LIMIT_MIN = 10, LIMIT_MAX = 1000000, LIMIT_USUAL = 20000, MOVES_MOST = 100000 };

// One game and what to follow of it.
typedef struct Following {
    GameRecord record;
    FollowPlan plan; // points into the record; of a game of Go the seat and the pool hold
} Following;

// Reads the options and the game. Returns EXIT_FINE, or complains and returns what to exit with;
// ends with following_done only if it is fine.
MUST_USE int following_read(Following *following, const Given *given);
void following_done(Following *following);

// Reads the options alone, without the game.
MUST_USE bool following_read_pool(const Given *given, PoolPlan *pool);

// Finds the seat that `who` names and makes the plan for a record that was read. Returns as above.
MUST_USE int following_plan(Following *following, const char *who, const PoolPlan *pool);

// Goes through the game, of Kriegspiel or of Go. Complains of an error.
MUST_USE int following_walk(const FollowPlan *plan, const FollowSink *sink);
MUST_USE int following_walk_go(const Following *following, const GoFollowSink *sink);

#endif
