// What a thread of the office does for every request: looking up who asks, asking the database, and writing answers.
#include "server/accounts/inside.h"

#include <stdlib.h>
#include <string.h>

// --- The database --------------------------------------------------------------------------------

bool office__call(Desk *desk, OfficeStatement statement, const char *const *values, Answer *answer)
{
    switch (store_call(desk->caller, statement, values)) {
    case STORE_CALL_OK:
        return true;
    case STORE_CALL_REFUSED:
        office__refuse(answer, STATUS_FAILED,
                       "the database refuses this; the operator's log says why");
        return false;
    default:
        office__refuse(answer, STATUS_BUSY, "the database is away; ask again in a moment");
        return false;
    }
}

HashText office__hash_text(const TokenHash *hash)
{
    HashText made;
    Text text = TEXT_IN(made.text);
    text_add(&text, "\\x");
    for (unsigned i = 0; i < sizeof hash->bytes; i++)
        text_format(&text, "%02x", hash->bytes[i]);
    return made;
}

bool office__is_true(const Desk *desk, unsigned column)
{
    const char *field = store_call_field(desk->caller, 0, column);
    return field && field[0] == 't';
}

// --- Who asks ------------------------------------------------------------------------------------

static void copy(const char *from, char *memory, size_t capacity)
{
    Text text = text_in(memory, capacity);
    text_add(&text, from);
}

// False, with the answer written, if nobody has this token or it is not enough.
static bool find_asker(Desk *desk, const OfficeRoute *route, const Asked *asked, Answer *answer)
{
    enum { PERSON, NAME, IS_LOGIN, MAY_READ, IS_PERSON };
    static const struct {
        unsigned column;
        const char *refusal;
    } needs[] = {[NEED_READ] = {MAY_READ, "this token has not the scope read"},
                 [NEED_LOGIN] = {IS_LOGIN, "this needs a session that began with a password"},
                 [NEED_PERSON] = {IS_PERSON, "this is not for the token of a program"}};
    const TokenHash hash = token_hash(slice_of(asked->bearer));
    Asker *asker = &desk->asker;
    *asker = (Asker){.session = office__hash_text(&hash)};
    const char *const values[] = {asker->session.text};
    if (!office__call(desk, OFFICE_FIND_SESSION, values, answer))
        return false;
    if (!store_call_rows(desk->caller)) {
        office__refuse(answer, STATUS_WHO, "log in first: Authorization: Bearer TOKEN");
        return false;
    }
    copy(store_call_field(desk->caller, 0, PERSON), asker->person, sizeof asker->person);
    copy(store_call_field(desk->caller, 0, NAME), asker->name, sizeof asker->name);
    if (office__is_true(desk, needs[route->need].column))
        return true;
    office__refuse(answer, STATUS_FORBIDDEN, needs[route->need].refusal);
    return false;
}

static void answer_with_body(Desk *desk, const OfficeRoute *route, const Asked *asked,
                             Answer *answer)
{
    json_error_t error;
    json_t *body = json_loads(asked->body, JSON_REJECT_DUPLICATES, &error);
    desk->body = body;
    if (json_is_object(body))
        route->answer(desk, asked, answer);
    else
        office__refuse(answer, STATUS_BAD, "the request must be a JSON object");
    desk->body = NULL;
    json_decref(body);
}

void office__serve(Desk *desk, const OfficeRoute *route, const Asked *asked, Answer *answer)
{
    if (route->who != NET_PUBLIC && !find_asker(desk, route, asked, answer))
        return;
    if (route->method == NET_POST)
        answer_with_body(desk, route, asked, answer);
    else
        route->answer(desk, asked, answer);
}

// --- Bodies and answers --------------------------------------------------------------------------

const char *office__string(const json_t *object, const char *key)
{
    const char *string = json_string_value(json_object_get(object, key));
    return string ? string : "";
}

json_t *office__rows_to_json(const StoreCaller *caller, uint32_t most, RowToJson *to_json)
{
    const uint32_t count = store_call_rows(caller);
    json_t *list = json_array();
    bool is_whole = list != NULL;
    for (uint32_t row = 0; row < count && row < most && is_whole; row++)
        is_whole = json_array_append_new(list, to_json(caller, row)) == 0;
    if (is_whole)
        return list;
    json_decref(list);
    return NULL;
}

void office__answer(Answer *answer, unsigned status, json_t *object)
{
    char *dump = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    answer->status = dump ? status : STATUS_BUSY;
    answer->type = NET_JSON;
    answer->body.length = 0;
    text_add(&answer->body, dump ? dump : "{\"error\":\"there is no memory\"}");
    text_add_char(&answer->body, '\n');
    free(dump);
}

void office__refuse(Answer *answer, unsigned status, const char *reason)
{
    office__answer(answer, status, json_pack("{s:s}", "error", reason));
}
