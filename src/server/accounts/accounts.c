// Accounts and sessions: registering, logging in, changing the password, deleting; logins and tokens for programs, which their person can list
// and end. A session that ends is dead immediately: its row is gone, and the nodes are told.
//
// Passwords cost much to check, so clients are limited before that, in the loop. A device that has logged in before shows
// its mark and waits for no stranger; strangers are limited by address, by name and all together, and wait behind them. An unknown name and a
// wrong password get the same answer after the same work.
#include "server/accounts/internal.h"

#include "base/crypto/secret.h"
#include "server/accounts/credentials.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_BYTES_MAX = 60, SUSPENDED_BYTES = 400 };
enum {
    SESSION_LIFE_S = 90 * 24 * 3600, // without a visit
    TOKEN_DAYS_DEFAULT = 365,
    DAY_S = 24 * 3600,
    LABEL_LETTERS_MAX = 60,
};

static const char *const scopes[] = {"play", "read"};

// The seal of the address that asks, as a statement takes it.
static HashText address_text(const RequestHandler *handler, const HandlerRequest *asked)
{
    char memory[LIMITS_ADDRESS_MAX];
    const TokenHash hash =
        seal(&handler->service->plan.key, "address", limits_address(asked->address, memory));
    return accounts__hash_text(&hash);
}

typedef struct NewSession {
    const char *person, *kind, *label, *scopes; // scopes: an array as text
    uint32_t life_s;
} NewSession;

// Draws a token and keeps its session. False, with the answer written, if that fails.
static bool begin_any_session(RequestHandler *handler, const NewSession *wanted,
                              const HandlerRequest *asked, Token *token, HandlerAnswer *answer)
{
    char life_memory[NUMBER_ROOM];
    Text life = TEXT_IN(life_memory);
    if (!token_draw(token)) {
        accounts__refuse(answer, STATUS_BUSY, "there is no chance; ask again in a moment");
        return false;
    }
    const TokenHash hash = token_hash(slice_of(token->text));
    const HashText text = accounts__hash_text(&hash), address = address_text(handler, asked);
    text_format(&life, "%" PRIu32, wanted->life_s);
    const char *const values[] = {text.text,      wanted->person, wanted->kind, wanted->label,
                                  wanted->scopes, life_memory,    address.text};
    return accounts__call(handler, ACCOUNTS_BEGIN_SESSION, values, answer);
}

// Begins a session of a person by login, and answers with its token and a mark for this device.
static void office_begin_session(RequestHandler *handler, const char *person, const char *name,
                                 const HandlerRequest *asked, const char *label,
                                 HandlerAnswer *answer)
{
    const NewSession wanted = {person, "login", label, "{}", SESSION_LIFE_S};
    char skeleton[NAME_ROOM];
    Token token;
    SealMark device;
    if (!begin_any_session(handler, &wanted, asked, &token, answer))
        return;
    account_name_skeleton(slice_of(name), skeleton);
    if (!seal_mark_draw(&handler->service->plan.key, slice_of(skeleton), &device))
        device.text[0] = '\0';
    accounts__answer(
        answer, STATUS_CREATED,
        json_pack("{s:s, s:s, s:s}", "token", token.text, "name", name, "device", device.text));
}

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

void accounts__make_token(RequestHandler *handler, const HandlerRequest *asked,
                          HandlerAnswer *answer)
{
    const json_t *body = handler->body;
    char memory[NUMBER_ROOM];
    Text list = TEXT_IN(memory);
    Token token;
    const char *label = accounts__string(body, "label");
    const json_t *days_given = json_object_get(body, "days");
    const json_int_t days = days_given ? json_integer_value(days_given) : TOKEN_DAYS_DEFAULT;
    if (!*label || strlen(label) > LABEL_LETTERS_MAX) {
        accounts__refuse(answer, STATUS_BAD, "a token needs a label of at most 60 letters");
        return;
    }
    if (!read_scopes(json_object_get(body, "scopes"), &list)) {
        accounts__refuse(answer, STATUS_BAD, "scopes are a list of play and read");
        return;
    }
    if (days < 1 || days > TOKEN_DAYS_DEFAULT) {
        accounts__refuse(answer, STATUS_BAD, "days are 1 to 365");
        return;
    }
    const NewSession wanted = {handler->asker.person, "token", label, memory,
                               (uint32_t)days * DAY_S};
    if (begin_any_session(handler, &wanted, asked, &token, answer))
        accounts__answer(answer, STATUS_CREATED, json_pack("{s:s}", "token", token.text));
}

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

