// Records to and from JSON, through jansson. Its objects live only inside these functions.
#include "formats/records/json.h"

#include "formats/records/hearing_text.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>

static const char format_name[] = "nebel-record";
enum { FORMAT_VERSION = 1 };

static const char *const error_texts[] = {
    [JSON_OK] = "no error",
    [JSON_ERR_SYNTAX] = "this is not JSON, or a key is given twice",
    [JSON_ERR_FORMAT] = "this is no record of a version that can be read",
    [JSON_ERR_GAME] = "its game string names no game",
    [JSON_ERR_EVENT] = "one of its events cannot be read",
    [JSON_ERR_HEARD] = "its seat cannot have heard what it says: the own men contradict it",
    [JSON_ERR_MEMORY] = "there is not enough memory",
};
_Static_assert(COUNT_OF(error_texts) == JSON_ERR_COUNT, "every error needs a text");

const char *json_error_text(JsonError error)
{
    assert(error < JSON_ERR_COUNT);
    return error_texts[error];
}

// Adds a value that was made just now, and owns it; false if it or the object could not be made.
static bool add_member(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) == 0;
}

// Returns the object if it is whole. If a part of it could not be made, frees it and returns NULL.
static json_t *keep_if_whole(json_t *object, bool is_whole)
{
    if (is_whole)
        return object;
    json_decref(object);
    return NULL;
}

static json_t *tags_to_json(const RecordTags *tags)
{
    json_t *object = json_object();
    bool is_whole = object != NULL;
    for (unsigned tag = 0; tag < TAG_COUNT && is_whole; tag++) {
        const char *value = record_tag_value(tags, tag);
        is_whole = !value[0] || add_member(object, record_tag_names[tag].json, json_string(value));
    }
    return keep_if_whole(object, is_whole);
}

static json_t *clock_to_json(ClockRule clock)
{
    return json_pack("{s:I, s:I}", "base_ms", (json_int_t)clock.base_ms, "increment_ms",
                     (json_int_t)clock.increment_ms);
}

static json_t *try_to_json(const Game *game, Try attempt)
{
    char memory[TRY_TEXT_MAX];
    Text text = TEXT_IN(memory);
    record_try_to_text(game, attempt, &text);
    assert(!text.cut);
    return json_string(memory);
}

static json_t *entry_to_json(const Game *game, const Entry *entry)
{
    json_t *object = json_pack("{s:s, s:s, s:I}", "kind", event_name(entry->kind), "seat",
                               view_name(entry->seat), "after_ms", (json_int_t)entry->delay_ms);
    return keep_if_whole(object, entry->kind != EVENT_TRY ||
                                     add_member(object, "try", try_to_json(game, entry->attempt)));
}

static json_t *heard_to_json(const Game *game, const Heard *heard, uint8_t listener)
{
    char line[HEARING_TEXT_MAX];
    Text words = TEXT_IN(line);
    hearing_to_text(&heard->hearing, listener, &words);
    assert(!words.cut && heard->delay_ms <= RECORD_MS_MAX);
    json_t *object = json_pack("{s:I, s:s}", "after_ms", (json_int_t)heard->delay_ms, "hear", line);
    return keep_if_whole(object, heard->own == TRY_NONE ||
                                     add_member(object, "own", try_to_json(game, heard->own)));
}

static json_t *list_to_json(const GameRecord *record)
{
    const Game *game = record->game;
    const bool is_umpires = record->view == VIEW_UMPIRE;
    const uint32_t count = is_umpires ? record->entries.count : record->heard.count;
    json_t *list = json_array();
    bool is_whole = list != NULL;
    for (uint32_t i = 0; i < count && is_whole; i++)
        is_whole =
            json_array_append_new(
                list, is_umpires ? entry_to_json(game, &record->entries.list[i])
                                 : heard_to_json(game, &record->heard.list[i], record->view)) == 0;
    return keep_if_whole(list, is_whole);
}

static json_t *record_to_json(const GameRecord *record)
{
    char memory[GAME_TEXT_MAX];
    Text game = TEXT_IN(memory);
    record->game->write(game_record_rules(record), &game);
    assert(!game.cut);
    json_t *root = json_object();
    return keep_if_whole(root,
                         add_member(root, "format", json_string(format_name)) &&
                             add_member(root, "version", json_integer(FORMAT_VERSION)) &&
                             add_member(root, "view", json_string(view_name(record->view))) &&
                             add_member(root, "game", json_string(memory)) &&
                             add_member(root, "tags", tags_to_json(&record->tags)) &&
                             add_member(root, "clock", clock_to_json(record->clock)) &&
                             add_member(root, "result", json_string(game_record_result(record))) &&
                             add_member(root, record->view == VIEW_UMPIRE ? "events" : "heard",
                                        list_to_json(record)));
}

