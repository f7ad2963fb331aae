// UTF-8 in and out.
#include "base/rune.h"

#include <assert.h>

// The forms of UTF-8, by the number of bytes that follow the first.
typedef struct RuneForm {
    uint8_t mask, mark; // of the first byte
    uint32_t min;       // smaller runes have a shorter form
} RuneForm;

static const RuneForm forms[] = {
    {0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};

static bool is_scalar(uint32_t rune)
{
    return rune < 0xd800 || (rune > 0xdfff && rune <= 0x10ffff);
}

static bool is_control(uint32_t rune)
{
    return rune < 0x20 || (rune >= 0x7f && rune < 0xa0);
}

bool rune_is_shown(uint32_t rune)
{
    return is_scalar(rune) && !is_control(rune);
}

static uint8_t take_byte(Slice *rest)
{
    const uint8_t byte = (uint8_t)*rest->start;
    *rest = (Slice){rest->start + 1, rest->length - 1};
    return byte;
}

uint32_t rune_take(Slice *rest)
{
    assert(rest->length > 0);
    const uint8_t first = take_byte(rest);
    unsigned following = 0;
    while (following < COUNT_OF(forms) && (first & forms[following].mask) != forms[following].mark)
        following++;
    if (following == COUNT_OF(forms))
        return RUNE_BROKEN;
    uint32_t rune = first & (uint8_t)~forms[following].mask;
    for (unsigned i = 0; i < following; i++) {
        if (!rest->length || ((uint8_t)*rest->start & 0xc0) != 0x80)
            return RUNE_BROKEN;
        rune = rune << 6 | (take_byte(rest) & 0x3f);
    }
    return rune >= forms[following].min && is_scalar(rune) ? rune : RUNE_BROKEN;
}

void text_add_rune(Text *text, uint32_t rune)
{
    assert(is_scalar(rune));
    unsigned following = 0;
    while (following + 1 < COUNT_OF(forms) && rune >= forms[following + 1].min)
        following++;
    const size_t before = text->length;
    text_add_char(text, (char)(forms[following].mark | rune >> 6 * following));
    while (following--)
        text_add_char(text, (char)(0x80 | (rune >> 6 * following & 0x3f)));
    if (text->cut && text->length > before) {
        text->length = before;
        text->start[before] = '\0';
    }
}

void text_add_shown(Text *text, Slice slice)
{
    while (slice.length && !text->cut) {
        const uint32_t rune = rune_take(&slice);
        text_add_rune(text, rune_is_shown(rune) ? rune : ' ');
    }
}
