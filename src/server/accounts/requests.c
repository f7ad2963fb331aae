// What handlers of requests share: looking up who asks, calls of the database, queries, limits before the queue, and answers.
#include "server/accounts/internal.h"

#include <stdlib.h>
#include <string.h>

bool accounts__call(RequestHandler *handler, AccountsStatement statement, const char *const *values,
                    HandlerAnswer *answer)
{
    switch (store_call(handler->caller, statement, values)) {
    case STORE_CALL_OK:
        return true;
    case STORE_CALL_REFUSED:
        accounts__refuse(answer, STATUS_FAILED,
                         "the database refuses this; the operator's log says why");
        return false;
    default:
        accounts__refuse(answer, STATUS_BUSY, "the database is away; ask again in a moment");
        return false;
    }
}

HashText accounts__hash_text(const TokenHash *hash)
{
    HashText made;
    Text text = TEXT_IN(made.text);
    text_add(&text, "\\x");
    for (unsigned i = 0; i < sizeof hash->bytes; i++)
        text_format(&text, "%02x", hash->bytes[i]);
    return made;
}

bool accounts__is_true(const RequestHandler *handler, unsigned column)
{
    const char *field = store_call_field(handler->caller, 0, column);
    return field && field[0] == 't';
}

static void copy(const char *from, char *memory, size_t capacity)
{
    Text text = text_in(memory, capacity);
    text_add(&text, from);
}

// Looks up who asks. Returns false, with the answer written, if no session has this token or it is not enough.
static bool find_asker(RequestHandler *handler, const AccountsRoute *route,
                       const HandlerRequest *asked, HandlerAnswer *answer)
{
    enum { PERSON, NAME, IS_LOGIN, MAY_READ, IS_PERSON };
    static const struct {
        unsigned column;
        const char *refusal;
    } needs[] = {[NEED_READ] = {MAY_READ, "this token has not the scope read"},
                 [NEED_LOGIN] = {IS_LOGIN, "this needs a session that began with a password"},
                 [NEED_PERSON] = {IS_PERSON, "this is not for the token of a program"}};
    const TokenHash hash = token_hash(slice_of(asked->bearer));
    Asker *asker = &handler->asker;
    *asker = (Asker){.session = accounts__hash_text(&hash)};
    const char *const values[] = {asker->session.text};
    if (!accounts__call(handler, ACCOUNTS_FIND_SESSION, values, answer))
        return false;
    if (!store_call_rows(handler->caller)) {
        accounts__refuse(answer, STATUS_WHO, "log in first: Authorization: Bearer TOKEN");
        return false;
    }
    copy(store_call_field(handler->caller, 0, PERSON), asker->person, sizeof asker->person);
    copy(store_call_field(handler->caller, 0, NAME), asker->name, sizeof asker->name);
    if (accounts__is_true(handler, needs[route->need].column))
        return true;
    accounts__refuse(answer, STATUS_FORBIDDEN, needs[route->need].refusal);
    return false;
}

static void answer_with_body(RequestHandler *handler, const AccountsRoute *route,
                             const HandlerRequest *asked, HandlerAnswer *answer)
{
    json_error_t error;
    json_t *body = json_loads(asked->body, JSON_REJECT_DUPLICATES, &error);
    handler->body = body;
    if (json_is_object(body))
        route->answer(handler, asked, answer);
    else
        accounts__refuse(answer, STATUS_BAD, "the request must be a JSON object");
    handler->body = NULL;
    json_decref(body);
}

void accounts__serve(RequestHandler *handler, const AccountsRoute *route,
                     const HandlerRequest *asked, HandlerAnswer *answer)
{
    if (route->who != NET_PUBLIC && !find_asker(handler, route, asked, answer))
        return;
    if (route->method == NET_POST)
        answer_with_body(handler, route, asked, answer);
    else
        route->answer(handler, asked, answer);
}

const char *accounts__string(const json_t *object, const char *key)
{
    const char *string = json_string_value(json_object_get(object, key));
    return string ? string : "";
}

json_t *accounts__rows_to_json(const StoreCaller *caller, uint32_t most, RowToJson *to_json)
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

void accounts__answer(HandlerAnswer *answer, unsigned status, json_t *object)
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

void accounts__refuse(HandlerAnswer *answer, unsigned status, const char *reason)
{
    accounts__answer(answer, status, json_pack("{s:s}", "error", reason));
}

const char accounts__no_word[] = "names have letters, digits, - and _ alone";

bool accounts__is_word(const char *text)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    return text[strspn(text, letters)] == '\0';
}

const char *accounts__read_query(const char *query, QueryKey *keys, unsigned count,
                                 const char *help)
{
    for (Slice rest = slice_of(query); rest.length;) {
        Slice value = slice_take(&rest, "&");
        const Slice key = slice_take(&value, "=");
        unsigned i = 0;
        if (!key.length && !value.length)
            continue;
        while (i < count && !slice_is(key, keys[i].key))
            i++;
        if (i == count)
            return help;
        keys[i].value = text_in(keys[i].value.start, keys[i].value.capacity); // the last one counts
        text_add_slice(&keys[i].value, value);
        if (keys[i].value.cut)
            return "this is longer than any name";
    }
    return NULL;
}

bool accounts__take(const AccountsService *service, LimitKind kind, Slice what)
{
    return limits_take(service->limits, kind, what, net_now_ms(service->net));
}

bool accounts__take_session(const AccountsService *service, LimitKind kind,
                            const NetRequest *request)
{
    return !request->bearer.length || accounts__take(service, kind, request->bearer);
}

bool accounts__take_address(const AccountsService *service, LimitKind kind, Slice address)
{
    char text[LIMITS_ADDRESS_MAX * 4], memory[LIMITS_ADDRESS_MAX];
    Text copy = TEXT_IN(text);
    text_add_slice(&copy, address);
    return accounts__take(service, kind, limits_address(text, memory));
}
