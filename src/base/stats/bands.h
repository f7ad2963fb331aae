// Bands of moves or turns that a table averages together. Each band ends at its last number; the last band takes all the rest.
#ifndef NEBEL_STATS_BANDS_H
#define NEBEL_STATS_BANDS_H

#include "base/base.h"

#include <assert.h>

typedef struct Band {
    const char *name;
    uint32_t last; // UINT32_MAX in the last row
} Band;

static inline unsigned band_of(const Band *bands, uint32_t number)
{
    assert(bands);
    unsigned band = 0;
    while (number > bands[band].last)
        band++;
    return band;
}

#endif
