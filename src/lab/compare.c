// Tests on differences of shares and of points.
#include "lab/compare.h"

#include "stats/binomial.h"
#include "stats/chi_squared.h"

#include <assert.h>

static const double chance_min = 0.05; // a less likely difference is called real

// Newcombe's tenth method: the half-widths of the two Wilson intervals are added as squares.
static Estimate difference_of(Estimate ours, Estimate theirs)
{
    const double value = ours.value - theirs.value;
    return (Estimate){value, value - hypot(ours.value - ours.low, theirs.high - theirs.value),
                      value + hypot(ours.high - ours.value, theirs.value - theirs.low)};
}

static Estimate published_share(const Published *published, unsigned result)
{
    assert(result < RESULT_COUNT && published->shares[result] >= 0);
    const double share = published->shares[result];
    if (!published->games)
        return (Estimate){share, share, share};
    return binomial_share((uint64_t)(share * published->games + 0.5), published->games);
}

// The mean points of a game, and the variance of that mean.
typedef struct Points {
    double mean, variance;
} Points;

static Points points_of(double wins, double draws, double games)
{
    assert(games >= 0 && wins >= 0 && draws >= 0);
    const double mean = wins + draws / 2;
    return (Points){mean, games > 0 ? (wins + draws / 4 - mean * mean) / games : 0};
}

// The difference in points, or in wins if the paper does not give all three shares.
static Estimate lead_of(const Comparison *comparison, double our_games, double their_games)
{
    const Estimate *ours = comparison->ours, *theirs = comparison->theirs;
    for (unsigned i = 0; i < RESULT_COUNT; i++)
        if (!comparison->is_known[i])
            return comparison->difference[RESULT_WIN];
    const Points here = points_of(ours[RESULT_WIN].value, ours[RESULT_DRAW].value, our_games);
    const Points there =
        points_of(theirs[RESULT_WIN].value, theirs[RESULT_DRAW].value, their_games);
    return estimate_around(here.mean - there.mean, sqrt(here.variance + there.variance));
}

// One kind of result in Pearson's test. A kind that nobody had adds 0. A kind that we had and an exact paper excludes adds
// infinity.
static double chi_squared_term(double ours, double theirs, double our_games, double their_games)
{
    const bool is_exact = their_games == 0; // the paper does not give its number of games
    const double pooled =
        is_exact ? theirs : (ours * our_games + theirs * their_games) / (our_games + their_games);
    const double weight =
        is_exact ? our_games : our_games * their_games / (our_games + their_games);
    const double difference = ours - theirs;
    if (pooled > 0)
        return weight * difference * difference / pooled;
    return ours > 0 ? INFINITY : 0;
}

// Pearson's chi-squared test on all shares of the paper at once: a test for each share alone would reject more than one true
// reproduction in ten. Shares that the paper leaves out count together as one kind.
static bool is_chance(const Comparison *comparison, double our_games, double their_games)
{
    assert(our_games > 0 && their_games >= 0);
    double sum = 0, our_rest = 1, their_rest = 1;
    unsigned kinds = 0, known = 0;
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        if (!comparison->is_known[i])
            continue;
        known++;
        const double ours = comparison->ours[i].value, theirs = comparison->theirs[i].value;
        sum += chi_squared_term(ours, theirs, our_games, their_games);
        our_rest -= ours;
        their_rest -= theirs;
        kinds += ours > 0 || theirs > 0;
    }
    // If all three shares are known there is no rest; rounded shares need not add up to 1.
    if (known < RESULT_COUNT) {
        sum += chi_squared_term(our_rest, their_rest, our_games, their_games);
        kinds++;
    }
    assert(kinds >= 1);
    return kinds == 1 ? sum == 0 : chi_squared_tail(sum, kinds - 1) >= chance_min;
}

static Agreement judge(bool is_chance, Estimate lead)
{
    if (is_chance)
        return AGREEMENT_AGREES;
    if (lead.low > 0)
        return AGREEMENT_STRONGER;
    return lead.high < 0 ? AGREEMENT_WEAKER : AGREEMENT_DIFFERS;
}

Comparison compare_shares(const Trinomial *games, const Published *published)
{
    assert(games);
    Comparison comparison = {.agreement = AGREEMENT_UNKNOWN};
    const uint32_t counts[RESULT_COUNT] = {games->wins, games->losses, games->draws};
    const uint64_t all = score_count_games(games);
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        comparison.ours[i] = binomial_share(counts[i], all);
        comparison.is_known[i] = published && published->shares[i] >= 0;
        if (!comparison.is_known[i])
            continue;
        comparison.theirs[i] = published_share(published, i);
        comparison.difference[i] = difference_of(comparison.ours[i], comparison.theirs[i]);
    }
    if (published && all)
        comparison.agreement = judge(is_chance(&comparison, (double)all, published->games),
                                     lead_of(&comparison, (double)all, published->games));
    return comparison;
}

// --- Several matches -----------------------------------------------------------------------------

static Points points_of_games(const Trinomial *games)
{
    const double all = (double)score_count_games(games);
    assert(all > 0);
    return points_of(games->wins / all, games->draws / all, all);
}

Spread compare_spread(const Trinomial *matches, uint32_t count)
{
    double all = 0, sum = 0, within = 0, between = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double games = (double)score_count_games(&matches[i]);
        const Points points = points_of_games(&matches[i]);
        all += games;
        sum += games * points.mean;
        within += games * games * points.variance;
    }
    for (uint32_t i = 0; i < count; i++) {
        const double difference = points_of_games(&matches[i]).mean - sum / all;
        between += (double)score_count_games(&matches[i]) * difference * difference;
    }
    Spread spread = {.chance = between > 0 ? 0 : 1};
    if (within > 0 && count > 1)
        spread.chance = chi_squared_tail(between / (within / all), count - 1);
    spread.is_real = spread.chance < chance_min;
    return spread;
}
