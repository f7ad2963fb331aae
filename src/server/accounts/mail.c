// Mail, and addresses of e-mail, which are optional: setting one by a link that proves it, and a new password by a link. A link holds a token that
// works once. Mail is sent by SMTP with libcurl, in a thread, since it waits for the mail server.
#include "server/accounts/internal.h"

#include "base/crypto/token.h"
#include "base/os/event_log.h"
#include "server/accounts/credentials.h"

#include <curl/curl.h>
#include <string.h>
#include <time.h>

typedef struct Mail {
    const char *to, *subject;
    const char *text; // lines end with \n
} Mail;

enum { CONNECT_SECONDS = 5, SEND_SECONDS = 15, STAMP_MAX = 64 };
enum { MAIL_TEXT_MAX = 1024, PROBLEM_MAX = 256 };

bool mail_begin(void)
{
    return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

void mail_end(void)
{
    curl_global_cleanup();
}

// Adds lines of a mail, which end with both characters.
static void add_lines(Text *message, const char *text)
{
    for (; *text; text++) {
        if (*text == '\n')
            text_add_char(message, '\r');
        text_add_char(message, *text);
    }
}

static bool write_message(const MailPlan *plan, const Mail *mail, Text *message)
{
    char stamp[STAMP_MAX];
    const time_t now = time(NULL);
    struct tm utc;
    Token id;
    if (!token_draw(&id) || !gmtime_r(&now, &utc))
        return false;
    strftime(stamp, sizeof stamp, "%a, %d %b %Y %H:%M:%S +0000", &utc);
    text_format(message,
                "Date: %s\r\nFrom: Nebel <%s>\r\nTo: <%s>\r\nSubject: %s\r\nMessage-ID: <%s%s>\r\n"
                "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
                "Content-Type: text/plain; charset=utf-8\r\n\r\n",
                stamp, plan->from, mail->to, mail->subject, id.text, strchr(plan->from, '@'));
    add_lines(message, mail->text);
    return !message->cut;
}

static size_t read_message(char *room, size_t size, size_t count, void *context)
{
    Slice *rest = context;
    const size_t bytes = size * count < rest->length ? size * count : rest->length;
    memcpy(room, rest->start, bytes);
    *rest = (Slice){rest->start + bytes, rest->length - bytes};
    return bytes;
}

static CURLcode send_message(const MailPlan *plan, const char *to, Slice rest)
{
    CURL *curl = curl_easy_init();
    struct curl_slist *recipients = curl_slist_append(NULL, to);
    CURLcode code = CURLE_OUT_OF_MEMORY;
    if (curl && recipients) {
        curl_easy_setopt(curl, CURLOPT_URL, plan->server);
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
        curl_easy_setopt(curl, CURLOPT_USE_SSL, (long)CURLUSESSL_TRY);
        curl_easy_setopt(curl, CURLOPT_MAIL_FROM, plan->from);
        curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, recipients);
        curl_easy_setopt(curl, CURLOPT_READFUNCTION, read_message);
        curl_easy_setopt(curl, CURLOPT_READDATA, &rest);
        curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
        curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L); // there are threads
        curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
        curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)SEND_SECONDS);
        code = curl_easy_perform(curl);
    }
    curl_slist_free_all(recipients);
    curl_easy_cleanup(curl);
    return code;
}

// Sends a mail. Returns false, with a message, if the server does not take it.
static bool mail_send(const MailPlan *plan, const Mail *mail, const Memory *memory, Text *message)
{
    Text whole = text_growing(memory);
    const bool is_written = write_message(plan, mail, &whole);
    const CURLcode code = is_written
                              ? send_message(plan, mail->to, (Slice){whole.start, whole.length})
                              : CURLE_OUT_OF_MEMORY;
    text_done(&whole);
    if (code != CURLE_OK)
        text_add(message, curl_easy_strerror(code));
    return code == CURLE_OK;
}

static bool has_mail(const AccountsService *service)
{
    return service->plan.mail.server != NULL;
}

static bool refuse_without_mail(const RequestHandler *handler, HandlerAnswer *answer)
{
    if (has_mail(handler->service))
        return false;
    accounts__refuse(answer, STATUS_NOT_FOUND, "this server sends no mail");
    return true;
}

bool accounts__screen_reset(AccountsService *service, const NetRequest *request, bool *can_wait)
{
    char skeleton[NAME_ROOM];
    json_error_t error;
    json_t *body = json_loadb(request->body.start, request->body.length, 0, &error);
    (void)can_wait;
    account_name_skeleton(slice_of(accounts__string(body, "name")), skeleton);
    json_decref(body);
    return accounts__take_address(service, LIMIT_MAIL_ADDRESS, request->address) &&
           accounts__take(service, LIMIT_MAIL_NAME, slice_of(skeleton)) &&
           accounts__take(service, LIMIT_MAIL_ALL, slice_of(""));
}

bool accounts__screen_email(AccountsService *service, const NetRequest *request, bool *can_wait)
{
    return accounts__screen_password(service, request, can_wait) &&
           accounts__take_address(service, LIMIT_MAIL_ADDRESS, request->address) &&
           accounts__take(service, LIMIT_MAIL_ALL, slice_of(""));
}

bool accounts__screen_link(AccountsService *service, const NetRequest *request, bool *can_wait)
{
    *can_wait = true;
    return accounts__take_address(service, LIMIT_MAIL_ADDRESS, request->address) &&
           accounts__take(service, LIMIT_STRANGERS, slice_of(""));
}

typedef struct MailLink {
    const char *person, *name, *purpose, *email;
    const char *subject, *path, *reason; // of the mail
} MailLink;

