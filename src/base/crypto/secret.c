// Secrets by libsodium. No other room calls it.
#include "base/crypto/secret.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

_Static_assert(SECRET_BYTES >= crypto_generichash_KEYBYTES_MIN, "a secret is a key");
_Static_assert(COMMITMENT_BYTES == crypto_generichash_BYTES, "a commitment is a whole hash");

static bool draw_bytes(void *bytes, size_t count)
{
    if (sodium_init() < 0)
        return false;
    randombytes_buf(bytes, count);
    return true;
}

bool secret_draw(Secret *secret)
{
    return draw_bytes(secret->bytes, sizeof secret->bytes);
}

bool seed_draw(uint64_t *seed)
{
    uint64_t drawn;
    if (!draw_bytes(&drawn, sizeof drawn))
        return false;
    *seed = drawn & INT64_MAX;
    return true;
}

// Labels keep the two uses of a secret apart: no message of one is a message of the other. The NUL at
// the end of a label is part of it.
static const char stream_label[] = "nebel stream 1";
static const char commitment_label[] = "nebel commitment 1";

typedef struct SecretDigest {
    uint8_t bytes[crypto_generichash_BYTES];
} SecretDigest;

static SecretDigest keyed_hash(const Secret *secret, const void *message, size_t length)
{
    SecretDigest digest;
    assert(message && length);
    crypto_generichash(digest.bytes, sizeof digest.bytes, message, length, secret->bytes,
                       sizeof secret->bytes);
    return digest;
}

// The message is the label, eight bytes of the pair's number with the lowest first, and one byte
// each for purpose, game and player. The stream is the first eight bytes of the hash.
uint64_t secret_stream(const Secret *secret, Stream stream)
{
    enum { LABEL = sizeof stream_label };
    assert(stream.purpose <= STREAM_OPENING);
    assert(stream.game < 2 && stream.player < 2);
    uint8_t message[LABEL + 8 + 3];
    memcpy(message, stream_label, LABEL);
    for (unsigned i = 0; i < 8; i++)
        message[LABEL + i] = (uint8_t)(stream.pair >> 8 * i);
    message[LABEL + 8] = stream.purpose;
    message[LABEL + 9] = stream.game;
    message[LABEL + 10] = stream.player;
    const SecretDigest digest = keyed_hash(secret, message, sizeof message);
    uint64_t seed = 0;
    for (unsigned i = 0; i < 8; i++)
        seed |= (uint64_t)digest.bytes[i] << 8 * i;
    return seed;
}

Commitment secret_commit(const Secret *secret)
{
    const SecretDigest digest = keyed_hash(secret, commitment_label, sizeof commitment_label);
    Commitment commitment;
    memcpy(commitment.bytes, digest.bytes, sizeof commitment.bytes);
    return commitment;
}

bool secret_is_committed(const Secret *secret, const Commitment *commitment)
{
    const Commitment its = secret_commit(secret);
    return sodium_memcmp(its.bytes, commitment->bytes, sizeof its.bytes) == 0;
}

static void write_hex(const uint8_t *bytes, size_t count, Text *text)
{
    for (size_t i = 0; i < count; i++)
        text_format(text, "%02x", bytes[i]);
}

static bool read_hex(Slice text, uint8_t *bytes, size_t count)
{
    uint8_t read[COMMITMENT_BYTES];
    size_t length = 0;
    assert(count <= sizeof read);
    if (text.length != 2 * count ||
        sodium_hex2bin(read, count, text.start, text.length, NULL, &length, NULL) != 0 ||
        length != count)
        return false;
    memcpy(bytes, read, count);
    return true;
}

void secret_to_text(const Secret *secret, Text *text)
{
    write_hex(secret->bytes, sizeof secret->bytes, text);
}

bool secret_from_text(Slice text, Secret *secret)
{
    return read_hex(text, secret->bytes, sizeof secret->bytes);
}

void commitment_to_text(const Commitment *commitment, Text *text)
{
    write_hex(commitment->bytes, sizeof commitment->bytes, text);
}

bool commitment_from_text(Slice text, Commitment *commitment)
{
    return read_hex(text, commitment->bytes, sizeof commitment->bytes);
}
