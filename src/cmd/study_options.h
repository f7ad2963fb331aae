// What `nebel belief` and `nebel analyse` share: which seat of which record is followed, and by how
// large a pool.
#ifndef NEBEL_CMD_STUDY_OPTIONS_H
#define NEBEL_CMD_STUDY_OPTIONS_H

#include "cmd/command.h"
#include "study/following.h"

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

// Reads the options and the game. Returns EXIT_FINE, or complains and returns what to exit with;
// ends with following_done only if it is fine.
MUST_USE int following_read(Following *following, const Given *given);

// Reads the options alone, without the game.
MUST_USE bool following_read_pool(const Given *given, PoolPlan *pool);

#endif
