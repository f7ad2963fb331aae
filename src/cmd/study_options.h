// What `nebel belief` and `nebel analyse` share: which seat of which record is studied, and with how large a pool.
#ifndef NEBEL_CMD_STUDY_OPTIONS_H
#define NEBEL_CMD_STUDY_OPTIONS_H

#include "cmd/command.h"
#include "lab/study/records.h"

// The shared options, by index in the rows; a command's own options come after them.
enum {
    STUDY_OPTION_SEAT,
    STUDY_OPTION_LIMIT,
    STUDY_OPTION_SEED,
    STUDY_OPTION_GAME,
    STUDY_OPTION_POLICY,
    STUDY_OPTION_COUNT
};

// clang-format off
#define STUDY_OPTIONS \
    [STUDY_OPTION_SEAT] = {"--seat", "WHO", "white, black, or a player's name in the record"}, \
    [STUDY_OPTION_LIMIT] = {"--limit", "N", "boards the pool may hold (default 20000)"}, \
    [STUDY_OPTION_SEED] = {"--seed", "N", "seed of all random choices (default 1)"}, \
    [STUDY_OPTION_GAME] = {"--game", "N", "the Nth game of the file (default 1)"}, \
    [STUDY_OPTION_POLICY] = {"--policy", "NAME", "how the opponent is assumed to play: uniform, capturer, mcts, pimc, meta or hs"}
// clang-format on

// Reads the options and the game. Returns EXIT_FINE, or complains and returns what to exit with. Call record_study_done only
// after EXIT_FINE.
MUST_USE int record_study_read(RecordStudy *study, const Given *given);

// Reads only the options.
MUST_USE bool record_study_read_pool(const Given *given, PoolPlan *pool);

#endif
