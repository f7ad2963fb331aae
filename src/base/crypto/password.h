// Passwords: argon2id by libsodium, with 19 MiB of memory and two passes, as OWASP advises. One takes tens of milliseconds, so it belongs into a
// thread.
#ifndef NEBEL_CRYPTO_PASSWORD_H
#define NEBEL_CRYPTO_PASSWORD_H

#include "base/text.h"

enum { PASSWORD_HASH_MAX = 128 };

// A text that names its method, its cost and its salt.
typedef struct PasswordHash {
    char text[PASSWORD_HASH_MAX];
} PasswordHash;

// False, with the hash untouched, if out of memory.
MUST_USE bool password_hash(Slice password, PasswordHash *hash);
// Returns whether a password has this hash. A text that is no hash is nobody's.
bool password_is(Slice password, const char *hash);

#endif
