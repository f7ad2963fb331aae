// Tokens: whoever shows one may do what it stands for. A token is 32 random bytes as text; what is stored is its hash, from which
// nobody can find the token.
#ifndef NEBEL_CHANCE_TOKEN_H
#define NEBEL_CHANCE_TOKEN_H

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
// Whether a text is the token with this hash, in a time that does not depend on where they differ.
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

#endif
