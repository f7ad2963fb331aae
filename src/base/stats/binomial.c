// Wilson's interval.
#include "base/stats/binomial.h"

#include <assert.h>

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
