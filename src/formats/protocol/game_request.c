// Requests by HTTP as JSON.
#include "formats/protocol/game_request.h"

#include "games/registry/games.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

// A time in milliseconds that may be left out.
static bool read_ms(const json_t *object, const char *key, uint32_t *ms, Text *message)
{
    const json_t *value = json_object_get(object, key);
    if (!value)
        return true;
    const json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < 0 || number > UINT32_MAX) {
        text_format(message, "%s must be a whole number of milliseconds", key);
        return false;
    }
    *ms = (uint32_t)number;
    return true;
}

static bool knows_keys(json_t *object, Text *message)
{
    static const char *const keys[] = {"game", "base_ms", "increment_ms"};
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        if (slice_find(slice_of(key), keys, COUNT_OF(keys)) == COUNT_OF(keys)) {
            text_add(message, "there is an unknown key; known are game, base_ms and increment_ms");
            return false;
        }
    }
    return true;
}

static bool read_object(json_t *object, JournalGame *opening, Text *message)
{
    JournalGame read = {0};
    const char *game = json_string_value(json_object_get(object, "game"));
    if (!game) {
        text_add(message, "\"game\" must be a game string, such as \"kriegspiel(rules=icc)\"");
        return false;
    }
    if (!knows_keys(object, message) || !read_ms(object, "base_ms", &read.clock.base_ms, message) ||
        !read_ms(object, "increment_ms", &read.clock.increment_ms, message))
        return false;
    if (!read.clock.base_ms && read.clock.increment_ms) {
        text_add(message, "a clock with an increment needs base_ms");
        return false;
    }
    read.game = game_read(game, &read.rules, message);
    if (!read.game)
        return false;
    *opening = read;
    return true;
}

bool game_request_read(Slice body, JournalGame *opening, Text *message)
{
    json_error_t error;
    json_t *object = json_loadb(body.start, body.length, JSON_REJECT_DUPLICATES, &error);
    const bool is_read = json_is_object(object) && read_object(object, opening, message);
    if (!json_is_object(object))
        text_add(message, "the request must be a JSON object, such as {\"game\": \"kriegspiel\"}");
    json_decref(object);
    return is_read;
}

void game_made_write(uint64_t game, const char *white, const char *black, Text *text)
{
    text_format(text, "{\"game\": \"%016" PRIx64 "\", \"white\": \"%s\", \"black\": \"%s\"}\n",
                game, white, black);
}

static bool read_token(const json_t *object, const char *key, char token[SEAT_TOKEN_MAX + 1])
{
    const char *string = json_string_value(json_object_get(object, key));
    Text text = text_in(token, SEAT_TOKEN_MAX + 1);
    text_add(&text, string ? string : "");
    return text.length > 0 && !text.cut;
}

bool game_made_read(Slice body, GameMade *made)
{
    json_error_t error;
    json_t *object = json_loadb(body.start, body.length, JSON_REJECT_DUPLICATES, &error);
    GameMade read;
    const bool is_read =
        read_token(object, "white", read.tokens[0]) && read_token(object, "black", read.tokens[1]);
    json_decref(object);
    if (is_read)
        *made = read;
    return is_read;
}

// Messages may quote what was sent.
void request_error_write(const char *reason, Text *text)
{
    json_t *object = json_pack("{s:s}", "error", reason);
    char *dump = json_dumps(object, 0);
    text_format(text, "%s\n", dump ? dump : "{\"error\": \"the request cannot be read\"}");
    free(dump);
    json_decref(object);
}
