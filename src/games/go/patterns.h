// Which surroundings of an empty point match a shape worth playing: a set of codes. A code has two bits (GoColor) for
// each of the eight points around, rows from the top. make_patterns.c writes the table during the build. For this module
// only.
#ifndef NEBEL_GO_PATTERNS_H
#define NEBEL_GO_PATTERNS_H

#include <stdint.h>

enum { GO__PATTERN_WORDS = (1 << 2 * 8) / 64 };

extern const uint64_t go__patterns[GO__PATTERN_WORDS];

#endif
