// Records of Kriegspiel as PGN: the moves as chess programs read them, and in comments every
// refused try, offer and time that PGN has no place for. docs/formats/pgn.md is the law.
//
// Reading takes our own records back to the last byte, and plain PGN with legal moves only,
// as chess servers export it.
#ifndef NEBEL_WIRE_PGN_H
#define NEBEL_WIRE_PGN_H

#include "umpire/kriegspiel.h"
#include "umpire/record.h"

enum { PGN_VALUE_MAX = 256 }; // bytes of a tag's value that are kept

// The tags everyone expects; what is unknown stays empty and is written as PGN wants it ("?").
typedef struct PgnTags {
    char event[PGN_VALUE_MAX], site[PGN_VALUE_MAX], date[PGN_VALUE_MAX], round[PGN_VALUE_MAX];
    char white[PGN_VALUE_MAX], black[PGN_VALUE_MAX];
} PgnTags;

typedef struct PgnGame {
    PgnTags tags;
    KriegspielRules rules;
    ClockRule clock;
    Entries entries; // grows from the memory given to pgn_read; end with entries_done
} PgnGame;

typedef enum PgnError {
    PGN_OK = 0,
    PGN_ERR_NO_GAME, // nothing but white space was left
    PGN_ERR_TAG,
    PGN_ERR_GAME,
    PGN_ERR_FEN,
    PGN_ERR_CLOCK,
    PGN_ERR_COMMENT,
    PGN_ERR_VARIATION,
    PGN_ERR_MOVE,
    PGN_ERR_COMMAND,
    PGN_ERR_MEMORY,
    PGN_ERR_COUNT
} PgnError;

// Takes one game off the front of `*rest`. On error `*rest` points at what could not be read, and
// `*game` holds nothing that must be freed.
MUST_USE PgnError pgn_read(Slice *rest, const Memory *memory, PgnGame *game);
const char *pgn_error_text(PgnError error);

// Writes a game as the umpire saw it.
void pgn_write(const PgnGame *game, Text *text);

#endif
