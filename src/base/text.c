// Bounded writing and slicing of text.
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
static bool make_room(Text *text, size_t more)
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
    if (!make_room(text, 1)) {
        text->cut = true;
        return;
    }
    text->start[text->length++] = character;
    text->start[text->length] = '\0';
}

// As many characters as fit, as if they were added one by one.
void text_add_slice(Text *text, Slice slice)
{
    const bool fits = make_room(text, slice.length);
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
    const bool fits = make_room(text, (size_t)wanted);
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
