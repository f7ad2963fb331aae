// Limits of requests that cost much: by address, by name, by device, and strangers all together. Addresses and names are
// counted by their seals and are not kept. Pure: time is handed in.
#ifndef NEBEL_OFFICE_LIMITS_H
#define NEBEL_OFFICE_LIMITS_H

#include "base/crypto/token.h"

typedef enum LimitKind {
    LIMIT_LOGIN_ADDRESS,    // logins of strangers from one address
    LIMIT_LOGIN_NAME,       // logins of strangers by one name
    LIMIT_LOGIN_DEVICE,     // logins of a device that has logged in before
    LIMIT_LOGIN_DEVICES,    // of all known devices of one name
    LIMIT_STRANGERS,        // all logins and registrations by strangers
    LIMIT_REGISTER_ADDRESS, // new accounts from one address
    LIMIT_PASSWORD_SESSION, // passwords shown in a session
    LIMIT_MAIL_ADDRESS,     // mails that are asked for from one address
    LIMIT_MAIL_NAME,        // and for one name
    LIMIT_MAIL_ALL,         // and all together
    LIMIT_REPORT_SESSION,   // reports of a session
    LIMIT_REPORT_ADDRESS,   // and from one address
    LIMIT_BLOCK_SESSION,    // blocks that a session makes and ends
    LIMIT_EXPORT_SESSION,   // exports, which may hold thousands of games
    LIMIT_COUNT
} LimitKind;

typedef struct Limits Limits;

// At most `count_max` names and addresses are counted apart; those above it share one count of their kind. Returns NULL if out of memory.
Limits *limits_create(const Memory *memory, const SealKey *key, uint32_t count_max);
void limits_destroy(Limits *limits); // accepts NULL

// Counts one; returns false if that is too often. `now_ms` never runs backwards.
MUST_USE bool limits_take(Limits *limits, LimitKind kind, Slice what, uint64_t now_ms);

// Forgets names and addresses that have been quiet so long that nothing counts against them; called now and then.
void limits_tidy(Limits *limits, uint64_t now_ms);

uint32_t limits_count(const Limits *limits);

// Returns what counts as one address: of IPv6 the first half, since a household has all the others; of anything else that is no address the same
// for all. The text has no end.
enum { LIMITS_ADDRESS_MAX = 16 };
Slice limits_address(const char *address, char memory[LIMITS_ADDRESS_MAX]);

#endif
