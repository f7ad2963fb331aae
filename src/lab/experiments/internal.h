// What several files of this module need: patterns of player strings, signed decimals, and values in JSON.
#ifndef NEBEL_LAB_EXPERIMENTS_INTERNAL_H
#define NEBEL_LAB_EXPERIMENTS_INTERNAL_H

#include "base/text.h"

#include <jansson.h>

enum { PATTERN_MAX = 16 }; // strings of a pattern in a claim

// Counts the strings of a pattern: 0 if its braces do not match or an item between commas is empty. Counts up to `max` + 1.
uint32_t pattern_count(Slice pattern, uint32_t max);

// Writes string number `*variant` of a right pattern, and divides `*variant` by the number of its strings.
void pattern_write(Slice pattern, uint32_t *variant, Text *text);

// Reads a decimal with or without a minus sign. False, with `*number` untouched, for anything else.
MUST_USE bool lab__signed_decimal(Slice text, double *number);

// Reads a whole number from 0 to `max`. Anything else is 0 and sets `*is_fine` to false; once that is false, all counts are 0.
uint64_t lab__json_count(const json_t *number, uint64_t max, bool *is_fine);

// Adds the object as one line, its reals with so many significant digits, and gives it back. False if there is no memory.
MUST_USE bool lab__add_json_line(json_t *object, unsigned digits, Text *text);

#endif
