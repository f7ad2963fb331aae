// What the commands about recorded games share: reading the records in files of PGN, SGF or JSON one after another, the plan of a study
// of one seat with its complaints, and heat maps. Messages name the line.
#ifndef NEBEL_LAB_STUDY_RECORDS_H
#define NEBEL_LAB_STUDY_RECORDS_H

#include "base/cli/output.h"
#include "formats/draw/heat.h"
#include "formats/records/format.h"
#include "games/kriegspiel/open_chess.h"
#include "lab/study/study.h"

enum { RECORDS_GAMES_MAX = 1000000 }; // a game of a file is named by a number up to this

// Checks a game for commands that are about Kriegspiel alone: complains of a game of Go in the name of the command.
MUST_USE bool records_is_chess(const GameRecord *record, const char *command);

// A visit may change the record, and returns EXIT_FINE or what to exit with.
typedef int RecordsVisitor(void *context, GameRecord *record);

// Visits all games of a file, until a visit does not return EXIT_FINE. Returns that, or complains and returns what to exit
// with.
MUST_USE int records_each(const char *path, RecordsVisitor *visit, void *context);

// Files whose games are studied together.
typedef struct RecordFiles {
    const char *const *paths;
    unsigned count;
    uint64_t games;      // of each file, at most
    const char *command; // the command, if it takes only games of Kriegspiel; else NULL
} RecordFiles;

// Does the same for several files, and shows the progress.
MUST_USE int records_each_of(const RecordFiles *files, RecordsVisitor *visit, void *context);

// Adds the players, the result and the rules of a record, as they head every study of it.
void records_add_head(const GameRecord *record, Text *text);

// Reads the Nth game of a file, counted from 1. Returns EXIT_FINE, or complains and returns what to
// exit with.
MUST_USE int records_read_one(const char *path, uint64_t number, GameRecord *record);

// Boards a pool may hold, and moves of a game.
enum { LIMIT_MIN = 10, LIMIT_MAX = 1000000, LIMIT_DEFAULT = 20000, MOVE_NUMBER_MAX = 100000 };

// A game and the plan for its study.
typedef struct RecordStudy {
    GameRecord record;
    StudyPlan plan; // points into the record
} RecordStudy;

// Makes the plan for a record that was read; `who` is a seat or the name of a player; `pool` may be NULL if the study has none.
// Returns EXIT_FINE, or complains and returns
// what to exit with.
MUST_USE int record_study_plan(RecordStudy *study, const char *who, const PoolPlan *pool);
void record_study_done(RecordStudy *study);

// Returns what to exit with after a study: EXIT_FINE, or complains of the error.
MUST_USE int record_study_status(StudyError error);

// Complains that a game has no such turn: none of the seat at all, or none at move `at`.
MUST_USE int record_study_no_turn(const StudyPlan *plan, uint32_t turns, uint64_t at);

// Writes that the pool of a turn has no board from which a map could be drawn; `unit` is "Move" or "Turn".
void record_study_add_dead(const char *unit, uint32_t number, Text *text);

// Studies the game. Returns EXIT_FINE, or complains and returns what to exit with.
MUST_USE int record_study_run(const StudyPlan *plan, const StudySink *sink);

// Adds two maps of the same board side by side. Their captions are ASCII.
void maps_to_text(const HeatMap maps[2], Text *text);

#endif
