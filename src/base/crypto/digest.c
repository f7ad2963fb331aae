// Digests by libsodium.
#include "base/crypto/digest.h"

#include <sodium.h>

_Static_assert(sizeof(crypto_hash_sha256_state) <= DIGEST_STATE_BYTES, "the state has room");

static crypto_hash_sha256_state *state_of(Digest *digest)
{
    return (crypto_hash_sha256_state *)(void *)digest->state;
}

void digest_begin(Digest *digest)
{
    crypto_hash_sha256_init(state_of(digest));
}

void digest_add(Digest *digest, const void *bytes, size_t count)
{
    crypto_hash_sha256_update(state_of(digest), bytes, count);
}

void digest_end(Digest *digest, Text *text)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char digits[2 * sizeof hash + 1];
    crypto_hash_sha256_final(state_of(digest), hash);
    text_add(text, sodium_bin2hex(digits, sizeof digits, hash, sizeof hash));
}
