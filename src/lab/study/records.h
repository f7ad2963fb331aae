// Reads the records in files of PGN, SGF or JSON one after another. Messages name the line.
#ifndef NEBEL_CLI_RECORDS_H
#define NEBEL_CLI_RECORDS_H

#include "formats/records/format.h"
#include "games/kriegspiel/open_chess.h"

enum { RECORDS_GAMES_MAX = 1000000 }; // a game of a file is named by a number up to this

// For commands that are about Kriegspiel alone: complains of a game of Go in the name of the command.
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

#endif
