// Studies one seat of a recorded game with a pool, and complains of what goes wrong: what the commands about beliefs share.
#ifndef NEBEL_STUDY_RECORD_STUDY_H
#define NEBEL_STUDY_RECORD_STUDY_H

#include "base/cli/output.h"
#include "formats/records/game_record.h"
#include "lab/study/study.h"

// Boards a pool may hold, and moves of a game.
enum { LIMIT_MIN = 10, LIMIT_MAX = 1000000, LIMIT_DEFAULT = 20000, MOVE_NUMBER_MAX = 100000 };

// A game and the plan for its study.
typedef struct RecordStudy {
    GameRecord record;
    StudyPlan plan; // points into the record
} RecordStudy;

// Makes the plan for a record that was read; `who` is a seat or the name of a player. Returns EXIT_FINE, or complains and returns
// what to exit with.
MUST_USE int record_study_plan(RecordStudy *study, const char *who, const PoolPlan *pool);
void record_study_done(RecordStudy *study);

// What to exit with after a study: EXIT_FINE, or complains of the error.
MUST_USE int record_study_status(StudyError error);

// Complains that a game has no such turn: none of the seat at all, or none at move `at`.
MUST_USE int record_study_no_turn(const StudyPlan *plan, uint32_t turns, uint64_t at);

// Writes that the pool of a turn has no board from which a map could be drawn; `unit` is "Move" or "Turn".
void record_study_add_dead(const char *unit, uint32_t number, Text *text);

// Studies the game. Returns EXIT_FINE, or complains and returns what to exit with.
MUST_USE int record_study_run(const StudyPlan *plan, const StudySink *sink);

#endif
