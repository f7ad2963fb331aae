// Passwords by libsodium.
#include "base/crypto/password.h"

#include <sodium.h>

enum { PASSES = 2, MEMORY_BYTES = 19 * 1024 * 1024 };

_Static_assert((int)PASSWORD_HASH_MAX == (int)crypto_pwhash_STRBYTES, "a hash has its room");

bool password_hash(Slice password, PasswordHash *hash)
{
    PasswordHash made;
    if (sodium_init() < 0 ||
        crypto_pwhash_str_alg(made.text, password.start, password.length, PASSES, MEMORY_BYTES,
                              crypto_pwhash_ALG_ARGON2ID13) != 0)
        return false;
    *hash = made;
    return true;
}

bool password_is(Slice password, const char *hash)
{
    return sodium_init() >= 0 &&
           crypto_pwhash_str_verify(hash, password.start, password.length) == 0;
}
