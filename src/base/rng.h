// Chance that replays: xoshiro256** (Blackman and Vigna), seeded by splitmix64. The same seed gives
// the same stream on every machine. Not for secrets.
#ifndef NEBEL_BASE_RNG_H
#define NEBEL_BASE_RNG_H

#include "base/base.h"

#include <assert.h>

typedef struct Rng {
    uint64_t state[4];
} Rng;

// One step of splitmix64: moves `*state` on and returns a well mixed word.
uint64_t splitmix64(uint64_t *state);

Rng rng_from_seed(uint64_t seed);

static inline uint64_t rotate_left(uint64_t word, unsigned by)
{
    return word << by | word >> (64 - by);
}

static inline uint64_t rng_next(Rng *rng)
{
    uint64_t *const s = rng->state;
    const uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    const uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

// A number below `limit` (at least 1). Multiply and shift: the bias is below limit / 2^32.
static inline uint32_t rng_below(Rng *rng, uint32_t limit)
{
    assert(limit > 0);
    return (uint32_t)((rng_next(rng) >> 32) * limit >> 32);
}

// A number from 0 to just below 1. Each of 2^53 values is equally likely.
static inline double rng_share(Rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

#endif
