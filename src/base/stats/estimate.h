// A figure with its 95 % interval, and the normal distribution behind such intervals.
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

#endif
