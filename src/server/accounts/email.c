// Addresses of e-mail, which are optional: setting one by a link that proves it, and a new password by a link. A link holds a token that works once.
#include "server/accounts/inside.h"

#include "base/os/event_log.h"
#include "server/accounts/passwords.h"

#include <string.h>

enum { MAIL_TEXT_MAX = 1024, PROBLEM_MAX = 256 };

static bool has_mail(const Office *office)
{
    return office->plan.mail.server != NULL;
}

static bool refuse_without_mail(const Desk *desk, Answer *answer)
{
    if (has_mail(desk->office))
        return false;
    office__refuse(answer, STATUS_NOT_FOUND, "this server sends no mail");
    return true;
}

// --- Before the queue ----------------------------------------------------------------------------

bool office__screen_reset(Office *office, const NetRequest *request, bool *can_wait)
{
    char skeleton[NAME_ROOM];
    json_error_t error;
    json_t *body = json_loadb(request->body.start, request->body.length, 0, &error);
    (void)can_wait;
    office_name_skeleton(slice_of(office__string(body, "name")), skeleton);
    json_decref(body);
    return office__take_address(office, LIMIT_MAIL_ADDRESS, request->address) &&
           office__take(office, LIMIT_MAIL_NAME, slice_of(skeleton)) &&
           office__take(office, LIMIT_MAIL_ALL, slice_of(""));
}

bool office__screen_email(Office *office, const NetRequest *request, bool *can_wait)
{
    return office__screen_password(office, request, can_wait) &&
           office__take_address(office, LIMIT_MAIL_ADDRESS, request->address) &&
           office__take(office, LIMIT_MAIL_ALL, slice_of(""));
}

bool office__screen_link(Office *office, const NetRequest *request, bool *can_wait)
{
    *can_wait = true;
    return office__take_address(office, LIMIT_MAIL_ADDRESS, request->address) &&
           office__take(office, LIMIT_STRANGERS, slice_of(""));
}

// --- Links ---------------------------------------------------------------------------------------

typedef struct Link {
    const char *person, *name, *purpose, *email;
    const char *subject, *path, *reason; // of the mail
} Link;

// Keeps a token and mails a link with it. False if that fails; the log says why, and names nobody.
static bool send_link(Desk *desk, const Link *link, Answer *answer)
{
    const MailPlan *plan = &desk->office->plan.mail;
    char memory[MAIL_TEXT_MAX], problem_memory[PROBLEM_MAX];
    Text text = TEXT_IN(memory), problem = TEXT_IN(problem_memory);
    Token token;
    if (!token_draw(&token))
        return false;
    const TokenHash hash = token_hash(slice_of(token.text));
    const HashText hash_text = office__hash_text(&hash);
    const char *const values[] = {hash_text.text, link->person, link->purpose, link->email};
    if (!office__call(desk, OFFICE_ADD_LINK, values, answer))
        return false;
    text_format(
        &text,
        "Hello %s,\n\n%s\n\n    %s#/account/%s/%s\n\nThe link works once, for an hour. If you "
        "did not ask for it, you need not do anything.\n",
        link->name, link->reason, plan->site, link->path, token.text);
    const Mail mail = {link->email, link->subject, memory};
    const bool is_sent = mail_send(plan, &mail, desk->memory, &problem);
    if (!is_sent)
        event_log(desk->office->plan.log, "mail_failed", NULL, problem_memory);
    return is_sent;
}

void office__set_email(Desk *desk, const Asked *asked, Answer *answer)
{
    const char *email = office__string(desk->body, "email");
    (void)asked;
    if (refuse_without_mail(desk, answer))
        return;
    if (!mail_is_address(slice_of(email))) {
        office__refuse(answer, STATUS_BAD, "this is no address of e-mail");
        return;
    }
    if (!office__is_password(desk, office__string(desk->body, "password"), answer))
        return;
    const Link link = {.person = desk->asker.person,
                       .name = desk->asker.name,
                       .purpose = "confirm",
                       .email = email,
                       .subject = "Your address at Nebel",
                       .path = "confirm",
                       .reason =
                           "open this link to keep your address for resets of your password:"};
    if (send_link(desk, &link, answer))
        office__answer(answer, STATUS_ACCEPTED, json_pack("{s:b}", "sent", 1));
    else
        office__refuse(answer, STATUS_BUSY, "the mail cannot be sent now; try again later");
}

// Whoever asks has been answered already, whether the name exists and has an address or not.
void office__send_reset(Desk *desk, const Asked *asked, Answer *answer)
{
    enum { PERSON, NAME, EMAIL };
    char person[NUMBER_ROOM], name[NAME_ROOM], email[MAIL_ADDRESS_MAX + 1], skeleton[NAME_ROOM];
    const char *wanted = office__string(desk->body, "name");
    (void)asked;
    office_name_skeleton(slice_of(wanted), skeleton);
    const char *const values[] = {skeleton, wanted};
    if (has_mail(desk->office) && office__call(desk, OFFICE_FIND_EMAIL, values, answer) &&
        store_call_rows(desk->caller)) {
        Text texts[] = {TEXT_IN(person), TEXT_IN(name), TEXT_IN(email)};
        for (unsigned column = PERSON; column <= EMAIL; column++)
            text_add(&texts[column], store_call_field(desk->caller, 0, column));
        const Link link = {.person = person,
                           .name = name,
                           .purpose = "reset",
                           .email = email,
                           .subject = "A new password at Nebel",
                           .path = "reset",
                           .reason = "open this link to choose a new password:"};
        (void)!send_link(desk, &link, answer);
    }
}

// --- What a link does ----------------------------------------------------------------------------

static void use_link(Desk *desk, const char *token, OfficeStatement statement, const char *value,
                     Answer *answer)
{
    const TokenHash hash = token_hash(slice_of(token));
    const HashText text = office__hash_text(&hash);
    const char *const values[] = {text.text, value};
    if (!office__call(desk, statement, values, answer))
        return;
    if (store_call_rows(desk->caller))
        office__answer(answer, STATUS_OK,
                       json_pack("{s:s}", "name", store_call_field(desk->caller, 0, 0)));
    else
        office__refuse(answer, STATUS_NOT_FOUND, "this link was used, or it is too old");
}

void office__confirm_email(Desk *desk, const Asked *asked, Answer *answer)
{
    (void)asked;
    use_link(desk, office__string(desk->body, "token"), OFFICE_CONFIRM_EMAIL, NULL, answer);
}

void office__reset_password(Desk *desk, const Asked *asked, Answer *answer)
{
    const Slice password = slice_of(office__string(desk->body, "password"));
    const char *problem = office_password_problem(password, slice_of(""));
    PasswordHash hash;
    (void)asked;
    if (problem)
        office__refuse(answer, STATUS_BAD, problem);
    else if (!password_hash(password, &hash))
        office__refuse(answer, STATUS_BUSY, "not now; ask again in a moment");
    else
        use_link(desk, office__string(desk->body, "token"), OFFICE_RESET_PASSWORD, hash.text,
                 answer);
}

void office__forget_email(Desk *desk, const Asked *asked, Answer *answer)
{
    const char *const values[] = {desk->asker.person};
    (void)asked;
    if (office__call(desk, OFFICE_FORGET_EMAIL, values, answer))
        office__answer(answer, STATUS_OK, json_pack("{s:n}", "email"));
}
