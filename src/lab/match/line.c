// Adding and checking the checksums of lines.
#include "lab/match/line.h"

#include "base/hash.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum {
    HASH_DIGITS = 16, // of 64 bits in hexadecimal
    END_BYTES = sizeof LINE_SEPARATOR - 1 + HASH_DIGITS,
};

static void add_hash(uint64_t hash, Text *text)
{
    text_format(text, LINE_SEPARATOR "%0*" PRIx64, HASH_DIGITS, hash);
}

void line_seal(Text *text, size_t start)
{
    assert(start <= text->length);
    add_hash(hash_bytes(HASH_START, text->start + start, text->length - start), text);
}

bool line_unseal(Slice line, Slice *body, uint64_t *hash)
{
    char expected[END_BYTES + 1];
    Text end = TEXT_IN(expected);
    if (line.length < END_BYTES)
        return false;
    const size_t length = line.length - END_BYTES;
    const uint64_t found = hash_bytes(HASH_START, line.start, length);
    add_hash(found, &end);
    if (memcmp(line.start + length, expected, END_BYTES) != 0)
        return false;
    *body = (Slice){line.start, length};
    *hash = found;
    return true;
}
