// Moments of a match. Sums join the two cells that swap when the players swap. So a swap flips the sign
// of odd moments and keeps even ones to the last bit.
//
// Elo goes through the hyperbolic tangent, an odd function: the logistic of Elo e is (1 + tanh(e ln 10 / 800)) / 2. So antisymmetry is
// exact and leads near 0 lose no digits.
#include "base/stats/score.h"

#include <assert.h>

enum {
    EVEN = PAIR_SCORES / 2, // the index of an even pair, half the points
    QUARTERS = 4,           // moments are taken of scores in quarters, which are whole numbers
};

void score_add_game(Trinomial *games, unsigned half_points)
{
    assert(half_points <= 2);
    uint32_t *const cells[] = {&games->losses, &games->draws, &games->wins};
    ++*cells[half_points];
}

void score_add_pair(PairCounts *pairs, unsigned half_points, unsigned other_half_points)
{
    assert(half_points <= 2 && other_half_points <= 2);
    pairs->count[half_points + other_half_points]++;
}

uint64_t score_count_games(const Trinomial *games)
{
    return (uint64_t)games->wins + games->draws + games->losses;
}

uint64_t score_count_pairs(const PairCounts *pairs)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < PAIR_SCORES; i++)
        count += pairs->count[i];
    return count;
}

// The mean of k to the `power`, where k is the score's distance from one half in quarters.
static double raw_moment(const PairCounts *pairs, double samples, unsigned power)
{
    assert(samples > 0);
    const double sign = power % 2 ? -1 : 1;
    const double far = pairs->count[EVEN + 2] + sign * pairs->count[EVEN - 2];
    const double near = pairs->count[EVEN + 1] + sign * pairs->count[EVEN - 1];
    return ((1u << power) * far + near) / samples;
}

static Score take_moments(const PairCounts *pairs, double games_each)
{
    Score score = {
        .samples = (double)score_count_pairs(pairs), .games_each = games_each, .kurtosis = 1};
    if (score.samples == 0)
        return score;
    const double m1 = raw_moment(pairs, score.samples, 1);
    const double m2 = raw_moment(pairs, score.samples, 2);
    const double m3 = raw_moment(pairs, score.samples, 3);
    const double m4 = raw_moment(pairs, score.samples, 4);
    const double variance = m2 - m1 * m1;
    score.lead = m1 / QUARTERS;
    score.variance = variance / (QUARTERS * QUARTERS);
    if (variance > 0) {
        score.skewness = (m3 - 3 * m1 * m2 + 2 * m1 * m1 * m1) / (variance * sqrt(variance));
        score.kurtosis =
            (m4 - 4 * m1 * m3 + 6 * m1 * m1 * m2 - 3 * m1 * m1 * m1 * m1) / (variance * variance);
    }
    return score;
}

Score score_of_pairs(const PairCounts *pairs)
{
    return take_moments(pairs, 2);
}

Score score_of_games(const Trinomial *games)
{
    const PairCounts cells = {{games->losses, 0, games->draws, 0, games->wins}};
    return take_moments(&cells, 1);
}

Score score_of_match(const PairCounts *pairs, const Trinomial *games)
{
    if (2 * score_count_pairs(pairs) == score_count_games(games))
        return score_of_pairs(pairs);
    return score_of_games(games);
}

double score_error(const Score *score)
{
    return score->samples > 0 ? sqrt(score->variance / score->samples) : 0;
}

Estimate score_lead(const Score *score)
{
    if (score->variance <= 0)
        return stats__wilson(score->lead, score->samples, NORMAL_95);
    Estimate lead = estimate_around(score->lead, score_error(score));
    lead.low = fmax(lead.low, -0.5);
    lead.high = fmin(lead.high, 0.5);
    return lead;
}

double score_z(const Score *score)
{
    if (score->variance <= 0)
        return 2 * score->lead * sqrt(score->samples);
    return score->lead / score_error(score);
}

Estimate score_draw_ratio(const Trinomial *games)
{
    return binomial_share(games->draws, score_count_games(games));
}

static double elo_of_lead(double lead)
{
    return ELO_OF_DEVIATION * atanh(2 * lead);
}

double elo_from_score(double score)
{
    assert(score >= 0 && score <= 1);
    return elo_of_lead(score - 0.5);
}

double elo_to_score(double elo)
{
    return 0.5 + tanh(elo / ELO_OF_DEVIATION) / 2;
}

Estimate elo_logistic(const Score *score)
{
    const Estimate lead = score_lead(score);
    return (Estimate){elo_of_lead(lead.value), elo_of_lead(lead.low), elo_of_lead(lead.high)};
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
