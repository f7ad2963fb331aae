// Accounts: registering, logging in, changing the password, deleting.
//
// Passwords cost much to check, so who may show one is limited before that, in the loop. Somebody who has logged in on a device before shows
// its mark and waits for nobody; strangers are limited by address, by name and all together, and wait behind them. An unknown name and a
// wrong password get the same answer after the same work.
#include "office/inside.h"

#include "chance/secret.h"
#include "office/passwords.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_BYTES_MAX = 60 };

// --- Before the queue ----------------------------------------------------------------------------

static bool take(const Office *office, LimitKind kind, Slice what)
{
    return limits_take(office->limits, kind, what, net_now_ms(office->net));
}

// An address as it is counted.
static bool take_address(const Office *office, LimitKind kind, Slice address)
{
    char text[LIMITS_ADDRESS_MAX * 4], memory[LIMITS_ADDRESS_MAX];
    Text copy = TEXT_IN(text);
    text_add_slice(&copy, address);
    return take(office, kind, limits_address(text, memory));
}

static bool take_stranger(const Office *office)
{
    return take(office, LIMIT_STRANGERS, slice_of(""));
}

static bool screen_login(const Office *office, const NetRequest *request, const json_t *body,
                         bool *can_wait)
{
    char skeleton[NAME_ROOM];
    const Slice device = slice_of(office__string(body, "device"));
    office_name_skeleton(slice_of(office__string(body, "name")), skeleton);
    if (seal_mark_is(&office->plan.key, slice_of(skeleton), device))
        return take(office, LIMIT_LOGIN_DEVICE, device);
    *can_wait = true;
    return take_address(office, LIMIT_LOGIN_ADDRESS, request->address) &&
           take(office, LIMIT_LOGIN_NAME, slice_of(skeleton)) && take_stranger(office);
}

bool office__screen_login(Office *office, const NetRequest *request, bool *can_wait)
{
    json_error_t error;
    json_t *body =
        json_loadb(request->body.start, request->body.length, JSON_REJECT_DUPLICATES, &error);
    const bool may_ask = screen_login(office, request, body, can_wait);
    json_decref(body);
    return may_ask;
}

bool office__screen_register(Office *office, const NetRequest *request, bool *can_wait)
{
    *can_wait = true;
    return take_address(office, LIMIT_REGISTER_ADDRESS, request->address) && take_stranger(office);
}

bool office__screen_password(Office *office, const NetRequest *request, bool *can_wait)
{
    (void)can_wait;
    return take(office, LIMIT_PASSWORD_SESSION, request->bearer);
}

// --- Registering ---------------------------------------------------------------------------------

// What a device calls itself, for the list of sessions.
static const char *label_of(const json_t *body)
{
    const char *label = office__string(body, "label");
    return strlen(label) <= LABEL_BYTES_MAX ? label : "";
}

// Keeps a new account, as a guest's if it shows a guest's token, and begins its first session.
static void keep_account(Desk *desk, const json_t *body, const Asked *asked, Answer *answer)
{
    const char *name = office__string(body, "name"), *guest = office__string(body, "guest");
    const Slice password = slice_of(office__string(body, "password"));
    char number_memory[NUMBER_ROOM], skeleton[NAME_ROOM];
    Text number_text = TEXT_IN(number_memory);
    PasswordHash hash;
    uint64_t number;
    if (!seed_draw(&number) || !number || !password_hash(password, &hash)) {
        office__refuse(answer, STATUS_BUSY, "not now; ask again in a moment");
        return;
    }
    text_format(&number_text, "%" PRIu64, number);
    office_name_skeleton(slice_of(name), skeleton);
    const TokenHash guest_hash = token_hash(slice_of(guest));
    const HashText guest_text = office__hash_text(&guest_hash);
    const char *const values[] = {number_memory,
                                  name,
                                  skeleton,
                                  hash.text,
                                  *guest ? guest_text.text : NULL,
                                  json_is_true(json_object_get(body, "bot")) ? "t" : "f"};
    if (!office__call(desk, OFFICE_REGISTER, values, answer))
        return;
    if (!store_call_rows(desk->caller)) {
        office__refuse(answer, STATUS_CONFLICT, "this name, or one that looks like it, is taken");
        return;
    }
    char person[NUMBER_ROOM];
    Text text = TEXT_IN(person);
    text_add(&text, store_call_field(desk->caller, 0, 0));
    office__begin_session(desk, person, name, asked, label_of(body), answer);
}

static void check_and_keep(Desk *desk, const json_t *body, const Asked *asked, Answer *answer)
{
    const Slice name = slice_of(office__string(body, "name"));
    const char *problem = office_name_problem(name, json_is_true(json_object_get(body, "bot")));
    if (!problem)
        problem = office_password_problem(slice_of(office__string(body, "password")), name);
    if (problem)
        office__refuse(answer, STATUS_BAD, problem);
    else
        keep_account(desk, body, asked, answer);
}

void office__register(Desk *desk, const Asked *asked, Answer *answer)
{
    json_t *body = office__read_body(asked, answer);
    if (body)
        check_and_keep(desk, body, asked, answer);
    json_decref(body);
}

// --- Logging in ----------------------------------------------------------------------------------

