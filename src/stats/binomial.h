// Counts of yes and no: Wilson's interval for a share, and the range in which a count varies by chance.
#ifndef NEBEL_STATS_BINOMIAL_H
#define NEBEL_STATS_BINOMIAL_H

#include "stats/estimate.h"

// The share of successes with Wilson's 95 % interval (1927), which stays within 0 and 1 and is
// honest at both ends. Without trials the estimate is one half, from 0 to 1.
Estimate binomial_share(uint64_t successes, uint64_t trials);

typedef struct BinomialRange {
    uint32_t low;
    uint32_t high;
} BinomialRange;

// The counts of successes that `trials` of chance `chance` give with probability `coverage` or
// more: the ends are included, and beyond either end lies at most half of the remaining probability.
// Adds up the terms themselves, in time linear in `trials`.
BinomialRange binomial_range(uint32_t trials, double chance, double coverage);

// Wilson's interval for a mean m of values between 0 and 1. Argument and result are m - 1/2, so that
// swapping yes and no flips signs and changes nothing else. It assumes the largest variance that such
// values can have, m(1 - m); they need not all be 0 or 1.
Estimate stats__wilson(double lead, double samples);

#endif
