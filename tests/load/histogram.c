// Buckets by the position of a value's highest bit and the five bits behind it.
#include "load/histogram.h"

#include <assert.h>

static const uint64_t value_max = (UINT64_C(1) << HISTOGRAM_VALUE_BITS) - 1;

// How many low bits of a value its bucket ignores.
static unsigned shift_of(uint64_t value)
{
    const unsigned bits = 64U - (unsigned)__builtin_clzll(value | 1);
    return bits > HISTOGRAM_OCTAVE_BITS + 1 ? bits - (HISTOGRAM_OCTAVE_BITS + 1) : 0;
}

static unsigned bucket_of(uint64_t value)
{
    const unsigned shift = shift_of(value);
    return (shift << HISTOGRAM_OCTAVE_BITS) + (unsigned)(value >> shift);
}

// The largest value of a bucket.
static uint64_t bucket_end(unsigned bucket)
{
    const unsigned octave = bucket >> HISTOGRAM_OCTAVE_BITS;
    const unsigned shift = octave > 1 ? octave - 1 : 0;
    const uint64_t top = bucket - (shift << HISTOGRAM_OCTAVE_BITS);
    return ((top + 1) << shift) - 1;
}

void histogram_add(Histogram *histogram, uint64_t value)
{
    const uint64_t counted = value < value_max ? value : value_max;
    const unsigned bucket = bucket_of(counted);
    assert(bucket < HISTOGRAM_BUCKETS && bucket_end(bucket) >= counted);
    histogram->counts[bucket]++;
    histogram->count++;
    histogram->max = counted > histogram->max ? counted : histogram->max;
}

void histogram_merge(Histogram *histogram, const Histogram *other)
{
    for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
        histogram->counts[i] += other->counts[i];
    histogram->count += other->count;
    histogram->max = other->max > histogram->max ? other->max : histogram->max;
}

uint64_t histogram_quantile(const Histogram *histogram, double share)
{
    assert(share >= 0 && share <= 1);
    uint64_t below = 0;
    for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
        below += histogram->counts[i];
        if (below && (double)below >= share * (double)histogram->count)
            return bucket_end(i) < histogram->max ? bucket_end(i) : histogram->max;
    }
    return 0;
}
