// Records to and from JSON, through jansson. Its objects live only inside these functions.
#include "wire/json.h"

#include "wire/hear.h"

#include <jansson.h>
#include <string.h>

static const char format_name[] = "nebel-record";
enum { FORMAT_VERSION = 1 };

static const char *const error_texts[] = {
    [JSON_OK] = "no error",
    [JSON_ERR_SYNTAX] = "this is not JSON, or a key is given twice",
    [JSON_ERR_FORMAT] = "this is no record of a version that can be read",
    [JSON_ERR_GAME] = "its game string does not name a game of Kriegspiel",
    [JSON_ERR_EVENT] = "one of its events cannot be read",
    [JSON_ERR_MEMORY] = "there is not enough memory",
};
_Static_assert(COUNT_OF(error_texts) == JSON_ERR_COUNT, "every error needs a text");

const char *json_error_text(JsonError error)
{
    return error_texts[error];
}

// The tags by name, in the order in which they are written.
static const struct {
    const char *name;
    size_t offset;
} tag_places[] = {
    {"event", offsetof(RecordTags, event)}, {"site", offsetof(RecordTags, site)},
    {"date", offsetof(RecordTags, date)},   {"round", offsetof(RecordTags, round)},
    {"white", offsetof(RecordTags, white)}, {"black", offsetof(RecordTags, black)},
};

// --- Writing -----------------------------------------------------------------------------------

static json_t *tags_to_json(const RecordTags *tags)
{
    json_t *object = json_object();
    for (unsigned i = 0; i < COUNT_OF(tag_places); i++) {
        const char *value = (const char *)tags + tag_places[i].offset;
        if (value[0])
            json_object_set_new(object, tag_places[i].name, json_string(value));
    }
    return object;
}

static json_t *entry_to_json(const Entry *entry)
{
    json_t *object = json_pack("{s:s, s:s, s:I}", "kind", event_name(entry->kind), "seat",
                               view_name(entry->seat), "after_ms", (json_int_t)entry->delay_ms);
    if (entry->kind == EVENT_TRY) {
        char memory[16];
        Text attempt = TEXT_IN(memory);
        record_try_to_text(entry->attempt, &attempt);
        json_object_set_new(object, "try", json_string(memory));
    }
    return object;
}

static json_t *heard_to_json(const Heard *heard, uint8_t ear)
{
    char line[HEARING_TEXT_MAX], attempt[16];
    Text words = TEXT_IN(line), own = TEXT_IN(attempt);
    hearing_to_text(&heard->hearing, ear, &words);
    json_t *object = json_pack("{s:I, s:s}", "after_ms", (json_int_t)heard->delay_ms, "hear", line);
    if (heard->own != TRY_NONE) {
        record_try_to_text(heard->own, &own);
        json_object_set_new(object, "own", json_string(attempt));
    }
    return object;
}

static json_t *list_to_json(const GameRecord *record)
{
    json_t *list = json_array();
    if (record->view == VIEW_UMPIRE)
        for (uint32_t i = 0; i < record->entries.count; i++)
            json_array_append_new(list, entry_to_json(&record->entries.list[i]));
    else
        for (uint32_t i = 0; i < record->heard.count; i++)
            json_array_append_new(list, heard_to_json(&record->heard.list[i], record->view));
    return list;
}

static int add_bytes(const char *bytes, size_t count, void *text)
{
    for (size_t i = 0; i < count; i++)
        text_add_char(text, bytes[i]);
    return ((Text *)text)->cut ? -1 : 0;
}

bool game_record_to_json(const GameRecord *record, Text *text)
{
    char memory[HEARING_TEXT_MAX];
    Text game = TEXT_IN(memory);
    kriegspiel_game.write((const Rules *)&record->rules, &game);
    json_t *root =
        json_pack("{s:s, s:i, s:s, s:s, s:o, s:{s:I, s:I}, s:s, s:o}", "format", format_name,
                  "version", FORMAT_VERSION, "view", view_name(record->view), "game", memory,
                  "tags", tags_to_json(&record->tags), "clock", "base_ms",
                  (json_int_t)record->clock.base_ms, "increment_ms",
                  (json_int_t)record->clock.increment_ms, "result", game_record_result(record),
                  record->view == VIEW_UMPIRE ? "events" : "heard", list_to_json(record));
    const bool is_written =
        root && json_dump_callback(root, add_bytes, text, JSON_COMPACT | JSON_ENSURE_ASCII) == 0;
    json_decref(root);
    text_add_char(text, '\n');
    return is_written && !text->cut;
}

