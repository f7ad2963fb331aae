// Files of games that were played or reviewed at this terminal, as PGN, or as SGF for Go.
#ifndef NEBEL_TERMINAL_SAVED_GAME_H
#define NEBEL_TERMINAL_SAVED_GAME_H

#include "formats/records/game_record.h"

enum { SAVED_PATH_MAX = 1024 };

// Finds a path in the user's folder of games that no file has yet, named by date and time. False if there is none.
MUST_USE bool saved_game_name(const GameRecord *record, char path[SAVED_PATH_MAX]);

// Writes a record. Returns NULL, or a sentence on what went wrong.
const char *save_record(const GameRecord *record, const char *path);
// Writes a record and then a sentence on the result. If `path` is NULL, the name is made from date and time:
// "nebel-20261115-041902.pgn".
void save_record_as(const GameRecord *record, const char *path, Text *sentence);

#endif
