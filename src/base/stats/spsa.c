// The steps of SPSA: asking for two settings, and moving by their difference.
#include "base/stats/spsa.h"

#include "base/portable_math.h"

#include <assert.h>
#include <math.h>

// The exponents that Spall (1998) recommends in practice: the smallest with which convergence is proved.
static const double GAIN_EXPONENT = 0.602, REACH_EXPONENT = 0.101;

// Spall advises a stability constant of a tenth of the steps or less.
static const double SETTLING_SHARE = 10;

static double reach(const Spsa *spsa)
{
    return spsa->plan.reach / portable_pow(spsa->taken + 1.0, REACH_EXPONENT);
}

// How far a difference of 1 moves each value. In the first step that is the reach; the settling constant keeps the
// early steps, of which few may be good, from moving the values far away.
static double gain(const Spsa *spsa)
{
    const double settling = spsa->plan.steps / SETTLING_SHARE + 1;
    return spsa->plan.reach * portable_pow(settling / (settling + spsa->taken), GAIN_EXPONENT);
}

static double bounded(double share)
{
    return fmin(fmax(share, 0), 1);
}

// The steps before the mean begins.
static uint32_t first_half(const Spsa *spsa)
{
    return spsa->plan.steps / 2;
}

static void draw_sides(Spsa *spsa)
{
    for (uint32_t i = 0; i < spsa->plan.count; i++)
        spsa->side[i] = rng_below(&spsa->rng, 2) ? 1 : -1;
}

void spsa_init(Spsa *spsa, const SpsaPlan *plan)
{
    assert(plan->count <= SPSA_VALUES_MAX);
    assert(plan->reach > 0);
    *spsa = (Spsa){.plan = *plan, .rng = rng_from_seed(plan->seed)};
    for (uint32_t i = 0; i < plan->count; i++)
        spsa->share[i] = bounded((plan->start[i] - plan->min[i]) / (plan->max[i] - plan->min[i]));
    draw_sides(spsa);
}

static double value_at(const SpsaPlan *plan, uint32_t i, double share)
{
    assert(share >= 0 && share <= 1);
    return plan->min[i] + share * (plan->max[i] - plan->min[i]);
}

void spsa_ask(const Spsa *spsa, double *plus, double *minus)
{
    const double by = reach(spsa);
    for (uint32_t i = 0; i < spsa->plan.count; i++) {
        plus[i] = value_at(&spsa->plan, i, bounded(spsa->share[i] + by * spsa->side[i]));
        minus[i] = value_at(&spsa->plan, i, bounded(spsa->share[i] - by * spsa->side[i]));
    }
}

void spsa_take_result(Spsa *spsa, double difference)
{
    assert(fabs(difference) <= 1);
    const double by = gain(spsa) * difference * spsa->plan.reach / reach(spsa);
    spsa->taken++;
    for (uint32_t i = 0; i < spsa->plan.count; i++) {
        spsa->share[i] = bounded(spsa->share[i] + by * spsa->side[i]);
        if (spsa->taken > first_half(spsa))
            spsa->sum[i] += spsa->share[i];
    }
    draw_sides(spsa);
}

void spsa_now(const Spsa *spsa, double *values)
{
    for (uint32_t i = 0; i < spsa->plan.count; i++)
        values[i] = value_at(&spsa->plan, i, spsa->share[i]);
}

void spsa_answer(const Spsa *spsa, double *values)
{
    const uint32_t half = first_half(spsa);
    if (spsa->taken <= half) {
        spsa_now(spsa, values);
        return;
    }
    for (uint32_t i = 0; i < spsa->plan.count; i++)
        values[i] = value_at(&spsa->plan, i, spsa->sum[i] / (spsa->taken - half));
}