static int add_bytes(const char *bytes, size_t count, void *text)
{
    for (size_t i = 0; i < count; i++)
        text_add_char(text, bytes[i]);
    return ((Text *)text)->cut ? -1 : 0;
}

bool game_record_to_json(const GameRecord *record, Text *text)
{
    json_t *root = record_to_json(record);
    const bool is_written =
        root && json_dump_callback(root, add_bytes, text, JSON_COMPACT | JSON_ENSURE_ASCII) == 0;
    json_decref(root);
    text_add_char(text, '\n');
    text->cut = text->cut || !is_written;
    return !text->cut;
}

// Values are asked for one by one, not by json_unpack: so no memory is needed, and nothing but the
// text can be wrong.

static const char *string_at(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static bool read_ms(const json_t *object, const char *key, json_int_t min, json_int_t max,
                    json_int_t *ms)
{
    const json_t *value = json_object_get(object, key);
    *ms = json_integer_value(value);
    return json_is_integer(value) && *ms >= min && *ms <= max;
}

static void read_tags(const json_t *object, RecordTags *tags)
{
    for (unsigned tag = 0; tag < TAG_COUNT; tag++) {
        const char *value = string_at(object, record_tag_names[tag].json);
        record_tag_set(record_tag(tags, tag), slice_of(value ? value : ""));
    }
}

static JsonError read_entry(const json_t *object, const Memory *memory, GameRecord *record)
{
    const char *kind = string_at(object, "kind"), *seat = string_at(object, "seat");
    const char *attempt = string_at(object, "try");
    Entry entry = {0};
    json_int_t delay_ms;
    if (!kind || !seat || !read_ms(object, "after_ms", -RECORD_MS_MAX, RECORD_MS_MAX, &delay_ms) ||
        json_object_size(object) != 3u + (attempt != NULL))
        return JSON_ERR_EVENT;
    entry.delay_ms = delay_ms;
    entry.kind = event_from_name(slice_of(kind));
    entry.seat = view_from_name(slice_of(seat));
    const bool is_try = entry.kind == EVENT_TRY;
    if (entry.kind == EVENT_COUNT || entry.seat > VIEW_BLACK || is_try != (attempt != NULL) ||
        (is_try && !record_try_from_text(record->game, slice_of(attempt), &entry.attempt)))
        return JSON_ERR_EVENT;
    return entries_add(&record->entries, memory, entry) ? JSON_OK : JSON_ERR_MEMORY;
}

static JsonError read_heard(const json_t *object, const Memory *memory, GameRecord *record)
{
    const char *line = string_at(object, "hear"), *own = string_at(object, "own");
    Heard heard = {0};
    json_int_t delay_ms;
    if (!line || !read_ms(object, "after_ms", 0, RECORD_MS_MAX, &delay_ms) ||
        json_object_size(object) != 2u + (own != NULL) ||
        (own && !record_try_from_text(record->game, slice_of(own), &heard.own)) ||
        !hearing_from_text(slice_of(line), record->view, &heard.hearing))
        return JSON_ERR_EVENT;
    heard.delay_ms = (uint64_t)delay_ms;
    return seat_log_add(&record->heard, memory, heard) ? JSON_OK : JSON_ERR_MEMORY;
}

static bool json_read_clock(const json_t *object, ClockRule *clock)
{
    json_int_t base_ms, increment_ms;
    if (!read_ms(object, "base_ms", 0, UINT32_MAX, &base_ms) ||
        !read_ms(object, "increment_ms", 0, UINT32_MAX, &increment_ms) ||
        json_object_size(object) != 2)
        return false;
    *clock = (ClockRule){(uint32_t)base_ms, (uint32_t)increment_ms};
    return true;
}

// What every record begins with, but for its game.
static bool json_read_head(const json_t *root, GameRecord *record)
{
    const char *format = string_at(root, "format"), *view = string_at(root, "view");
    const char *result = string_at(root, "result");
    if (!format || strcmp(format, format_name) != 0 || !view || !result ||
        json_integer_value(json_object_get(root, "version")) != FORMAT_VERSION)
        return false;
    record->view = view_from_name(slice_of(view));
    record->claim = (uint8_t)record_claim_from_text(slice_of(result));
    return record->view != VIEW_COUNT && record->claim != CLAIM_COUNT &&
           json_is_object(json_object_get(root, "tags")) &&
           json_read_clock(json_object_get(root, "clock"), &record->clock);
}

static JsonError read_root(const json_t *root, const Memory *memory, GameRecord *record)
{
    const char *game = string_at(root, "game");
    if (!game || !json_read_head(root, record))
        return JSON_ERR_FORMAT;
    const bool is_umpires = record->view == VIEW_UMPIRE;
    const json_t *list = json_object_get(root, is_umpires ? "events" : "heard");
    if (!json_is_array(list))
        return JSON_ERR_FORMAT;
    if (!game_record_read_rules(record, game))
        return JSON_ERR_GAME;
    read_tags(json_object_get(root, "tags"), &record->tags);
    JsonError error = JSON_OK;
    for (size_t i = 0; i < json_array_size(list) && !error; i++)
        error = (is_umpires ? read_entry : read_heard)(json_array_get(list, i), memory, record);
    return error || game_record_can_be_heard(record) ? error : JSON_ERR_HEARD;
}

//
// jansson 2.14 does not always say so when its memory runs out while it reads. It may leave the
// error unset, or blame a string that is in order; and where the room for a long string cannot
// grow, it leaves out a byte and goes on. What follows finds that out. One case is beyond its
// reach: if just that byte is the closing quote, and memory is there again at the next request,
// jansson reads and writes past the ends of its own buffers.

static bool has_prefix(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

// Returns whether a failed reading is the fault of memory, not of the text.
static bool lacked_memory(Slice text, const json_error_t *error)
{
    const enum json_error_code code = json_error_code(error);
    if (code == json_error_unknown || code == json_error_out_of_memory)
        return true;
    // These messages stand right behind what is wrong. If that is a string that was closed, then
    // nothing was wrong with it but that it could not be copied.
    const bool is_blamed = has_prefix(error->text, "invalid token") ||
                           has_prefix(error->text, "string or '}' expected");
    return is_blamed && error->position > 0 && text.start[error->position - 1] == '"';
}

static unsigned hex_value(char digit)
{
    return digit <= '9' ? (unsigned)(digit - '0') : (unsigned)((digit | 0x20) - 'a') + 10;
}

// How many bytes of UTF-8 an escape stands for, each half of a pair for two. Moves `*at` to its
// last character.
static size_t escape_bytes(Slice text, size_t *at)
{
    unsigned rune = 0;
    assert(text.start[*at] == '\\' && *at + 1 < text.length); // jansson took the text
    if (text.start[++*at] != 'u')
        return 1;
    for (unsigned i = 0; i < 4; i++)
        rune = rune << 4 | hex_value(text.start[++*at]);
    if (rune >= 0xd800 && rune < 0xe000)
        return 2;
    return 1u + (rune >= 0x80) + (rune >= 0x800);
}

// The bytes of all strings in a text that is JSON, keys among them.
static size_t bytes_written(Slice text)
{
    size_t bytes = 0;
    bool is_inside = false;
    for (size_t i = 0; i < text.length; i++) {
        if (text.start[i] == '"')
            is_inside = !is_inside;
        else if (is_inside)
            bytes += text.start[i] == '\\' ? escape_bytes(text, &i) : 1;
    }
    return bytes;
}

// The bytes of all strings that have arrived.
static size_t bytes_read(json_t *value)
{
    size_t bytes = json_string_length(value);
    for (size_t i = 0; i < json_array_size(value); i++)
        bytes += bytes_read(json_array_get(value, i));
    for (void *at = json_object_iter(value); at; at = json_object_iter_next(value, at))
        bytes += strlen(json_object_iter_key(at)) + bytes_read(json_object_iter_value(at));
    return bytes;
}

static JsonError load(Slice text, json_t **root)
{
    json_error_t error = {0}; // jansson does not clear the code
    *root = json_loadb(text.start, text.length, JSON_REJECT_DUPLICATES, &error);
    if (!*root)
        return lacked_memory(text, &error) ? JSON_ERR_MEMORY : JSON_ERR_SYNTAX;
    return bytes_read(*root) == bytes_written(text) ? JSON_OK : JSON_ERR_MEMORY;
}

Slice json_take_object(Slice *rest)
{
    size_t at = 0;
    unsigned depth = 0;
    bool is_inside = false;
    for (bool is_over = false; at < rest->length && !is_over; at++) {
        const char c = rest->start[at];
        if (c == '"')
            is_inside = !is_inside;
        else if (is_inside)
            at += c == '\\' && at + 1 < rest->length;
        else if (c == '{')
            depth++;
        else if (c == '}')
            is_over = depth <= 1 || --depth == 0;
    }
    assert(at <= rest->length);
    const Slice object = {rest->start, at};
    *rest = (Slice){rest->start + at, rest->length - at};
    return object;
}

JsonError game_record_from_json(Slice text, const Memory *memory, GameRecord *record)
{
    json_t *root;
    *record = (GameRecord){0};
    JsonError error = load(text, &root);
    if (!error)
        error = read_root(root, memory, record);
    json_decref(root);
    if (error)
        game_record_done(record, memory);
    return error;
}
