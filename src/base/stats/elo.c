// Elo through the hyperbolic tangent, an odd function: the logistic of Elo e is
// (1 + tanh(e ln 10 / 800)) / 2. So antisymmetry is exact and leads near 0 lose no digits.
#include "base/stats/elo.h"

#include <assert.h>

static double from_lead(double lead)
{
    return ELO_OF_DEVIATION * atanh(2 * lead);
}

double elo_from_score(double score)
{
    assert(score >= 0 && score <= 1);
    return from_lead(score - 0.5);
}

double elo_to_score(double elo)
{
    return 0.5 + tanh(elo / ELO_OF_DEVIATION) / 2;
}

Estimate elo_logistic(const Score *score)
{
    const Estimate lead = score_lead(score);
    return (Estimate){from_lead(lead.value), from_lead(lead.low), from_lead(lead.high)};
}

Estimate elo_normalized(const Score *score)
{
    if (score->variance <= 0) {
        const double value = score->lead == 0 ? 0 : copysign(INFINITY, score->lead);
        return (Estimate){value, -INFINITY, INFINITY};
    }
    assert(score->samples > 0);
    const double t = score->lead / sqrt(score->variance);
    // The deviation is estimated from the same samples as the lead. The delta method adds its error:
    // nothing at t = 0, but far from 0 the plain interval is much too short. For the rare distribution
    // that would make the interval shorter, the plain one is kept; three pairs may make the delta 0.
    const double delta = (score->kurtosis - 1) * t * t / 4 - score->skewness * t;
    const double spread = 1 + fmax(delta, 0);
    const double unit = ELO_OF_DEVIATION / sqrt(score->games_each);
    return estimate_around(unit * t, unit * sqrt(spread / score->samples));
}

double elo_los(const Score *score)
{
    return normal_cdf(score_z(score));
}