// Keeps a token and mails a link with it. Returns false if that fails; the log says why, and names no person.
static bool send_link(RequestHandler *handler, const MailLink *link, HandlerAnswer *answer)
{
    const MailPlan *plan = &handler->service->plan.mail;
    char memory[MAIL_TEXT_MAX], problem_memory[PROBLEM_MAX];
    Text text = TEXT_IN(memory), problem = TEXT_IN(problem_memory);
    Token token;
    if (!token_draw(&token))
        return false;
    const TokenHash hash = token_hash(slice_of(token.text));
    const HashText hash_text = accounts__hash_text(&hash);
    const char *const values[] = {hash_text.text, link->person, link->purpose, link->email};
    if (!accounts__call(handler, ACCOUNTS_ADD_LINK, values, answer))
        return false;
    text_format(
        &text,
        "Hello %s,\n\n%s\n\n    %s#/account/%s/%s\n\nThe link works once, for an hour. If you "
        "did not ask for it, you need not do anything.\n",
        link->name, link->reason, plan->site, link->path, token.text);
    const Mail mail = {link->email, link->subject, memory};
    const bool is_sent = mail_send(plan, &mail, handler->memory, &problem);
    if (!is_sent)
        event_log(handler->service->plan.log, "mail_failed", NULL, problem_memory);
    return is_sent;
}

void accounts__set_email(RequestHandler *handler, const HandlerRequest *asked,
                         HandlerAnswer *answer)
{
    const char *email = accounts__string(handler->body, "email");
    (void)asked;
    if (refuse_without_mail(handler, answer))
        return;
    if (!mail_is_address(slice_of(email))) {
        accounts__refuse(answer, STATUS_BAD, "this is no address of e-mail");
        return;
    }
    if (!accounts__is_password(handler, accounts__string(handler->body, "password"), answer))
        return;
    const MailLink link = {.person = handler->asker.person,
                           .name = handler->asker.name,
                           .purpose = "confirm",
                           .email = email,
                           .subject = "Your address at Nebel",
                           .path = "confirm",
                           .reason =
                               "open this link to keep your address for resets of your password:"};
    if (send_link(handler, &link, answer))
        accounts__answer(answer, STATUS_ACCEPTED, json_pack("{s:b}", "sent", 1));
    else
        accounts__refuse(answer, STATUS_BUSY, "the mail cannot be sent now; try again later");
}

// Mails a link for a new password. The client has been answered already, whether the name exists and has an address or not.
void accounts__send_reset(RequestHandler *handler, const HandlerRequest *asked,
                          HandlerAnswer *answer)
{
    enum { PERSON, NAME, EMAIL };
    char person[NUMBER_ROOM], name[NAME_ROOM], email[MAIL_ADDRESS_MAX + 1], skeleton[NAME_ROOM];
    const char *wanted = accounts__string(handler->body, "name");
    (void)asked;
    account_name_skeleton(slice_of(wanted), skeleton);
    const char *const values[] = {skeleton, wanted};
    if (has_mail(handler->service) &&
        accounts__call(handler, ACCOUNTS_FIND_EMAIL, values, answer) &&
        store_call_rows(handler->caller)) {
        Text texts[] = {TEXT_IN(person), TEXT_IN(name), TEXT_IN(email)};
        for (unsigned column = PERSON; column <= EMAIL; column++)
            text_add(&texts[column], store_call_field(handler->caller, 0, column));
        const MailLink link = {.person = person,
                               .name = name,
                               .purpose = "reset",
                               .email = email,
                               .subject = "A new password at Nebel",
                               .path = "reset",
                               .reason = "open this link to choose a new password:"};
        (void)!send_link(handler, &link, answer);
    }
}

static void use_link(RequestHandler *handler, const char *token, AccountsStatement statement,
                     const char *value, HandlerAnswer *answer)
{
    const TokenHash hash = token_hash(slice_of(token));
    const HashText text = accounts__hash_text(&hash);
    const char *const values[] = {text.text, value};
    if (!accounts__call(handler, statement, values, answer))
        return;
    if (store_call_rows(handler->caller))
        accounts__answer(answer, STATUS_OK,
                         json_pack("{s:s}", "name", store_call_field(handler->caller, 0, 0)));
    else
        accounts__refuse(answer, STATUS_NOT_FOUND, "this link was used, or it is too old");
}

void accounts__confirm_email(RequestHandler *handler, const HandlerRequest *asked,
                             HandlerAnswer *answer)
{
    (void)asked;
    use_link(handler, accounts__string(handler->body, "token"), ACCOUNTS_CONFIRM_EMAIL, NULL,
             answer);
}

void accounts__reset_password(RequestHandler *handler, const HandlerRequest *asked,
                              HandlerAnswer *answer)
{
    const Slice password = slice_of(accounts__string(handler->body, "password"));
    const char *problem = account_password_problem(password, slice_of(""));
    PasswordHash hash;
    (void)asked;
    if (problem)
        accounts__refuse(answer, STATUS_BAD, problem);
    else if (!password_hash(password, &hash))
        accounts__refuse(answer, STATUS_BUSY, "not now; ask again in a moment");
    else
        use_link(handler, accounts__string(handler->body, "token"), ACCOUNTS_RESET_PASSWORD,
                 hash.text, answer);
}

void accounts__forget_email(RequestHandler *handler, const HandlerRequest *asked,
                            HandlerAnswer *answer)
{
    const char *const values[] = {handler->asker.person};
    (void)asked;
    if (accounts__call(handler, ACCOUNTS_FORGET_EMAIL, values, answer))
        accounts__answer(answer, STATUS_OK, json_pack("{s:n}", "email"));
}
