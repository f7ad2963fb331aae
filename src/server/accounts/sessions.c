// Sessions: logins and tokens for programs, which their person can list and end. A session that ends is dead at once: its row is gone, and
// the nodes are told.
#include "server/accounts/inside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    SESSION_LIFE_S = 90 * 24 * 3600, // without a visit
    TOKEN_DAYS_DEFAULT = 365,
    DAY_S = 24 * 3600,
    LABEL_LETTERS_MAX = 60,
};

static const char *const scopes[] = {"play", "read"};

HashText office__address_text(const Desk *desk, const Asked *asked)
{
    char memory[LIMITS_ADDRESS_MAX];
    const TokenHash hash =
        seal(&desk->office->plan.key, "address", limits_address(asked->address, memory));
    return office__hash_text(&hash);
}

// --- Beginning -----------------------------------------------------------------------------------

typedef struct NewSession {
    const char *person, *kind, *label, *scopes; // scopes: an array as text
    uint32_t life_s;
} NewSession;

// Draws a token and keeps its session. False, with the answer written, if that fails.
static bool begin(Desk *desk, const NewSession *wanted, const Asked *asked, Token *token,
                  Answer *answer)
{
    char life_memory[NUMBER_ROOM];
    Text life = TEXT_IN(life_memory);
    if (!token_draw(token)) {
        office__refuse(answer, STATUS_BUSY, "there is no chance; ask again in a moment");
        return false;
    }
    const TokenHash hash = token_hash(slice_of(token->text));
    const HashText text = office__hash_text(&hash), address = office__address_text(desk, asked);
    text_format(&life, "%" PRIu32, wanted->life_s);
    const char *const values[] = {text.text,      wanted->person, wanted->kind, wanted->label,
                                  wanted->scopes, life_memory,    address.text};
    return office__call(desk, OFFICE_BEGIN_SESSION, values, answer);
}

void office__begin_session(Desk *desk, const char *person, const char *name, const Asked *asked,
                           const char *label, Answer *answer)
{
    const NewSession wanted = {person, "login", label, "{}", SESSION_LIFE_S};
    char skeleton[NAME_ROOM];
    Token token;
    SealMark device;
    if (!begin(desk, &wanted, asked, &token, answer))
        return;
    office_name_skeleton(slice_of(name), skeleton);
    if (!seal_mark_draw(&desk->office->plan.key, slice_of(skeleton), &device))
        device.text[0] = '\0';
    office__answer(
        answer, STATUS_CREATED,
        json_pack("{s:s, s:s, s:s}", "token", token.text, "name", name, "device", device.text));
}

// --- Tokens for programs -------------------------------------------------------------------------

// Reads scopes into an array as PostgreSQL takes it; false if there are none, or one that nobody knows.
static bool read_scopes(const json_t *list, Text *text)
{
    size_t i;
    json_t *item;
    text_add_char(text, '{');
    json_array_foreach(list, i, item)
    {
        const char *scope = json_string_value(item);
        if (!scope || slice_find(slice_of(scope), scopes, COUNT_OF(scopes)) == COUNT_OF(scopes))
            return false;
        text_format(text, "%s%s", i ? "," : "", scope);
    }
    text_add_char(text, '}');
    return json_array_size(list) > 0 && !text->cut;
}

void office__make_token(Desk *desk, const Asked *asked, Answer *answer)
{
    const json_t *body = desk->body;
    char memory[NUMBER_ROOM];
    Text list = TEXT_IN(memory);
    Token token;
    const char *label = office__string(body, "label");
    const json_t *days_given = json_object_get(body, "days");
    const json_int_t days = days_given ? json_integer_value(days_given) : TOKEN_DAYS_DEFAULT;
    if (!*label || strlen(label) > LABEL_LETTERS_MAX) {
        office__refuse(answer, STATUS_BAD, "a token needs a label of at most 60 letters");
        return;
    }
    if (!read_scopes(json_object_get(body, "scopes"), &list)) {
        office__refuse(answer, STATUS_BAD, "scopes are a list of play and read");
        return;
    }
    if (days < 1 || days > TOKEN_DAYS_DEFAULT) {
        office__refuse(answer, STATUS_BAD, "days are 1 to 365");
        return;
    }
    const NewSession wanted = {desk->asker.person, "token", label, memory, (uint32_t)days * DAY_S};
    if (begin(desk, &wanted, asked, &token, answer))
        office__answer(answer, STATUS_CREATED, json_pack("{s:s}", "token", token.text));
}

// --- Listing and ending --------------------------------------------------------------------------

static json_t *session_to_json(const StoreCaller *caller, uint32_t row)
{
    enum { NUMBER, KIND, LABEL, SCOPES, CREATED, SEEN, EXPIRES, IS_THIS };
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:b}", "session",
        store_call_field(caller, row, NUMBER), "kind", store_call_field(caller, row, KIND), "label",
        store_call_field(caller, row, LABEL), "scopes", store_call_field(caller, row, SCOPES),
        "created", store_call_field(caller, row, CREATED), "seen",
        store_call_field(caller, row, SEEN), "expires", store_call_field(caller, row, EXPIRES),
        "this", store_call_field(caller, row, IS_THIS)[0] == 't');
}

void office__list_sessions(Desk *desk, const Asked *asked, Answer *answer)
{
    const char *const values[] = {desk->asker.person, desk->asker.session.text};
    (void)asked;
    if (office__call(desk, OFFICE_LIST_SESSIONS, values, answer))
        office__answer(answer, STATUS_OK,
                       json_pack("{s:o}", "sessions",
                                 office__rows_to_json(desk->caller, UINT32_MAX, session_to_json)));
}

// DELETE /api/session/NUMBER, or `this`, or `others`.
void office__end_sessions(Desk *desk, const Asked *asked, Answer *answer)
{
    uint64_t number;
    const bool is_number = slice_number(slice_of(asked->parameter), UINT32_MAX, &number);
    const bool is_others = strcmp(asked->parameter, "others") == 0;
    if (!is_number && !is_others && strcmp(asked->parameter, "this") != 0) {
        office__refuse(answer, STATUS_NOT_FOUND, "there is no such session");
        return;
    }
    const char *const values[] = {desk->asker.person, desk->asker.session.text,
                                  is_number ? asked->parameter : NULL};
    if (!office__call(desk, is_others ? OFFICE_END_OTHERS : OFFICE_END_SESSION, values, answer))
        return;
    const uint64_t ended = store_call_number(desk->caller, 0, 0);
    if (is_number && !ended)
        office__refuse(answer, STATUS_NOT_FOUND, "there is no such session");
    else
        office__answer(answer, STATUS_OK, json_pack("{s:I}", "ended", (json_int_t)ended));
}
