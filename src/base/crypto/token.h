// Tokens: the holder of one may do what it stands for. A token is 32 random bytes as text; what is stored is its hash, from which the
// token cannot be found.
//
// Seals: hashes that only the owner of a key can make. By them a server recognises what it must not keep, such as an address, and what
// it has handed out before.
#ifndef NEBEL_CRYPTO_TOKEN_H
#define NEBEL_CRYPTO_TOKEN_H

#include "base/text.h"

enum { TOKEN_TEXT_MAX = 44, TOKEN_HASH_BYTES = 32 };

// Letters, digits, - and _, always of the same length, and the end of a string.
typedef struct Token {
    char text[TOKEN_TEXT_MAX];
} Token;

typedef struct TokenHash {
    uint8_t bytes[TOKEN_HASH_BYTES];
} TokenHash;

// False, with the token untouched, if the system has no random bytes.
MUST_USE bool token_draw(Token *token);

// Of any text: a token that somebody made up has a hash too.
TokenHash token_hash(Slice text);
// Returns whether a text is the token with this hash, in a time that does not depend on where they differ.
bool token_is(Slice text, const TokenHash *hash);

// The token that belongs to another one by a number: always the same, and nobody finds it, or anything of the other one, without having
// it. `text` has at most TOKEN_BASE_MAX bytes.
enum { TOKEN_BASE_MAX = 64 };
Token token_derive(Slice text, uint64_t number);

// The number by which everybody may know a thing whose own number is random and secret: always the same, at most INT64_MAX. Nobody finds
// the secret one by it.
uint64_t public_number(uint64_t number);

// A seed for whoever has the token, always the same, at most INT64_MAX. It tells nothing of the token or of its hash.
uint64_t token_seed(Slice text);

typedef struct SealKey {
    TokenHash hash;
} SealKey;

// The key that any text stands for, such as a line of a file.
SealKey seal_key(Slice text);

// The seal of a text. The label says what it is for: seals with different labels have nothing in common.
TokenHash seal(const SealKey *key, const char *label, Slice text);

// A mark of a name, different each time that it is drawn: two tokens with a point between them.
enum { SEAL_MARK_MAX = 2 * TOKEN_TEXT_MAX };
typedef struct SealMark {
    char text[SEAL_MARK_MAX];
} SealMark;

// False, with the mark untouched, if the system has no random bytes.
MUST_USE bool seal_mark_draw(const SealKey *key, Slice name, SealMark *mark);
// Returns whether a text is a mark of this name by this key.
bool seal_mark_is(const SealKey *key, Slice name, Slice mark);

#endif