static void log_in(Desk *desk, const json_t *body, const Asked *asked, Answer *answer)
{
    enum { PERSON, NAME, PASSWORD };
    const char *name = office__string(body, "name"), *password = office__string(body, "password");
    char skeleton[NAME_ROOM], person[NUMBER_ROOM], own_name[NAME_ROOM];
    PasswordHash hash = desk->office->nobodys;
    Text kept = TEXT_IN(hash.text), number = TEXT_IN(person), own = TEXT_IN(own_name);
    office_name_skeleton(slice_of(name), skeleton);
    const char *const values[] = {skeleton, name};
    if (!office__call(desk, OFFICE_FIND_ACCOUNT, values, answer))
        return;
    const bool is_known = store_call_rows(desk->caller) > 0;
    if (is_known) {
        text_add(&number, store_call_field(desk->caller, 0, PERSON));
        text_add(&own, store_call_field(desk->caller, 0, NAME));
        text_add(&kept, store_call_field(desk->caller, 0, PASSWORD));
    } else {
        hash = desk->office->nobodys;
    }
    const bool is_right =
        strlen(password) <= PASSWORD_BYTES_MAX && password_is(slice_of(password), hash.text);
    if (is_known && is_right)
        office__begin_session(desk, person, own_name, asked, label_of(body), answer);
    else
        office__refuse(answer, STATUS_WHO, "name or password is wrong");
}

void office__log_in(Desk *desk, const Asked *asked, Answer *answer)
{
    json_t *body = office__read_body(asked, answer);
    if (body)
        log_in(desk, body, asked, answer);
    json_decref(body);
}

// --- The own account -----------------------------------------------------------------------------

void office__tell_account(Desk *desk, const Asked *asked, Answer *answer)
{
    enum { NAME, IS_BOT, CREATED, HAS_ACCOUNT, EMAIL };
    const StoreCaller *caller = desk->caller;
    const char *const values[] = {desk->asker.person};
    (void)asked;
    if (!office__call(desk, OFFICE_OWN_ACCOUNT, values, answer))
        return;
    office__answer(
        answer, STATUS_OK,
        json_pack("{s:s, s:b, s:s, s:b, s:s?}", "name", store_call_field(caller, 0, NAME), "bot",
                  office__is_true(desk, IS_BOT), "created", store_call_field(caller, 0, CREATED),
                  "account", office__is_true(desk, HAS_ACCOUNT), "email",
                  store_call_field(caller, 0, EMAIL)));
}

bool office__is_password(Desk *desk, const char *password, Answer *answer)
{
    enum { PASSWORD = 5 };
    const char *const values[] = {desk->asker.person};
    if (!office__call(desk, OFFICE_OWN_ACCOUNT, values, answer))
        return false;
    const char *hash = store_call_field(desk->caller, 0, PASSWORD);
    if (hash && strlen(password) <= PASSWORD_BYTES_MAX && password_is(slice_of(password), hash))
        return true;
    office__refuse(answer, STATUS_FORBIDDEN, "the password is wrong");
    return false;
}

static void change_password(Desk *desk, const json_t *body, Answer *answer)
{
    const char *wanted = office__string(body, "new");
    const char *problem = office_password_problem(slice_of(wanted), slice_of(desk->asker.name));
    PasswordHash hash;
    if (problem) {
        office__refuse(answer, STATUS_BAD, problem);
        return;
    }
    if (!office__is_password(desk, office__string(body, "old"), answer))
        return;
    if (!password_hash(slice_of(wanted), &hash)) {
        office__refuse(answer, STATUS_BUSY, "not now; ask again in a moment");
        return;
    }
    const char *const values[] = {desk->asker.person, hash.text, desk->asker.session.text};
    if (office__call(desk, OFFICE_SET_PASSWORD, values, answer))
        office__answer(
            answer, STATUS_OK,
            json_pack("{s:I}", "ended", (json_int_t)store_call_number(desk->caller, 0, 0)));
}

void office__change_password(Desk *desk, const Asked *asked, Answer *answer)
{
    json_t *body = office__read_body(asked, answer);
    if (body)
        change_password(desk, body, answer);
    json_decref(body);
}

// The person stays, without a name of its own: the games are its opponents' too.
static void delete_account(Desk *desk, const json_t *body, Answer *answer)
{
    char name[NAME_ROOM], skeleton[NAME_ROOM];
    Text text = TEXT_IN(name);
    uint64_t number;
    if (!office__is_password(desk, office__string(body, "password"), answer))
        return;
    if (!seed_draw(&number)) {
        office__refuse(answer, STATUS_BUSY, "not now; ask again in a moment");
        return;
    }
    text_format(&text, "former-%08" PRIx32, (uint32_t)number);
    office_name_skeleton(slice_of(desk->asker.name), skeleton);
    const char *const values[] = {desk->asker.person, name, skeleton};
    if (office__call(desk, OFFICE_DELETE_ACCOUNT, values, answer))
        office__answer(answer, STATUS_OK, json_pack("{s:b}", "deleted", 1));
}

void office__delete_account(Desk *desk, const Asked *asked, Answer *answer)
{
    json_t *body = office__read_body(asked, answer);
    if (body)
        delete_account(desk, body, answer);
    json_decref(body);
}
