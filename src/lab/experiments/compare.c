// Differences of shares and of points, and the verdict on them.
#include "lab/experiments/compare.h"

#include "base/stats/estimate.h"

#include <assert.h>

static const double chance_min = 0.05; // a less likely spread is called real

// Newcombe's tenth method: the half-widths of the two Wilson intervals are added as squares.
static Estimate difference_of(Estimate ours, Estimate theirs)
{
    const double value = ours.value - theirs.value;
    return (Estimate){value, value - hypot(ours.value - ours.low, theirs.high - theirs.value),
                      value + hypot(ours.high - ours.value, theirs.value - theirs.low)};
}

// A share of the paper: the error of reading it off a curve is added to that of its games as a square.
static Estimate published_share(const Published *published, unsigned result, double reach)
{
    assert(result < RESULT_COUNT && published->shares[result] >= 0);
    const double share = published->shares[result];
    const double reading = published->reading * reach / NORMAL_95;
    Estimate games = {share, share, share};
    if (published->games)
        games =
            binomial_share_at((uint64_t)(share * published->games + 0.5), published->games, reach);
    return (Estimate){share, fmax(0, share - hypot(share - games.low, reading)),
                      fmin(1, share + hypot(games.high - share, reading))};
}

// --- Points --------------------------------------------------------------------------------------

static Points points_of(double wins, double draws, double games)
{
    assert(games >= 0 && wins >= 0 && draws >= 0);
    if (games <= 0)
        return (Points){0};
    const double mean = (wins + draws / 2) / games;
    return (Points){mean, fmax(0, (wins + draws / 4) / games - mean * mean) / games};
}

Points points_of_counts(double wins, double draws, double games)
{
    return points_of(wins + 1, draws, games + 2);
}

// The paper's points, or its wins.
static Points published_points(const Comparison *comparison, const Published *published)
{
    const double wins = comparison->theirs[RESULT_WIN].value;
    const double draws = comparison->is_of_wins ? 0 : comparison->theirs[RESULT_DRAW].value;
    const double games = published->games, error = published->reading / NORMAL_95;
    Points points = {.mean = wins + draws / 2};
    if (published->games)
        points = points_of_counts(wins * games, draws * games, games);
    points.variance += error * error;
    return points;
}

// Two one-sided tests at 5 % (Schuirmann 1987) are one interval of 90 %.
static Estimate lead_of(const Comparison *comparison, const Trinomial *games, Points theirs)
{
    const Estimate *shares = comparison->difference;
    const double draws = comparison->is_of_wins ? 0 : games->draws;
    const Points ours = points_of_counts(games->wins, draws, (double)score_count_games(games));
    const double value =
        shares[RESULT_WIN].value + (comparison->is_of_wins ? 0 : shares[RESULT_DRAW].value / 2);
    const double centre = ours.mean - theirs.mean;
    const double reach = NORMAL_90 * sqrt(ours.variance + theirs.variance);
    return (Estimate){value, centre - reach, centre + reach};
}

// The experiment's margin, or half of the paper's lead over an even score if that is smaller and the paper's games show a lead:
// otherwise equal players could reproduce a difference.
static double margin_of(const Comparison *comparison, const Published *published, Points theirs)
{
    static const double even = 0.5, part_kept = 0.5;
    const double lead = fabs(comparison->theirs[RESULT_WIN].value +
                             comparison->theirs[RESULT_DRAW].value / 2 - even);
    const bool is_shown = fabs(theirs.mean - even) > NORMAL_90 * sqrt(theirs.variance);
    if (comparison->is_of_wins || !is_shown)
        return published->margin;
    return fmin(published->margin, part_kept * lead);
}

// --- The verdict ---------------------------------------------------------------------------------

// Whether some share differs by more than the margin. There are three of them, so each needs 99 %: `reach` is NORMAL_99 or more.
static bool some_share_differs(const Comparison *comparison, const Trinomial *games,
                               const Published *published, double reach)
{
    const uint32_t counts[RESULT_COUNT] = {games->wins, games->losses, games->draws};
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        if (!comparison->is_known[i])
            continue;
        const Estimate difference =
            difference_of(binomial_share_at(counts[i], score_count_games(games), reach),
                          published_share(published, i, reach));
        if (difference.low > published->margin || difference.high < -published->margin)
            return true;
    }
    return false;
}

static Finding judge(const Comparison *comparison, const Trinomial *games,
                     const Published *published)
{
    const Estimate lead = comparison->lead;
    const double margin = comparison->margin;
    assert(margin >= 0 && margin <= published->margin);
    if (lead.low > margin)
        return FINDING_STRONGER;
    if (lead.high < -margin)
        return FINDING_WEAKER;
    if (some_share_differs(comparison, games, published, NORMAL_99))
        return FINDING_DIFFERS;
    return lead.low > -margin && lead.high < margin ? FINDING_REPRODUCED : FINDING_UNDECIDED;
}

Comparison compare_shares(const Trinomial *games, const Published *published)
{
    assert(games);
    Comparison comparison = {.finding = published ? FINDING_UNDECIDED : FINDING_NONE};
    const uint32_t counts[RESULT_COUNT] = {games->wins, games->losses, games->draws};
    const uint64_t all = score_count_games(games);
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        comparison.ours[i] = binomial_share(counts[i], all);
        comparison.is_known[i] = published && published->shares[i] >= 0;
        comparison.is_of_wins |= !comparison.is_known[i];
        if (!comparison.is_known[i])
            continue;
        comparison.theirs[i] = published_share(published, i, NORMAL_95);
        comparison.difference[i] = difference_of(comparison.ours[i], comparison.theirs[i]);
    }
    if (!published)
        return comparison;
    comparison.paper = published_points(&comparison, published);
    comparison.margin = margin_of(&comparison, published, comparison.paper);
    if (!all)
        return comparison;
    comparison.lead = lead_of(&comparison, games, comparison.paper);
    comparison.finding = judge(&comparison, games, published);
    return comparison;
}

bool compare_fails_among(const Comparison *comparison, const Trinomial *games,
                         const Published *published, uint32_t count)
{
    assert(count > 0);
    static const double error = 0.05, error_of_share = 0.005; // to one side
    const Estimate lead = comparison->lead;
    const double centre = (lead.low + lead.high) / 2;
    const double reach =
        (lead.high - lead.low) / 2 * normal_quantile(1 - error / count) / NORMAL_90;
    return finding_is_failure(comparison->finding) &&
           (fabs(centre) - reach > comparison->margin ||
            some_share_differs(comparison, games, published,
                               normal_quantile(1 - error_of_share / count)));
}

// --- Several matches -----------------------------------------------------------------------------

static Points points_of_games(const Trinomial *games)
{
    const double all = (double)score_count_games(games);
    assert(all > 0);
    return points_of(games->wins, games->draws, all);
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
