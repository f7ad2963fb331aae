// A figure with its 95 % interval: of a mean by the normal distribution, of a share by Wilson's interval, of a ratio of two counts by the
// scatter between games. And the chi-squared distribution: how surprising a sum of squares is.
#ifndef NEBEL_STATS_ESTIMATE_H
#define NEBEL_STATS_ESTIMATE_H

#include "base/base.h"

#include <math.h>

// An end that the sample cannot bound is infinite; whoever prints it finds the words.
typedef struct Estimate {
    double value;
    double low;
    double high;
} Estimate;

// How many standard errors an interval of 90, 95 or 99 % reaches to either side.
#define NORMAL_90 1.6448536269514722
#define NORMAL_95 1.959963984540054
#define NORMAL_99 2.5758293035489004

static inline double normal_cdf(double z)
{
    return erfc(-z / sqrt(2)) / 2;
}

// The z below which the probability lies, by bisection: 1.645 for 0.95. `probability` is between 0 and 1, not at either end.
static inline double normal_quantile(double probability)
{
    enum { HALVINGS = 60 }; // of the range until it is as narrow as a double can tell
    double low = -10, high = 10;
    for (unsigned i = 0; i < HALVINGS; i++) {
        const double middle = (low + high) / 2;
        if (normal_cdf(middle) < probability)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

static inline Estimate estimate_around(double value, double standard_error)
{
    const double reach = NORMAL_95 * standard_error;
    return (Estimate){value, value - reach, value + reach};
}

// The mean of `count` figures, from their sum and the sum of their squares; the interval reaches so many standard errors.
static inline Estimate estimate_of_mean_at(double count, double sum, double squares, double reach)
{
    const double mean = sum / count;
    const double variance = count > 1 ? fmax(0, squares / count - mean * mean) / (count - 1) : 0;
    const double half = reach * sqrt(variance);
    return (Estimate){mean, mean - half, mean + half};
}

static inline Estimate estimate_of_mean(double count, double sum, double squares)
{
    return estimate_of_mean_at(count, sum, squares, NORMAL_95);
}

// The share of successes with Wilson's 95 % interval (1927), which stays within 0 and 1 and is
// honest at both ends. Without trials the estimate is one half, from 0 to 1.
Estimate binomial_share(uint64_t successes, uint64_t trials);
// The same for another interval, which reaches so many standard errors: NORMAL_90, for one.
Estimate binomial_share_at(uint64_t successes, uint64_t trials, double reach);

// Wilson's interval for a mean m of values between 0 and 1. Argument and result are m - 1/2, so that
// swapping yes and no flips signs and changes nothing else. It assumes the largest variance that such
// values can have, m(1 - m); they need not all be 0 or 1. It reaches `z` standard errors.
Estimate stats__wilson(double lead, double samples, double z);

// A ratio of two counts over many games, such as tries by moves: what one game has of both is not independent, so the game is the sample.
// Sums over games of both counts, their squares and their product.
typedef struct RatioSums {
    uint32_t games;
    uint64_t above, below;
    uint64_t above_squares, below_squares, products;
} RatioSums;

static inline void ratio_add(RatioSums *sums, uint32_t above, uint32_t below)
{
    sums->games++;
    sums->above += above;
    sums->below += below;
    sums->above_squares += (uint64_t)above * above;
    sums->below_squares += (uint64_t)below * below;
    sums->products += (uint64_t)above * below;
}

// Returns the ratio of the sums, with an interval that reaches so many standard errors (the linear approximation of Cochran, Sampling
// Techniques, 1977, chapter 6). A single game says nothing about the scatter: the interval is unbounded. Games that all agree could
// agree by chance: where none of n differs, up to 3 of them in n may (95 %), each by one count or more, so the interval reaches that far
// at least. `below` is not 0.
static inline Estimate ratio_estimate(const RatioSums *sums, double reach)
{
    const double games = sums->games, below = (double)sums->below;
    const double ratio = (double)sums->above / below;
    const double scatter = (double)sums->above_squares - 2 * ratio * (double)sums->products +
                           ratio * ratio * (double)sums->below_squares;
    const double unseen = -log(2 * normal_cdf(-reach)) / below;
    const double half =
        games > 1 ? fmax(unseen, reach * sqrt(fmax(0, scatter) * games / (games - 1)) / below)
                  : INFINITY;
    return (Estimate){ratio, ratio - half, ratio + half};
}

double chi_squared_tail(double sum, unsigned degrees);

#endif
