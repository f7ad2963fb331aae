// A pattern stands for several strings: `c={0.5,1}` for `c=0.5` and `c=1`. The strings are numbered. Each pair of braces is a
// digit of that number in mixed radix; the leftmost digit runs fastest.
#ifndef NEBEL_LAB_PATTERN_H
#define NEBEL_LAB_PATTERN_H

#include "base/text.h"

enum { PATTERN_MAX = 16 }; // strings of a pattern in a claim

// Counts the strings of a pattern: 0 if its braces do not match or an item between commas is empty. Counts up to `max` + 1.
uint32_t pattern_count(Slice pattern, uint32_t max);

// Writes string number `*variant` of a right pattern, and divides `*variant` by the number of its strings.
void pattern_write(Slice pattern, uint32_t *variant, Text *text);

#endif