void accounts__list_sessions(RequestHandler *handler, const HandlerRequest *asked,
                             HandlerAnswer *answer)
{
    const char *const values[] = {handler->asker.person, handler->asker.session.text};
    (void)asked;
    if (accounts__call(handler, ACCOUNTS_LIST_SESSIONS, values, answer))
        accounts__answer(
            answer, STATUS_OK,
            json_pack("{s:o}", "sessions",
                      accounts__rows_to_json(handler->caller, UINT32_MAX, session_to_json)));
}

// Ends sessions: DELETE /api/session/NUMBER, or `this`, or `others`.
void accounts__end_sessions(RequestHandler *handler, const HandlerRequest *asked,
                            HandlerAnswer *answer)
{
    uint64_t number;
    const bool is_number = slice_number(slice_of(asked->parameter), UINT32_MAX, &number);
    const bool is_others = strcmp(asked->parameter, "others") == 0;
    if (!is_number && !is_others && strcmp(asked->parameter, "this") != 0) {
        accounts__refuse(answer, STATUS_NOT_FOUND, "there is no such session");
        return;
    }
    const char *const values[] = {handler->asker.person, handler->asker.session.text,
                                  is_number ? asked->parameter : NULL};
    if (!accounts__call(handler, is_others ? ACCOUNTS_END_OTHERS : ACCOUNTS_END_SESSION, values,
                        answer))
        return;
    const uint64_t ended = store_call_number(handler->caller, 0, 0);
    if (is_number && !ended)
        accounts__refuse(answer, STATUS_NOT_FOUND, "there is no such session");
    else
        accounts__answer(answer, STATUS_OK, json_pack("{s:I}", "ended", (json_int_t)ended));
}

static bool take_stranger(const AccountsService *service)
{
    return accounts__take(service, LIMIT_STRANGERS, slice_of(""));
}

static bool screen_login(const AccountsService *service, const NetRequest *request,
                         const json_t *body, bool *can_wait)
{
    char skeleton[NAME_ROOM];
    const Slice device = slice_of(accounts__string(body, "device"));
    account_name_skeleton(slice_of(accounts__string(body, "name")), skeleton);
    const bool is_known = seal_mark_is(&service->plan.key, slice_of(skeleton), device);
    if (is_known && !accounts__take(service, LIMIT_LOGIN_DEVICE, device))
        return false;
    // Marks outlive the password: whoever knew it once may have many.
    if (is_known && accounts__take(service, LIMIT_LOGIN_DEVICES, slice_of(skeleton)))
        return true;
    *can_wait = true;
    return accounts__take_address(service, LIMIT_LOGIN_ADDRESS, request->address) &&
           accounts__take(service, LIMIT_LOGIN_NAME, slice_of(skeleton)) && take_stranger(service);
}

bool accounts__screen_login(AccountsService *service, const NetRequest *request, bool *can_wait)
{
    json_error_t error;
    json_t *body =
        json_loadb(request->body.start, request->body.length, JSON_REJECT_DUPLICATES, &error);
    const bool may_ask = screen_login(service, request, body, can_wait);
    json_decref(body);
    return may_ask;
}

bool accounts__screen_register(AccountsService *service, const NetRequest *request, bool *can_wait)
{
    *can_wait = true;
    return accounts__take_address(service, LIMIT_REGISTER_ADDRESS, request->address) &&
           take_stranger(service);
}

bool accounts__screen_password(AccountsService *service, const NetRequest *request, bool *can_wait)
{
    (void)can_wait;
    return accounts__take(service, LIMIT_PASSWORD_SESSION, request->bearer);
}

