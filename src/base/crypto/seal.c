// Seals by libsodium.
#include "base/crypto/seal.h"

#include <sodium.h>
#include <string.h>

enum { ENCODING = sodium_base64_VARIANT_URLSAFE_NO_PADDING };

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
