// Seals: hashes that only the owner of a key can make. By them a server recognises what it must not keep, such as an address, and what it has
// handed out before.
#ifndef NEBEL_CHANCE_SEAL_H
#define NEBEL_CHANCE_SEAL_H

#include "base/crypto/token.h"

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
// Whether a text is a mark of this name by this key.
bool seal_mark_is(const SealKey *key, Slice name, Slice mark);

#endif