// Returns the name that a device gives itself, for the list of sessions.
static const char *label_of(const json_t *body)
{
    const char *label = accounts__string(body, "label");
    return strlen(label) <= LABEL_BYTES_MAX ? label : "";
}

// Keeps a new account, as a guest's if it shows a guest's token, and begins its first session.
static void keep_account(RequestHandler *handler, const json_t *body, const HandlerRequest *asked,
                         HandlerAnswer *answer)
{
    const char *name = accounts__string(body, "name"), *guest = accounts__string(body, "guest");
    const Slice password = slice_of(accounts__string(body, "password"));
    char number_memory[NUMBER_ROOM], skeleton[NAME_ROOM];
    Text number_text = TEXT_IN(number_memory);
    PasswordHash hash;
    uint64_t number;
    if (!seed_draw(&number) || !number || !password_hash(password, &hash)) {
        accounts__refuse(answer, STATUS_BUSY, "not now; ask again in a moment");
        return;
    }
    text_format(&number_text, "%" PRIu64, number);
    account_name_skeleton(slice_of(name), skeleton);
    const TokenHash guest_hash = token_hash(slice_of(guest));
    const HashText guest_text = accounts__hash_text(&guest_hash);
    const char *const values[] = {number_memory,
                                  name,
                                  skeleton,
                                  hash.text,
                                  *guest ? guest_text.text : NULL,
                                  json_is_true(json_object_get(body, "bot")) ? "t" : "f"};
    if (!accounts__call(handler, ACCOUNTS_REGISTER, values, answer))
        return;
    if (!store_call_rows(handler->caller)) {
        accounts__refuse(answer, STATUS_CONFLICT, "this name, or one that looks like it, is taken");
        return;
    }
    char person[NUMBER_ROOM];
    Text text = TEXT_IN(person);
    text_add(&text, store_call_field(handler->caller, 0, 0));
    office_begin_session(handler, person, name, asked, label_of(body), answer);
}

void accounts__register(RequestHandler *handler, const HandlerRequest *asked, HandlerAnswer *answer)
{
    const json_t *body = handler->body;
    const Slice name = slice_of(accounts__string(body, "name"));
    const char *problem = account_name_problem(name, json_is_true(json_object_get(body, "bot")));
    if (!problem)
        problem = account_password_problem(slice_of(accounts__string(body, "password")), name);
    if (problem)
        accounts__refuse(answer, STATUS_BAD, problem);
    else
        keep_account(handler, body, asked, answer);
}

// An account that may try to log in, copied from the database.
typedef struct Known {
    bool is_known;
    char person[NUMBER_ROOM], name[NAME_ROOM];
    PasswordHash hash;               // nobody's if it is not known
    char suspended[SUSPENDED_BYTES]; // until when and why; "" if it is not
} Known;

static bool find_account(RequestHandler *handler, const char *name, Known *known,
                         HandlerAnswer *answer)
{
    enum { PERSON, NAME, PASSWORD, SUSPENDED };
    char skeleton[NAME_ROOM];
    const char *const values[] = {skeleton, name};
    *known = (Known){.hash = handler->service->nobodys};
    account_name_skeleton(slice_of(name), skeleton);
    if (!accounts__call(handler, ACCOUNTS_FIND_ACCOUNT, values, answer))
        return false;
    known->is_known = store_call_rows(handler->caller) > 0;
    if (!known->is_known)
        return true;
    Text texts[] = {[PERSON] = TEXT_IN(known->person),
                    [NAME] = TEXT_IN(known->name),
                    [PASSWORD] = TEXT_IN(known->hash.text),
                    [SUSPENDED] = TEXT_IN(known->suspended)};
    for (unsigned column = PERSON; column <= SUSPENDED; column++) {
        const char *field = store_call_field(handler->caller, 0, column);
        text_add(&texts[column], field ? field : "");
    }
    return true;
}

// Refuses a login of a suspended account. A client that knows the password is told until when it is suspended, and why.
static void refuse_suspended(const char *suspended, HandlerAnswer *answer)
{
    Slice reason = slice_of(suspended);
    const Slice until = slice_take(&reason, " ");
    accounts__answer(answer, STATUS_FORBIDDEN,
                     json_pack("{s:s, s:{s:s#, s:s#}}", "error", "this account is suspended",
                               "suspended", "until", until.start, (int)until.length, "reason",
                               reason.start, (int)reason.length));
}

