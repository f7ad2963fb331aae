// SHA-256 of what is written piece by piece: the checksum of a file, as sha256sum has it.
#ifndef NEBEL_CRYPTO_DIGEST_H
#define NEBEL_CRYPTO_DIGEST_H

#include "base/text.h"

enum { DIGEST_STATE_BYTES = 104 };

typedef struct Digest {
    _Alignas(max_align_t) unsigned char state[DIGEST_STATE_BYTES]; // libsodium's
} Digest;

void digest_begin(Digest *digest);
void digest_add(Digest *digest, const void *bytes, size_t count);
// Adds the 64 hexadecimal digits of it to a text. Nothing can be added to the digest any more.
void digest_end(Digest *digest, Text *text);

#endif
