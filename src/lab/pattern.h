// A pattern stands for several strings: `c={0.5,1}` for `c=0.5` and `c=1`. Each pair of braces is a
// digit of a number in mixed radix, the leftmost one running fastest.
#ifndef NEBEL_LAB_PATTERN_H
#define NEBEL_LAB_PATTERN_H

#include "base/text.h"

// Counts the strings a pattern stands for: 0 if its braces do not match or hold nothing between two
// commas, and no more than one past `most`.
uint32_t pattern_count(Slice pattern, uint32_t max);

// Writes one of a pattern's strings and takes its digits off `*variant`.
void pattern_write(Slice pattern, uint32_t *variant, Text *text);

#endif
