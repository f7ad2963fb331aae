// Reading and writing single values.
#include "lab/experiments/values.h"

#include <assert.h>
#include <stdlib.h>

bool lab__signed_decimal(Slice text, double *number)
{
    const bool is_negative = text.length && text.start[0] == '-';
    double read;
    if (!slice_decimal((Slice){text.start + is_negative, text.length - is_negative}, &read))
        return false;
    *number = is_negative ? -read : read;
    return true;
}

uint64_t lab__json_count(const json_t *number, uint64_t max, bool *is_fine)
{
    assert(max <= INT64_MAX);
    const json_int_t count = json_integer_value(number);
    *is_fine = *is_fine && json_is_integer(number) && count >= 0 && (uint64_t)count <= max;
    return *is_fine ? (uint64_t)count : 0;
}

bool lab__add_json_line(json_t *object, unsigned digits, Text *text)
{
    char *line = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(digits)) : NULL;
    json_decref(object);
    if (!line)
        return false;
    text_format(text, "%s\n", line);
    free(line);
    return !text->cut;
}
