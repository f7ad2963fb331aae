// Values that several files of the laboratory hold: signed decimals, and counts in JSON.
#ifndef NEBEL_LAB_VALUES_H
#define NEBEL_LAB_VALUES_H

#include "base/text.h"

#include <jansson.h>

// A decimal with or without a minus sign. False, with `*number` untouched, for anything else.
MUST_USE bool lab__signed_decimal(Slice text, double *number);

// A whole number from 0 to `max`. Anything else is 0 and sets `*is_fine` to false; once that is false, all counts are 0.
uint64_t lab__json_count(const json_t *number, uint64_t max, bool *is_fine);

// Adds the object as one line, its reals with so many significant digits, and gives it back. False if there is no memory.
MUST_USE bool lab__add_json_line(json_t *object, unsigned digits, Text *text);

#endif
