// Sizes of sets, of which some outgrew the limit, and their quartiles.
#ifndef NEBEL_STUDY_SIZES_H
#define NEBEL_STUDY_SIZES_H

#include "base/text.h"

#define OUTGROWN UINT32_MAX // larger than any; no enumerator holds it

typedef struct Sizes {
    uint32_t *list; // OUTGROWN where the set was too large
    uint32_t count, capacity;
} Sizes;

void sizes_done(Sizes *sizes); // accepts a zeroed one
// False if there is no memory.
MUST_USE bool sizes_add(Sizes *sizes, uint32_t size);

// Puts them in order, as the next two need it.
void sizes_sort(Sizes *sizes);
uint32_t sizes_count_exact(const Sizes *sizes); // those that did not outgrow
// Writes the median for 2 quarters, a quartile for 1 or 3; "more" if it outgrew. There is at least one.
void sizes_add_quartile(const Sizes *sizes, uint32_t quarters, Text *text);

#endif
