// Expands patterns as text; what a player string means is not known here.
#include "lab/experiments/pattern.h"

#include <assert.h>

uint32_t pattern_count(Slice pattern, uint32_t max)
{
    assert(max < UINT32_MAX);
    uint32_t count = 1;
    while (pattern.length) {
        const Slice before = slice_take(&pattern, "{");
        if (slice_has(before, '}'))
            return 0;
        if (before.start + before.length == pattern.start)
            break; // there was no brace
        const size_t length = pattern.length;
        Slice items = slice_take(&pattern, "}");
        if (items.length == length || items.length == 0 || slice_has(items, '{') ||
            items.start[items.length - 1] == ',')
            return 0;
        uint32_t choices = 0;
        for (; items.length; choices++)
            if (slice_take(&items, ",").length == 0)
                return 0;
        count = count * choices > max ? max + 1 : count * choices;
    }
    return count;
}

void pattern_write(Slice pattern, uint32_t *variant, Text *text)
{
    assert(pattern_count(pattern, 1) > 0);
    while (pattern.length) {
        text_add_slice(text, slice_take(&pattern, "{"));
        Slice items = slice_take(&pattern, "}"), rest = items;
        uint32_t choices = 0;
        for (; rest.length; choices++)
            slice_take(&rest, ",");
        if (!choices)
            continue;
        for (uint32_t i = 0; i < *variant % choices; i++)
            slice_take(&items, ",");
        text_add_slice(text, slice_take(&items, ","));
        *variant /= choices;
    }
}
