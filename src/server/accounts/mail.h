// Mail by SMTP. The only file with libcurl is mail.c. Sending waits for the mail server, so it belongs into a thread.
#ifndef NEBEL_OFFICE_MAIL_H
#define NEBEL_OFFICE_MAIL_H

#include "base/text.h"

enum { MAIL_ADDRESS_MAX = 254 };

typedef struct MailPlan {
    const char *server; // smtp://HOST:PORT, or smtps:; NULL if no mail is sent
    const char *from;   // the address that mails come from
    const char *site;   // the address of the page, for links: https://club.example/
} MailPlan;

typedef struct Mail {
    const char *to, *subject;
    const char *text; // lines end with \n
} Mail;

// Whether a text is an address that mail can be sent to: one @, and nothing that a mail server would read otherwise.
bool mail_is_address(Slice text);

// Before threads are started, and at the end.
MUST_USE bool mail_begin(void);
void mail_end(void);
// False, with a message, if the server does not take it.
MUST_USE bool mail_send(const MailPlan *plan, const Mail *mail, const Memory *memory,
                        Text *message);

#endif
