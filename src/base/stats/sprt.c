// The generalised sequential test on the t-value of pairs, after Van den Bergh's notes.
//
// Law is short for a distribution over the five scores. The t-value of a law is its lead (mean less one
// half) over its standard deviation. A hypothesis fixes t and leaves the rest of the law free; its
// likelihood is that of the likeliest law p with that t. With observed weights w and scores a,
// Lagrange's conditions say
//
//     p = w / (1 + x f) / sum w,   f = a - t (s + (a - m)² / s) / 2,   sum of p f = 0,
//
// where m and s are p's own lead and deviation, and f is how the constraint lead - t s = 0 changes
// with p. With f fixed, the last equation has one root x. So: guess m and s, find x, take m and s
// of the law found, and again until nothing moves.
#include "base/stats/sprt.h"

#include "base/portable_math.h"
#include "base/stats/score.h"

#include <assert.h>

// What an empty cell counts, in pairs. A law must not rule out what merely has not happened yet, and the
// equation for x needs weight on both sides. A thousandth of a pair gives both and does not change a
// verdict visibly. Fishtest and fastchess use the same.
#define EMPTY_CELL 1e-3

enum { LAW_ROUNDS_MAX = 200, ROOT_ROUNDS_MAX = 200 };
#define LAW_TOLERANCE 1e-11
#define ROOT_TOLERANCE 1e-15

typedef struct SprtCells {
    double in[PAIR_SCORES];
} SprtCells;

static const char *const error_texts[] = {
    [SPRT_OK] = "no error",
    [SPRT_ERR_ORDER] = "the first Elo bound must be below the second",
    [SPRT_ERR_ELO] = "the Elo bounds must lie between -200 and 200",
    [SPRT_ERR_RISK] = "alpha and beta must lie between 0 and 0.5",
};
_Static_assert(COUNT_OF(error_texts) == SPRT_ERR_COUNT, "every error needs a text");
_Static_assert(SPRT_ELO_MAX == 200, "a text names the limit");

const char *sprt_error_text(SprtError error)
{
    assert(error < SPRT_ERR_COUNT);
    return error_texts[error];
}

static bool is_risk(double risk)
{
    return risk > 0 && risk < 0.5;
}

// Conditions are worded so that a bound which is not a number fails them.
SprtError sprt_check(const SprtPlan *plan)
{
    if (!(fabs(plan->elo0) <= SPRT_ELO_MAX && fabs(plan->elo1) <= SPRT_ELO_MAX))
        return SPRT_ERR_ELO;
    if (!(plan->elo0 < plan->elo1))
        return SPRT_ERR_ORDER;
    if (!is_risk(plan->alpha) || !is_risk(plan->beta))
        return SPRT_ERR_RISK;
    return SPRT_OK;
}

SprtBounds sprt_bounds(const SprtPlan *plan)
{
    return (SprtBounds){portable_log(plan->beta / (1 - plan->alpha)),
                        portable_log((1 - plan->beta) / plan->alpha)};
}

// The lead of a pair that scored `i` half points.
static double lead_of(unsigned i)
{
    return i / 4.0 - 0.5;
}

static SprtCells weigh(const PairCounts *pairs)
{
    SprtCells weights;
    for (unsigned i = 0; i < PAIR_SCORES; i++)
        weights.in[i] = pairs->count[i] ? pairs->count[i] : EMPTY_CELL;
    return weights;
}

static double total(const SprtCells *cells)
{
    double sum = 0;
    for (unsigned i = 0; i < PAIR_SCORES; i++)
        sum += cells->in[i];
    return sum;
}

