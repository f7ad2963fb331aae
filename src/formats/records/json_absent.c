// Records as JSON in a build without the JSON library, for WebAssembly: none is read or written, and the caller is told.
#include "formats/records/json.h"

bool game_record_to_json(const GameRecord *record, Text *text)
{
    (void)record;
    text->cut = true;
    return false;
}

Slice json_take_object(Slice *rest)
{
    const Slice all = *rest;
    *rest = (Slice){rest->start + rest->length, 0};
    return all;
}

JsonError game_record_from_json(Slice text, const Memory *memory, GameRecord *record)
{
    (void)text, (void)memory, (void)record;
    return JSON_ERR_FORMAT;
}

const char *json_error_text(JsonError error)
{
    (void)error;
    return "this build reads no JSON";
}
