// Mail by libcurl.
#include "server/accounts/mail.h"

#include "base/crypto/token.h"

#include <curl/curl.h>
#include <string.h>
#include <time.h>

enum { CONNECT_SECONDS = 5, SEND_SECONDS = 15, STAMP_MAX = 64 };

bool mail_is_address(Slice text)
{
    size_t at = 0;
    if (text.length > MAIL_ADDRESS_MAX || (text.length && text.start[0] == '@'))
        return false;
    for (size_t i = 0; i < text.length; i++) {
        const char c = text.start[i];
        if (c <= ' ' || c > '~' || strchr("<>()[]\\,;:\"", c))
            return false;
        if (c == '@' && at)
            return false;
        if (c == '@')
            at = i;
    }
    return at > 0 && at + 1 < text.length && text.start[at + 1] != '-' &&
           text.start[at + 1] != '.' && text.start[0] != '-';
}

bool mail_begin(void)
{
    return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

void mail_end(void)
{
    curl_global_cleanup();
}

// --- The message ---------------------------------------------------------------------------------

// Lines of a mail end with both characters.
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

// --- Sending -------------------------------------------------------------------------------------

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

bool mail_send(const MailPlan *plan, const Mail *mail, const Memory *memory, Text *message)
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
