// Wilson's interval, and the tail of the chi-squared distribution.
#include "base/stats/estimate.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

Estimate stats__wilson(double lead, double samples, double z)
{
    assert(z > 0);
    const double z2 = z * z;
    const double centre = samples * lead / (samples + z2);
    const double reach = z * sqrt(samples * (0.25 - lead * lead) + z2 / 4) / (samples + z2);
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
    return binomial_share_at(successes, trials, NORMAL_95);
}

Estimate binomial_share_at(uint64_t successes, uint64_t trials, double reach)
{
    assert(successes <= trials);
    const double share = trials ? (double)successes / (double)trials : 0.5;
    const Estimate lead = stats__wilson(share - 0.5, (double)trials, reach);
    return (Estimate){share, 0.5 + lead.low, 0.5 + lead.high};
}

// Sums by recurrence, two degrees at a time from one or two: each step adds (x/2)^(k/2) e^(-x/2) / gamma(k/2 + 1).
double chi_squared_tail(double sum, unsigned degrees)
{
    assert(degrees >= 1);
    const double half = sum / 2;
    const bool is_odd = degrees % 2;
    if (!(sum > 0))
        return 1;
    if (isinf(sum))
        return 0;
    double tail = is_odd ? erfc(sqrt(half)) : exp(-half);
    for (unsigned have = is_odd ? 1 : 2; have < degrees; have += 2)
        tail += exp(have / 2.0 * log(half) - half - lgamma(have / 2.0 + 1));
    assert(tail >= 0);
    return tail < 1 ? tail : 1;
}
