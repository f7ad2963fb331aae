// A list of the sizes of sets, of which some outgrew a limit, and its quartiles.
#ifndef NEBEL_STATS_SIZES_H
#define NEBEL_STATS_SIZES_H

#include "base/text.h"

#define OUTGROWN UINT32_MAX // larger than every size; too large for an enum

typedef struct Sizes {
    uint32_t *list; // OUTGROWN where the set was too large
    uint32_t count, capacity;
} Sizes;

void sizes_done(Sizes *sizes); // accepts a zeroed one
// False if out of memory.
MUST_USE bool sizes_add(Sizes *sizes, uint32_t size);

// Sorts the list, as the next two functions need it.
void sizes_sort(Sizes *sizes);
uint32_t sizes_count_exact(const Sizes *sizes); // sizes that are not OUTGROWN
// Writes a quartile: the median for 2 quarters; "more" if it is OUTGROWN. The list must not be empty.
void sizes_add_quartile(const Sizes *sizes, uint32_t quarters, Text *text);

#endif
