// A table of phrases by their hash. When it is full it learns no more, and still compares.
#include "phrases.h"

#include "base/hash.h"

#include <ctype.h>
#include <string.h>

enum { ROOM = 1 << 17, FULL = ROOM / 4 * 3 };

static struct {
    uint64_t key;
    Hearing heard;
} phrases[ROOM];
static uint32_t known;

// How many characters at the beginning of the text name a square or a point.
static size_t place_length(const char *text)
{
    size_t length = 1;
    while (isdigit((unsigned char)text[length]))
        length++;
    return islower((unsigned char)text[0]) && length > 1 ? length : 0;
}

static uint64_t key_of(PhraseEar ear, const char *words, bool is_blurred)
{
    uint64_t key = hash_word(HASH_START, ear.rules);
    key = hash_word(key, (uint64_t)is_blurred << 16 | (uint64_t)ear.seat << 8 | ear.mover);
    while (*words) {
        const size_t place = is_blurred ? place_length(words) : 0;
        key = place ? hash_bytes(key, "*", 1) : hash_bytes(key, words, 1);
        words += place ? place : 1;
    }
    return key ? key : 1; // 0 is an empty place
}

Hearing phrase_blur(const Hearing *heard)
{
    Hearing blurred = *heard;
    blurred.capture_at = heard->capture_at != 0;
    blurred.passant_at = heard->passant_at != 0;
    memset(blurred.points, 0, sizeof blurred.points);
    for (unsigned i = 0; i < COUNT_OF(heard->points); i++)
        blurred.points[0] += (unsigned)__builtin_popcountll(heard->points[i]);
    return blurred;
}

const Hearing *phrase_recall(PhraseEar ear, const char *words, const Hearing *heard,
                             bool is_blurred)
{
    const uint64_t key = key_of(ear, words, is_blurred);
    uint32_t place = (uint32_t)(key >> 32) % ROOM;
    while (phrases[place].key && phrases[place].key != key)
        place = (place + 1) % ROOM;
    if (phrases[place].key)
        return &phrases[place].heard;
    if (known < FULL) {
        phrases[place].key = key;
        phrases[place].heard = is_blurred ? phrase_blur(heard) : *heard;
        known++;
    }
    return NULL;
}