// --- Reading -----------------------------------------------------------------------------------

static bool read_ms(json_int_t number, uint32_t *ms)
{
    *ms = (uint32_t)number;
    return number >= 0 && number <= UINT32_MAX;
}

static void read_tags(json_t *object, RecordTags *tags)
{
    for (unsigned i = 0; i < COUNT_OF(tag_places); i++) {
        const char *value = json_string_value(json_object_get(object, tag_places[i].name));
        Text place = text_in((char *)tags + tag_places[i].offset, TAG_VALUE_MAX);
        text_add(&place, value ? value : "");
    }
}

static JsonError read_entry(json_t *object, const Memory *memory, GameRecord *record)
{
    const char *kind, *seat, *attempt = NULL;
    json_int_t after;
    Entry entry = {0};
    if (json_unpack(object, "{s:s, s:s, s:I, s?s !}", "kind", &kind, "seat", &seat, "after_ms",
                    &after, "try", &attempt) != 0 ||
        !read_ms(after, &entry.delay_ms))
        return JSON_ERR_EVENT;
    entry.kind = event_from_name(slice_of(kind));
    entry.seat = view_from_name(slice_of(seat));
    const bool is_try = entry.kind == EVENT_TRY;
    if (entry.kind == EVENT_COUNT || entry.seat > VIEW_BLACK || is_try != (attempt != NULL) ||
        (is_try && !record_try_from_text(slice_of(attempt), &entry.attempt)))
        return JSON_ERR_EVENT;
    return entries_add(&record->entries, memory, entry) ? JSON_OK : JSON_ERR_MEMORY;
}

static JsonError read_heard(json_t *object, const Memory *memory, GameRecord *record)
{
    const char *line, *own = NULL;
    json_int_t after;
    Heard heard = {0};
    if (json_unpack(object, "{s:I, s:s, s?s !}", "after_ms", &after, "hear", &line, "own", &own) !=
            0 ||
        !read_ms(after, &heard.delay_ms) ||
        (own && !record_try_from_text(slice_of(own), &heard.own)) ||
        !hearing_from_text(slice_of(line), record->view, &heard.hearing))
        return JSON_ERR_EVENT;
    return seat_log_add(&record->heard, memory, heard) ? JSON_OK : JSON_ERR_MEMORY;
}

static bool read_rules(const char *game_string, KriegspielRules *rules)
{
    char why[TAG_VALUE_MAX];
    Text complaint = TEXT_IN(why);
    Spec spec;
    const Game *game = game_find(game_string, &spec, &complaint);
    return game == &kriegspiel_game && game->read(&spec, (Rules *)rules, &complaint);
}

static JsonError read_root(json_t *root, const Memory *memory, GameRecord *record)
{
    const char *format, *view, *game, *result;
    json_t *tags, *list;
    json_int_t base, increment;
    int version;
    if (json_unpack(root, "{s:s, s:i, s:s, s:s, s:o, s:{s:I, s:I !}, s:s}", "format", &format,
                    "version", &version, "view", &view, "game", &game, "tags", &tags, "clock",
                    "base_ms", &base, "increment_ms", &increment, "result", &result) != 0 ||
        strcmp(format, format_name) != 0 || version != FORMAT_VERSION)
        return JSON_ERR_FORMAT;
    record->view = view_from_name(slice_of(view));
    const bool is_umpires = record->view == VIEW_UMPIRE;
    list = json_object_get(root, is_umpires ? "events" : "heard");
    if (record->view == VIEW_COUNT || !json_is_array(list) || !json_is_object(tags) ||
        !read_ms(base, &record->clock.base_ms) || !read_ms(increment, &record->clock.increment_ms))
        return JSON_ERR_FORMAT;
    if (!read_rules(game, &record->rules))
        return JSON_ERR_GAME;
    read_tags(tags, &record->tags);
    JsonError error = JSON_OK;
    for (size_t i = 0; i < json_array_size(list) && !error; i++)
        error = (is_umpires ? read_entry : read_heard)(json_array_get(list, i), memory, record);
    return error;
}

JsonError game_record_from_json(Slice text, const Memory *memory, GameRecord *record)
{
    json_error_t ignored;
    *record = (GameRecord){0};
    json_t *root = json_loadb(text.start, text.length, JSON_REJECT_DUPLICATES, &ignored);
    const JsonError error = root ? read_root(root, memory, record) : JSON_ERR_SYNTAX;
    json_decref(root);
    if (error)
        game_record_done(record, memory);
    return error;
}
