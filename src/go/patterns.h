// Surroundings of an empty point that look like a shape worth playing: a set over codes of two bits (GoColor) for each
// of the eight points around, rows from the top. Written while building by make_patterns.c. For this room only.
#ifndef NEBEL_GO_PATTERNS_H
#define NEBEL_GO_PATTERNS_H

#include <stdint.h>

enum { GO__PATTERN_WORDS = (1 << 2 * 8) / 64 };

extern const uint64_t go__patterns[GO__PATTERN_WORDS];

#endif
