// The accounts service: plain HTTP beside the nodes of a server, for everything that is not a live game: accounts, archives, profiles.
//
// It is a process of its own, so that an attack on logins cannot slow a game. Its role in the database may not read journals, tokens of
// seats or live games, so no answer can tell of a running game.
#ifndef NEBEL_ACCOUNTS_ACCOUNTS_H
#define NEBEL_ACCOUNTS_ACCOUNTS_H

#include "base/crypto/token.h"
#include "base/text.h"

#include <stdio.h>

typedef struct MailPlan {
    const char *server; // smtp://HOST:PORT, or smtps:; NULL if no mail is sent
    const char *from;   // the address that mails come from
    const char *site;   // the address of the page, for links: https://club.example/
} MailPlan;

typedef struct AccountsPlan {
    const char *database; // as libpq takes it, by a login that may take on the role nebel_office
    const char *socket;   // the path of a unix socket, for the proxy in front
    SealKey key;          // of addresses that are counted, and of devices that are known
    MailPlan mail;        // without a server no mail is sent
    FILE *log;            // a JSON object a line; it names no person
    // Called once, when the service listens. May be NULL.
    void (*opened)(const struct AccountsPlan *plan);
} AccountsPlan;

// Runs until SIGTERM or SIGINT. Returns false, with a message, if it cannot start. Several threads use the memory.
MUST_USE bool accounts_run(const Memory *memory, const AccountsPlan *plan, Text *message);

#endif
