// Records as JSON, for programs: the same content as PGN's and SGF's, in docs/formats/json.md. Memory inside
// is the JSON library's own.
#ifndef NEBEL_RECORDS_JSON_H
#define NEBEL_RECORDS_JSON_H

#include "formats/records/game_record.h"

typedef enum JsonError {
    JSON_OK = 0,
    JSON_ERR_SYNTAX, // not JSON at all, or a key given twice
    JSON_ERR_FORMAT, // not a record of ours, or of a version to come
    JSON_ERR_GAME,   // the game string does not read
    JSON_ERR_EVENT,  // an event that cannot be read
    JSON_ERR_HEARD,  // a seat cannot have heard this
    JSON_ERR_MEMORY,
    JSON_ERR_COUNT
} JsonError;

// False if out of memory; the text is then cut.
MUST_USE bool game_record_to_json(const GameRecord *record, Text *text);

// Takes an object off the front of `*rest`, up to the brace that closes it; everything if no brace does.
Slice json_take_object(Slice *rest);

// End the record with game_record_done. On error it holds nothing that must be freed.
MUST_USE JsonError game_record_from_json(Slice text, const Memory *memory, GameRecord *record);
const char *json_error_text(JsonError error);

#endif