// How the constraint "lead - t times deviation" changes with each cell of the law.
static SprtCells slopes(const SprtCells *law, double t)
{
    double mean = 0, variance = 0;
    for (unsigned i = 0; i < PAIR_SCORES; i++)
        mean += law->in[i] * lead_of(i);
    for (unsigned i = 0; i < PAIR_SCORES; i++)
        variance += law->in[i] * (lead_of(i) - mean) * (lead_of(i) - mean);
    const double deviation = sqrt(variance);
    SprtCells slope;
    for (unsigned i = 0; i < PAIR_SCORES; i++) {
        const double off = lead_of(i) - mean;
        slope.in[i] = lead_of(i) - t * (deviation + off * off / deviation) / 2;
    }
    return slope;
}

// The x at which the sum of w f / (1 + x f) is 0. The sum falls from plus to minus infinity between the
// poles of the largest and the smallest slope. Newton's steps; a step that would leave is replaced by
// bisection.
static double find_root(const SprtCells *weights, const SprtCells *slope)
{
    double smallest = slope->in[0], largest = slope->in[0];
    for (unsigned i = 1; i < PAIR_SCORES; i++) {
        smallest = fmin(smallest, slope->in[i]);
        largest = fmax(largest, slope->in[i]);
    }
    assert(smallest < 0 && largest > 0);
    double low = -1 / largest, high = -1 / smallest, x = 0;
    for (unsigned round = 0; round < ROOT_ROUNDS_MAX; round++) {
        double sum = 0, fall = 0;
        for (unsigned i = 0; i < PAIR_SCORES; i++) {
            const double part = slope->in[i] / (1 + x * slope->in[i]);
            sum += weights->in[i] * part;
            fall += weights->in[i] * part * part;
        }
        *(sum > 0 ? &low : &high) = x;
        double next = x + sum / fall;
        if (!(next > low && next < high))
            next = (low + high) / 2;
        if (fabs(next - x) <= ROOT_TOLERANCE * (high - low + fabs(x)))
            break;
        x = next;
    }
    return x;
}

// The likeliest law with t-value `t`, from weights that add up to `sum`.
static SprtCells fit(const SprtCells *weights, double sum, double t)
{
    SprtCells law;
    for (unsigned i = 0; i < PAIR_SCORES; i++)
        law.in[i] = 1.0 / PAIR_SCORES;
    for (unsigned round = 0; round < LAW_ROUNDS_MAX; round++) {
        const SprtCells slope = slopes(&law, t);
        const double x = find_root(weights, &slope);
        double moved = 0;
        for (unsigned i = 0; i < PAIR_SCORES; i++) {
            const double likeliest = weights->in[i] / (1 + x * slope.in[i]) / sum;
            moved = fmax(moved, fabs(likeliest - law.in[i]));
            law.in[i] = likeliest;
        }
        if (moved < LAW_TOLERANCE)
            break;
    }
    return law;
}

// A plan's Elo is a deviation of single games; a pair's score deviates sqrt(2) times less.
static double t_of_pair(double elo)
{
    return elo / ELO_OF_DEVIATION * sqrt(2);
}

double sprt_llr(const SprtPlan *plan, const PairCounts *pairs)
{
    assert(sprt_check(plan) == SPRT_OK);
    const SprtCells weights = weigh(pairs);
    const double sum = total(&weights);
    const SprtCells law0 = fit(&weights, sum, t_of_pair(plan->elo0));
    const SprtCells law1 = fit(&weights, sum, t_of_pair(plan->elo1));
    double llr = 0;
    for (unsigned i = 0; i < PAIR_SCORES; i++)
        llr += weights.in[i] * portable_log(law1.in[i] / law0.in[i]);
    return llr;
}

SprtState sprt_state(const SprtPlan *plan, const PairCounts *pairs)
{
    if (score_count_pairs(pairs) < SPRT_PAIRS_MIN)
        return SPRT_GO_ON;
    const SprtBounds bounds = sprt_bounds(plan);
    const double llr = sprt_llr(plan, pairs);
    if (llr >= bounds.upper)
        return SPRT_ACCEPT_H1;
    return llr <= bounds.lower ? SPRT_ACCEPT_H0 : SPRT_GO_ON;
}
