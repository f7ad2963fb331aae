// One seat of a recorded game, followed by a pool: what the studies of beliefs have in common.
#ifndef NEBEL_STUDY_RECORD_STUDY_H
#define NEBEL_STUDY_RECORD_STUDY_H

#include "cli/complain.h"
#include "study/study.h"
#include "wire/game_record.h"

// Boards a pool may hold, and moves of a game.
enum { LIMIT_MIN = 10, LIMIT_MAX = 1000000, LIMIT_DEFAULT = 20000, MOVE_NUMBER_MAX = 100000 };

// One game and what to follow of it.
typedef struct RecordStudy {
    GameRecord record;
    StudyPlan plan; // points into the record
} RecordStudy;

// Finds the seat that `who` names and makes the plan for a record that was read. Returns EXIT_FINE, or
// complains and returns what to exit with.
MUST_USE int record_study_plan(RecordStudy *study, const char *who, const PoolPlan *pool);
void record_study_done(RecordStudy *study);

// What to exit with after a study: EXIT_FINE, or complains of the error.
MUST_USE int record_study_status(StudyError error);

// Complains that a game has no such turn: none of the seat at all, or none at move `at`.
MUST_USE int record_study_no_turn(const StudyPlan *plan, uint32_t turns, uint64_t at);

// Goes through the game. Complains of an error.
MUST_USE int record_study_run(const StudyPlan *plan, const StudySink *sink);

#endif