void accounts__log_in(RequestHandler *handler, const HandlerRequest *asked, HandlerAnswer *answer)
{
    const json_t *body = handler->body;
    const char *password = accounts__string(body, "password");
    Known known;
    if (!find_account(handler, accounts__string(body, "name"), &known, answer))
        return;
    const bool is_right =
        strlen(password) <= PASSWORD_BYTES_MAX && password_is(slice_of(password), known.hash.text);
    if (!known.is_known || !is_right)
        accounts__refuse(answer, STATUS_WHO, "name or password is wrong");
    else if (known.suspended[0])
        refuse_suspended(known.suspended, answer);
    else
        office_begin_session(handler, known.person, known.name, asked, label_of(body), answer);
}

void accounts__tell_account(RequestHandler *handler, const HandlerRequest *asked,
                            HandlerAnswer *answer)
{
    enum { NAME, IS_BOT, CREATED, HAS_ACCOUNT, EMAIL };
    const StoreCaller *caller = handler->caller;
    const char *const values[] = {handler->asker.person};
    (void)asked;
    if (!accounts__call(handler, ACCOUNTS_OWN_ACCOUNT, values, answer))
        return;
    accounts__answer(answer, STATUS_OK,
                     json_pack("{s:s, s:b, s:s, s:b, s:s?}", "name",
                               store_call_field(caller, 0, NAME), "bot",
                               accounts__is_true(handler, IS_BOT), "created",
                               store_call_field(caller, 0, CREATED), "account",
                               accounts__is_true(handler, HAS_ACCOUNT), "email",
                               store_call_field(caller, 0, EMAIL)));
}

bool accounts__is_password(RequestHandler *handler, const char *password, HandlerAnswer *answer)
{
    enum { PASSWORD = 5 };
    const char *const values[] = {handler->asker.person};
    if (!accounts__call(handler, ACCOUNTS_OWN_ACCOUNT, values, answer))
        return false;
    const char *hash = store_call_field(handler->caller, 0, PASSWORD);
    if (hash && strlen(password) <= PASSWORD_BYTES_MAX && password_is(slice_of(password), hash))
        return true;
    accounts__refuse(answer, STATUS_FORBIDDEN, "the password is wrong");
    return false;
}

void accounts__change_password(RequestHandler *handler, const HandlerRequest *asked,
                               HandlerAnswer *answer)
{
    const json_t *body = handler->body;
    const char *wanted = accounts__string(body, "new");
    const char *problem = account_password_problem(slice_of(wanted), slice_of(handler->asker.name));
    PasswordHash hash;
    (void)asked;
    if (problem) {
        accounts__refuse(answer, STATUS_BAD, problem);
        return;
    }
    if (!accounts__is_password(handler, accounts__string(body, "old"), answer))
        return;
    if (!password_hash(slice_of(wanted), &hash)) {
        accounts__refuse(answer, STATUS_BUSY, "not now; ask again in a moment");
        return;
    }
    const char *const values[] = {handler->asker.person, hash.text, handler->asker.session.text};
    if (accounts__call(handler, ACCOUNTS_SET_PASSWORD, values, answer))
        accounts__answer(
            answer, STATUS_OK,
            json_pack("{s:I}", "ended", (json_int_t)store_call_number(handler->caller, 0, 0)));
}

// Deletes an account. The person stays, without a name of its own: the games are its opponents' too.
void accounts__delete_account(RequestHandler *handler, const HandlerRequest *asked,
                              HandlerAnswer *answer)
{
    const char *const values[] = {handler->asker.person};
    (void)asked;
    if (accounts__is_password(handler, accounts__string(handler->body, "password"), answer) &&
        accounts__call(handler, ACCOUNTS_DELETE_ACCOUNT, values, answer))
        accounts__answer(answer, STATUS_OK, json_pack("{s:b}", "deleted", 1));
}
