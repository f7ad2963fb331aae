// Records of Go as SGF, FF[4]: the moves as any Go program reads them, and in private properties every refused try, offer
// and time that SGF has no place for. docs/formats/sgf.md is the law.
//
// Reading gives our own records back to the last byte. It also reads plain SGF with moves only, as other programs write
// it; of several variations it takes the first.
#ifndef NEBEL_RECORDS_SGF_H
#define NEBEL_RECORDS_SGF_H

#include "formats/records/game_record.h"
#include "games/phantom_go/phantom_go.h"

typedef enum SgfError {
    SGF_OK = 0,
    SGF_ERR_NO_GAME, // nothing but white space was left
    SGF_ERR_SYNTAX,
    SGF_ERR_GAME,
    SGF_ERR_SETUP,
    SGF_ERR_MOVE,
    SGF_ERR_EVENT,
    SGF_ERR_HEARD, // a seat cannot have heard this
    SGF_ERR_VIEW,
    SGF_ERR_CLOCK,
    SGF_ERR_MEMORY,
    SGF_ERR_COUNT
} SgfError;

// The rules of a record of Go.
static inline const PhantomRules *sgf_rules(const GameRecord *record)
{
    return phantom_rules(game_record_rules(record));
}

// Takes one game off the front of `*rest`; end it with game_record_done. On error `*rest` points at what could not be
// read, and `*record` holds nothing that must be freed.
MUST_USE SgfError sgf_read(Slice *rest, const Memory *memory, GameRecord *record);
const char *sgf_error_text(SgfError error);

// Writes a game as the record's owner saw it.
void sgf_write(const GameRecord *record, Text *text);

#endif
