// Records of Kriegspiel as PGN: the moves as chess programs read them, and in comments every
// refused try, offer and time that PGN has no place for. docs/formats/pgn.md is the law.
//
// Reading gives our own records back to the last byte. It also reads plain PGN with legal moves
// only, as chess servers export it.
#ifndef NEBEL_RECORDS_PGN_H
#define NEBEL_RECORDS_PGN_H

#include "formats/records/game_record.h"
#include "games/kriegspiel/open_chess.h"

typedef enum PgnError {
    PGN_OK = 0,
    PGN_ERR_NO_GAME, // nothing but white space was left
    PGN_ERR_TAG,
    PGN_ERR_GAME,
    PGN_ERR_FEN,
    PGN_ERR_CLOCK,
    PGN_ERR_VIEW,
    PGN_ERR_COMMENT,
    PGN_ERR_VARIATION,
    PGN_ERR_MOVE,
    PGN_ERR_COMMAND,
    PGN_ERR_HEARD, // a seat cannot have heard this
    PGN_ERR_MEMORY,
    PGN_ERR_COUNT
} PgnError;

// The rules of a record of a game on a chess board.
static inline const KriegspielRules *pgn_rules(const GameRecord *record)
{
    return kriegspiel_rules(game_record_rules(record));
}

// Takes one game off the front of `*rest`; end it with game_record_done. On error `*rest` points at
// what could not be read, and `*record` holds nothing that must be freed.
MUST_USE PgnError pgn_read(Slice *rest, const Memory *memory, GameRecord *record);
const char *pgn_error_text(PgnError error);

// Writes a game as the record's owner saw it.
void pgn_write(const GameRecord *record, Text *text);

#endif
