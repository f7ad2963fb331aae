// How often each latency occurred: counts by value with a relative error of at most 1/32, in a fixed number of buckets. Small
// values have a bucket each; above, each power of two has 32 of them. A plain value, so that processes can send it by a pipe.
//
// The idea of buckets that are linear within a power of two is HdrHistogram's (Gil Tene).
#ifndef NEBEL_LOAD_HISTOGRAM_H
#define NEBEL_LOAD_HISTOGRAM_H

#include "base/base.h"

enum {
    HISTOGRAM_OCTAVE_BITS = 5,
    HISTOGRAM_VALUE_BITS = 36, // microseconds of some 19 hours
    HISTOGRAM_BUCKETS = (HISTOGRAM_VALUE_BITS - HISTOGRAM_OCTAVE_BITS + 1) << HISTOGRAM_OCTAVE_BITS,
};

// A zeroed one is empty.
typedef struct Histogram {
    uint64_t counts[HISTOGRAM_BUCKETS];
    uint64_t count, max;
} Histogram;

// A value that is too large is counted as the largest that there is.
void histogram_add(Histogram *histogram, uint64_t value);
void histogram_merge(Histogram *histogram, const Histogram *other);

// The smallest value that this share of all values, 0 to 1, does not exceed, rounded up to the end of its bucket; 0 of none.
uint64_t histogram_quantile(const Histogram *histogram, double share);

#endif
