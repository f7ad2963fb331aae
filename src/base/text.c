// Bounded writing and slicing of text; UTF-8 in and out.
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

Text text_in(char *memory, size_t capacity)
{
    assert(capacity > 0);
    memory[0] = '\0';
    return (Text){.start = memory, .capacity = capacity};
}

Text text_growing(const Memory *memory)
{
    static char nothing[1] = "";
    return (Text){.start = nothing, .capacity = sizeof nothing, .memory = memory};
}

void text_done(Text *text)
{
    assert(text->memory || text->capacity <= 1);
    if (text->capacity > 1)
        memory_resize(text->memory, text->start, 0);
    *text = text_growing(text->memory);
}

// Makes room for `more` characters and the terminator, if the text can grow.
static bool text_make_room(Text *text, size_t more)
{
    enum { FIRST_CAPACITY = 256 };
    assert(text->length < text->capacity);
    const size_t needed = text->length + more + 1;
    if (needed <= text->capacity)
        return true;
    if (!text->memory)
        return false;
    size_t capacity = text->capacity > 1 ? text->capacity : FIRST_CAPACITY;
    while (capacity < needed)
        capacity *= 2;
    char *old = text->capacity > 1 ? text->start : NULL;
    char *start = memory_resize(text->memory, old, capacity);
    if (!start)
        return false;
    start[text->length] = '\0';
    text->start = start;
    text->capacity = capacity;
    return true;
}

void text_add(Text *text, const char *string)
{
    for (; *string; string++)
        text_add_char(text, *string);
}

void text_add_char(Text *text, char character)
{
    if (!text_make_room(text, 1)) {
        text->cut = true;
        return;
    }
    text->start[text->length++] = character;
    text->start[text->length] = '\0';
}

// As many characters as fit, as if they were added one by one.
void text_add_slice(Text *text, Slice slice)
{
    const bool fits = text_make_room(text, slice.length);
    const size_t room = text->capacity - text->length - 1;
    const size_t count = fits || slice.length <= room ? slice.length : room;
    if (count)
        memcpy(text->start + text->length, slice.start, count);
    text->length += count;
    if (text->capacity > 1)
        text->start[text->length] = '\0';
    text->cut = text->cut || count < slice.length;
}

void text_format(Text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int wanted = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    assert(wanted >= 0);
    const bool fits = text_make_room(text, (size_t)wanted);
    if (!fits && text->memory) {
        text->cut = true;
        return;
    }
    va_start(arguments, format);
    vsnprintf(text->start + text->length, text->capacity - text->length, format, arguments);
    va_end(arguments);
    text->length = fits ? text->length + (size_t)wanted : text->capacity - 1;
    text->cut = text->cut || !fits;
}

Slice slice_of(const char *string)
{
    return (Slice){string, strlen(string)};
}

bool slice_is(Slice slice, const char *string)
{
    return slice.length == strlen(string) && memcmp(slice.start, string, slice.length) == 0;
}

bool slice_has(Slice slice, char character)
{
    return slice.length && memchr(slice.start, character, slice.length);
}

Slice slice_take(Slice *rest, const char *separators)
{
    const Slice ends = slice_of(separators);
    size_t length = 0;
    if (rest->length == 0)
        return *rest; // its start may be NULL
    while (length < rest->length && !slice_has(ends, rest->start[length]))
        length++;
    const Slice taken = {rest->start, length};
    const size_t used = length + (length < rest->length);
    *rest = (Slice){rest->start + used, rest->length - used};
    return taken;
}

static const char blanks[] = " \t\r\n";

Slice slice_trim(Slice slice)
{
    const Slice out = slice_of(blanks);
    while (slice.length && slice_has(out, slice.start[0]))
        slice = (Slice){slice.start + 1, slice.length - 1};
    while (slice.length && slice_has(out, slice.start[slice.length - 1]))
        slice.length--;
    return slice;
}

Slice slice_word(Slice *rest)
{
    *rest = slice_trim(*rest);
    return slice_take(rest, blanks);
}

unsigned slice_find(Slice word, const char *const *words, unsigned count)
{
    unsigned i = 0;
    while (i < count && !(words[i] && slice_is(word, words[i])))
        i++;
    return i;
}

bool slice_number(Slice slice, uint64_t limit, uint64_t *number)
{
    uint64_t value = 0;
    for (size_t i = 0; i < slice.length; i++) {
        const char digit = slice.start[i];
        if (digit < '0' || digit > '9')
            return false;
        const unsigned units = (unsigned)(digit - '0');
        if (units > limit || value > (limit - units) / 10)
            return false;
        value = value * 10 + units;
    }
    if (slice.length == 0)
        return false;
    *number = value;
    return true;
}

bool slice_hex(Slice slice, uint64_t *number)
{
    enum { DIGITS = 16 };
    static const char digits[] = "0123456789abcdef";
    uint64_t value = 0;
    if (slice.length != DIGITS)
        return false;
    for (unsigned i = 0; i < DIGITS; i++) {
        const char *digit = slice.start[i] ? strchr(digits, slice.start[i]) : NULL;
        if (!digit)
            return false;
        value = value << 4 | (uint64_t)(digit - digits);
    }
    *number = value;
    return true;
}

bool slice_decimal(Slice slice, double *number)
{
    enum { INTEGER_MAX = 1000000000 }; // a double has room for these digits and six decimals
    static const double tenths[] = {1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
    const bool has_point = slice_has(slice, '.');
    const Slice whole = slice_take(&slice, ".");
    uint64_t before, after = 0;
    if (!slice_number(whole, INTEGER_MAX, &before) || slice.length >= COUNT_OF(tenths) ||
        (has_point && !slice_number(slice, INTEGER_MAX, &after)))
        return false;
    *number = (double)before + (double)after * tenths[slice.length];
    return true;
}

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
