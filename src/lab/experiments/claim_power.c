// From the distance of a figure to its bound.
//
// An interval reaches z standard errors to either side and narrows with the root of the games. The verdict falls with the wanted
// chance if the bound is z + q standard errors away, where q is the quantile of that chance.
#include "lab/experiments/claim_power.h"

#include "base/stats/estimate.h"

static const double chance_wanted = 0.8;
static const double factor_max = 1e9; // more games than anybody plays

// So many times the games bring a bound, `gap` away, to where an interval that reaches `reach` standard errors decides with this
// chance; that of now reaches `half` by NORMAL_90 of them.
static double factor_of(double gap, double half, double reach, double chance)
{
    if (!(gap > 0) || !isfinite(half))
        return INFINITY;
    const double needed = (half / NORMAL_90) * (reach + normal_quantile(chance)) / gap;
    return needed * needed < factor_max ? needed * needed : INFINITY;
}

// Of one inequality that holds as it stands: until it is sure. With two bounds it can miss at either, so each has half of what
// may go wrong.
static double factor_to_hold(const Claim *claim, const Estimate *value)
{
    const bool has_two = isfinite(claim->min) && isfinite(claim->max);
    const double chance = has_two ? (1 + chance_wanted) / 2 : chance_wanted;
    return fmax(
        factor_of(value->value - claim->min, value->value - value->low, NORMAL_90, chance),
        factor_of(claim->max - value->value, value->high - value->value, NORMAL_90, chance));
}

// Of one that does not hold: until that is sure.
static double factor_to_fail(const Claim *claim, const Estimate *value, double strict)
{
    return fmin(
        factor_of(claim->min - value->value, value->high - value->value, strict, chance_wanted),
        factor_of(value->value - claim->max, value->value - value->low, strict, chance_wanted));
}

// One inequality that fails decides the whole claim; else all must hold.
ClaimPower power_of_claim(const Experiment *experiment, const Claim *claim, ClaimGames games)
{
    ClaimVerdict verdict;
    claim_test(experiment, claim, games, 1, &verdict);
    const double strict = normal_quantile(1 - claim_error_max / verdict.count);
    double hold = 0, fail = INFINITY;
    for (uint32_t i = 0; i < verdict.count; i++) {
        if (!verdict.tests[i].is_played)
            return (ClaimPower){verdict.finding, NAN};
        hold = fmax(hold, factor_to_hold(claim, &verdict.tests[i].value));
        fail = fmin(fail, factor_to_fail(claim, &verdict.tests[i].value, strict));
    }
    return (ClaimPower){verdict.finding, fmin(hold, fail)};
}
