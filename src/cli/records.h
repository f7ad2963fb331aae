// The records of a file of PGN, SGF or JSON, one after the other. Complaints name the line.
#ifndef NEBEL_CLI_RECORDS_H
#define NEBEL_CLI_RECORDS_H

#include "kriegspiel/law/open_chess.h"
#include "wire/format.h"

enum { RECORDS_GAMES_MAX = 1000000 }; // a game of a file is named by a number up to this

typedef struct Records {
    Text text;      // the whole file
    Slice rest;     // what has not been read
    uint64_t count; // games read so far
} Records;

// Opens a file. Returns EXIT_FINE, or complains and returns EXIT_USAGE; end it with records_done
// only if it is fine.
MUST_USE int records_open(Records *records, const char *path);
void records_done(Records *records);

typedef enum RecordsNext { RECORDS_GAME, RECORDS_END, RECORDS_BROKEN } RecordsNext;

// Reads the next game, which ends with game_record_done. A file without any game is broken; what is
// broken has been complained of.
MUST_USE RecordsNext records_next(Records *records, GameRecord *record);

// For commands that are about Kriegspiel alone: complains of a game of Go, named by what the command would do with it.
MUST_USE bool records_is_chess(const GameRecord *record, const char *command);

// Goes through the games of a file, at most so many, until a visit does not return EXIT_FINE. Returns that, or complains
// and returns what to exit with.
typedef int RecordsVisitor(void *context, const GameRecord *record);
MUST_USE int records_each(const char *path, uint64_t max, RecordsVisitor *visit, void *context);
// The same for games of Kriegspiel alone; `command` is as above.
MUST_USE int records_each_chess(const char *path, uint64_t max, const char *command,
                                RecordsVisitor *visit, void *context);

// Reads the Nth game of a file, counted from 1. Returns EXIT_FINE, or complains and returns what to
// exit with.
MUST_USE int records_read_one(const char *path, uint64_t number, GameRecord *record);

#endif
