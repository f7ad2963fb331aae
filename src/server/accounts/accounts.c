// Accounts: registering, logging in, changing the password, deleting.
//
// Passwords cost much to check, so who may show one is limited before that, in the loop. Somebody who has logged in on a device before shows
// its mark and waits for nobody; strangers are limited by address, by name and all together, and wait behind them. An unknown name and a
// wrong password get the same answer after the same work.
#include "server/accounts/inside.h"

#include "base/crypto/secret.h"
#include "server/accounts/passwords.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_BYTES_MAX = 60, SUSPENDED_BYTES = 400 };

// --- Before the queue ----------------------------------------------------------------------------

static bool take_stranger(const Office *office)
{
    return office__take(office, LIMIT_STRANGERS, slice_of(""));
}

static bool screen_login(const Office *office, const NetRequest *request, const json_t *body,
                         bool *can_wait)
{
    char skeleton[NAME_ROOM];
    const Slice device = slice_of(office__string(body, "device"));
    office_name_skeleton(slice_of(office__string(body, "name")), skeleton);
    const bool is_known = seal_mark_is(&office->plan.key, slice_of(skeleton), device);
    if (is_known && !office__take(office, LIMIT_LOGIN_DEVICE, device))
        return false;
    // Marks outlive the password: whoever knew it once may have many.
    if (is_known && office__take(office, LIMIT_LOGIN_DEVICES, slice_of(skeleton)))
        return true;
    *can_wait = true;
    return office__take_address(office, LIMIT_LOGIN_ADDRESS, request->address) &&
           office__take(office, LIMIT_LOGIN_NAME, slice_of(skeleton)) && take_stranger(office);
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
    return office__take_address(office, LIMIT_REGISTER_ADDRESS, request->address) &&
           take_stranger(office);
}

bool office__screen_password(Office *office, const NetRequest *request, bool *can_wait)
{
    (void)can_wait;
    return office__take(office, LIMIT_PASSWORD_SESSION, request->bearer);
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

void office__register(Desk *desk, const Asked *asked, Answer *answer)
{
    const json_t *body = desk->body;
    const Slice name = slice_of(office__string(body, "name"));
    const char *problem = office_name_problem(name, json_is_true(json_object_get(body, "bot")));
    if (!problem)
        problem = office_password_problem(slice_of(office__string(body, "password")), name);
    if (problem)
        office__refuse(answer, STATUS_BAD, problem);
    else
        keep_account(desk, body, asked, answer);
}

// --- Logging in ----------------------------------------------------------------------------------

// An account that may try to log in, copied from the database.
typedef struct Known {
    bool is_known;
    char person[NUMBER_ROOM], name[NAME_ROOM];
    PasswordHash hash;               // nobody's if it is not known
    char suspended[SUSPENDED_BYTES]; // until when and why; "" if it is not
} Known;

static bool find_account(Desk *desk, const char *name, Known *known, Answer *answer)
{
    enum { PERSON, NAME, PASSWORD, SUSPENDED };
    char skeleton[NAME_ROOM];
    const char *const values[] = {skeleton, name};
    *known = (Known){.hash = desk->office->nobodys};
    office_name_skeleton(slice_of(name), skeleton);
    if (!office__call(desk, OFFICE_FIND_ACCOUNT, values, answer))
        return false;
    known->is_known = store_call_rows(desk->caller) > 0;
    if (!known->is_known)
        return true;
    Text texts[] = {[PERSON] = TEXT_IN(known->person),
                    [NAME] = TEXT_IN(known->name),
                    [PASSWORD] = TEXT_IN(known->hash.text),
                    [SUSPENDED] = TEXT_IN(known->suspended)};
    for (unsigned column = PERSON; column <= SUSPENDED; column++) {
        const char *field = store_call_field(desk->caller, 0, column);
        text_add(&texts[column], field ? field : "");
    }
    return true;
}

// Who knows the password of a suspended account is told until when it is, and why.
static void refuse_suspended(const char *suspended, Answer *answer)
{
    Slice reason = slice_of(suspended);
    const Slice until = slice_take(&reason, " ");
    office__answer(answer, STATUS_FORBIDDEN,
                   json_pack("{s:s, s:{s:s#, s:s#}}", "error", "this account is suspended",
                             "suspended", "until", until.start, (int)until.length, "reason",
                             reason.start, (int)reason.length));
}

void office__log_in(Desk *desk, const Asked *asked, Answer *answer)
{
    const json_t *body = desk->body;
    const char *password = office__string(body, "password");
    Known known;
    if (!find_account(desk, office__string(body, "name"), &known, answer))
        return;
    const bool is_right =
        strlen(password) <= PASSWORD_BYTES_MAX && password_is(slice_of(password), known.hash.text);
    if (!known.is_known || !is_right)
        office__refuse(answer, STATUS_WHO, "name or password is wrong");
    else if (known.suspended[0])
        refuse_suspended(known.suspended, answer);
    else
        office__begin_session(desk, known.person, known.name, asked, label_of(body), answer);
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

void office__change_password(Desk *desk, const Asked *asked, Answer *answer)
{
    const json_t *body = desk->body;
    const char *wanted = office__string(body, "new");
    const char *problem = office_password_problem(slice_of(wanted), slice_of(desk->asker.name));
    PasswordHash hash;
    (void)asked;
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

// The person stays, without a name of its own: the games are its opponents' too.
void office__delete_account(Desk *desk, const Asked *asked, Answer *answer)
{
    const char *const values[] = {desk->asker.person};
    (void)asked;
    if (office__is_password(desk, office__string(desk->body, "password"), answer) &&
        office__call(desk, OFFICE_DELETE_ACCOUNT, values, answer))
        office__answer(answer, STATUS_OK, json_pack("{s:b}", "deleted", 1));
}
