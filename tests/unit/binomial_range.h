// The range in which a count varies by chance: for tests whose results are random. Binomial arithmetic without
// factorials: terms are computed one from the other, outwards from the largest.
#ifndef NEBEL_TESTS_UNIT_BINOMIAL_RANGE_H
#define NEBEL_TESTS_UNIT_BINOMIAL_RANGE_H

#include "base/base.h"

#include <assert.h>

typedef struct BinomialRange {
    uint32_t low;
    uint32_t high;
} BinomialRange;

// Adding up a tail starts at a term this small. The terms beyond it matter to no tail that anybody asks
// for, and the last of them are too small for a double.
#define NEGLIGIBLE 1e-40

// The probability of `count` + 1 successes for each unit of that of `count`.
static inline double step_up(uint32_t trials, double chance, uint32_t count)
{
    return (trials - count) / (count + 1.0) * (chance / (1 - chance));
}

// The sum of all terms, in units of the one at `mode`.
static inline double sum_terms(uint32_t trials, double chance, uint32_t mode)
{
    double sum = 1, term = 1;
    for (uint32_t count = mode; count < trials; count++)
        sum += term *= step_up(trials, chance, count);
    term = 1;
    for (uint32_t count = mode; count > 0; count--)
        sum += term /= step_up(trials, chance, count - 1);
    return sum;
}

// The least count whose terms, from 0 up to and including it, weigh more than `tail`.
static inline uint32_t quantile(uint32_t trials, double chance, double tail)
{
    const uint32_t mode = (uint32_t)(trials * chance);
    assert(mode <= trials);
    double term = 1 / sum_terms(trials, chance, mode);
    uint32_t count = mode;
    for (; count > 0 && term > NEGLIGIBLE; count--)
        term /= step_up(trials, chance, count - 1);
    for (double below = term; below <= tail && count < trials; below += term) {
        term *= step_up(trials, chance, count);
        count++;
    }
    return count;
}

// The counts of successes that `trials` of chance `chance` give with probability `coverage` or
// more: the ends are included, and beyond either end lies at most half of the remaining probability.
// Adds up the terms themselves, in time linear in `trials`.
static inline BinomialRange binomial_range(uint32_t trials, double chance, double coverage)
{
    assert(chance > 0 && chance < 1);
    assert(coverage > 0 && coverage < 1);
    const double tail = (1 - coverage) / 2;
    // The upper end is the lower end of the failures: adding up from the far end keeps small sums
    // exact.
    return (BinomialRange){quantile(trials, chance, tail),
                           trials - quantile(trials, 1 - chance, tail)};
}

#endif
