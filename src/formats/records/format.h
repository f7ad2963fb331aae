// The forms in which records are kept as text, one row each.
//
// A game's records are kept in the first form that holds the game: PGN for the games on a chess board, SGF for Go. JSON
// holds every game.
#ifndef NEBEL_RECORDS_FORMAT_H
#define NEBEL_RECORDS_FORMAT_H

#include "formats/records/game_record.h"

typedef enum RecordFormatKind {
    FORMAT_PGN,
    FORMAT_SGF,
    FORMAT_JSON,
    FORMAT_COUNT
} RecordFormatKind;

typedef struct RecordFormat {
    const char *extension; // of its files: "pgn"
    bool (*holds)(const Game *game);
    // Whether a text that begins so, after white space, is in this form.
    bool (*is_begun)(Slice text);
    // Takes one game off the front of `*rest` and returns NULL. On error it returns what is wrong, and `*rest` points at
    // what could not be read. End the record with game_record_done.
    const char *(*read)(Slice *rest, const Memory *memory, GameRecord *record);
    // Writes a game as the record's owner saw it; false if out of memory.
    bool (*write)(const GameRecord *record, Text *text);
} RecordFormat;

extern const RecordFormat record_formats[FORMAT_COUNT];

// The form in which a game's records are kept.
const RecordFormat *record_format_of(const Game *game);

// The form of a text, by how it begins.
const RecordFormat *record_format_sniff(Slice text);

#endif
