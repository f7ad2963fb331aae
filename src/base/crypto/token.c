// Tokens and seals by libsodium.
#include "base/crypto/token.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

enum { TOKEN_BYTES = 32, ENCODING = sodium_base64_VARIANT_URLSAFE_NO_PADDING };

_Static_assert(sodium_base64_ENCODED_LEN(TOKEN_BYTES, ENCODING) == TOKEN_TEXT_MAX,
               "a token has one length");

bool token_draw(Token *token)
{
    uint8_t bytes[TOKEN_BYTES];
    if (sodium_init() < 0)
        return false;
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token->text, sizeof token->text, bytes, sizeof bytes, ENCODING);
    return true;
}

// Labels as keys keep the hashes of a token apart.
static TokenHash hash_with(Slice text, const char *label)
{
    TokenHash hash;
    crypto_generichash(hash.bytes, sizeof hash.bytes, (const unsigned char *)text.start,
                       text.length, (const unsigned char *)label, strlen(label));
    return hash;
}

TokenHash token_hash(Slice text)
{
    return hash_with(text, "nebel token hash 1");
}

bool token_is(Slice text, const TokenHash *hash)
{
    const TokenHash other = token_hash(text);
    return sodium_memcmp(other.bytes, hash->bytes, sizeof other.bytes) == 0;
}

Token token_derive(Slice text, uint64_t number)
{
    char base[TOKEN_BASE_MAX + sizeof number];
    Token token;
    assert(text.length <= TOKEN_BASE_MAX);
    memcpy(base, text.start, text.length);
    for (unsigned i = 0; i < sizeof number; i++)
        base[text.length + i] = (char)(number >> (8 * i));
    const TokenHash hash =
        hash_with((Slice){base, text.length + sizeof number}, "nebel token of a token 1");
    sodium_bin2base64(token.text, sizeof token.text, hash.bytes, sizeof hash.bytes, ENCODING);
    return token;
}

static uint64_t number_of(const TokenHash *hash)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < sizeof number; i++)
        number = number << 8 | hash->bytes[i];
    return number & INT64_MAX;
}

uint64_t token_seed(Slice text)
{
    const TokenHash hash = hash_with(text, "nebel token seed 1");
    return number_of(&hash);
}

uint64_t public_number(uint64_t number)
{
    char base[sizeof number];
    for (unsigned i = 0; i < sizeof number; i++)
        base[i] = (char)(number >> (8 * i));
    const TokenHash hash = hash_with((Slice){base, sizeof base}, "nebel public number 1");
    return number_of(&hash);
}

SealKey seal_key(Slice text)
{
    static const char label[] = "nebel seal key 1";
    SealKey key;
    crypto_generichash(key.hash.bytes, sizeof key.hash.bytes, (const unsigned char *)text.start,
                       text.length, (const unsigned char *)label, strlen(label));
    return key;
}

TokenHash seal(const SealKey *key, const char *label, Slice text)
{
    crypto_generichash_state state;
    TokenHash hash;
    crypto_generichash_init(&state, key->hash.bytes, sizeof key->hash.bytes, sizeof hash.bytes);
    // The label's NUL keeps it apart from the text.
    crypto_generichash_update(&state, (const unsigned char *)label, strlen(label) + 1);
    crypto_generichash_update(&state, (const unsigned char *)text.start, text.length);
    crypto_generichash_final(&state, hash.bytes, sizeof hash.bytes);
    return hash;
}

// The second half of a mark: the seal of its first half and the name.
static void seal_half(const SealKey *key, Slice half, Slice name, char text[TOKEN_TEXT_MAX])
{
    const TokenHash inner = seal(key, "mark", half);
    const SealKey once = {inner};
    const TokenHash hash = seal(&once, "name", name);
    sodium_bin2base64(text, TOKEN_TEXT_MAX, hash.bytes, sizeof hash.bytes, ENCODING);
}

bool seal_mark_draw(const SealKey *key, Slice name, SealMark *mark)
{
    Token first;
    char second[TOKEN_TEXT_MAX];
    Text text = TEXT_IN(mark->text);
    if (!token_draw(&first))
        return false;
    seal_half(key, slice_of(first.text), name, second);
    text_format(&text, "%s.%s", first.text, second);
    return true;
}

bool seal_mark_is(const SealKey *key, Slice name, Slice mark)
{
    char second[TOKEN_TEXT_MAX];
    enum { HALF = TOKEN_TEXT_MAX - 1 };
    if (mark.length != 2 * HALF + 1 || mark.start[HALF] != '.')
        return false;
    seal_half(key, (Slice){mark.start, HALF}, name, second);
    return sodium_memcmp(second, mark.start + HALF + 1, HALF) == 0;
}
