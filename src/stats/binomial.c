// Binomial arithmetic without factorials: terms are computed one from the other, outwards from the largest.
#include "stats/binomial.h"

#include <assert.h>

Estimate stats__wilson(double lead, double samples)
{
    const double z2 = NORMAL_95 * NORMAL_95;
    const double centre = samples * lead / (samples + z2);
    const double reach = NORMAL_95 * sqrt(samples * (0.25 - lead * lead) + z2 / 4) / (samples + z2);
    Estimate estimate = {lead, centre - reach, centre + reach};
    // If all trials agree, the interval ends exactly at the edge; rounding could miss it.
    if (lead <= -0.5 || estimate.low < -0.5)
        estimate.low = -0.5;
    if (lead >= 0.5 || estimate.high > 0.5)
        estimate.high = 0.5;
    return estimate;
}

Estimate binomial_share(uint64_t successes, uint64_t trials)
{
    assert(successes <= trials);
    const double share = trials ? (double)successes / (double)trials : 0.5;
    const Estimate lead = stats__wilson(share - 0.5, (double)trials);
    return (Estimate){share, 0.5 + lead.low, 0.5 + lead.high};
}

// Adding up a tail starts at a term this small. The terms beyond it matter to no tail that anybody asks
// for, and the last of them are too small for a double.
#define NEGLIGIBLE 1e-40

// The probability of `count` + 1 successes for each unit of that of `count`.
static double step_up(uint32_t trials, double chance, uint32_t count)
{
    return (trials - count) / (count + 1.0) * (chance / (1 - chance));
}

// The sum of all terms, in units of the one at `mode`.
static double sum_terms(uint32_t trials, double chance, uint32_t mode)
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
static uint32_t quantile(uint32_t trials, double chance, double tail)
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

BinomialRange binomial_range(uint32_t trials, double chance, double coverage)
{
    assert(chance > 0 && chance < 1);
    assert(coverage > 0 && coverage < 1);
    const double tail = (1 - coverage) / 2;
    // The upper end is the lower end of the failures: adding up from the far end keeps small sums
    // exact.
    return (BinomialRange){quantile(trials, chance, tail),
                           trials - quantile(trials, 1 - chance, tail)};
}
