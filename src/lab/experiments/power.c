// Variances, and the games that make them small enough.
#include "lab/experiments/power.h"

#include "base/stats/estimate.h"

#include <assert.h>

static const double chance_wanted = 0.8;
static const uint64_t games_max = (uint64_t)1 << 40; // more than anybody plays
static const double variance_min =
    1e-4; // of a game, so that a paper's 100 % is not taken for certain

// The variance of one game's points, from the share of wins and draws.
static double variance_of_shares(double wins, double draws)
{
    const double mean = wins + draws / 2;
    return fmax(variance_min, wins + draws / 4 - mean * mean);
}

Lead lead_of_comparison(const Comparison *comparison, const Trinomial *games)
{
    assert(comparison->finding != FINDING_NONE);
    const double played = (double)score_count_games(games);
    const Estimate *theirs = comparison->theirs;
    Lead lead = {.paper_variance = comparison->paper.variance};
    if (played > 0) {
        const double draws = comparison->is_of_wins ? 0 : games->draws;
        const Points ours = points_of_counts(games->wins, draws, played);
        lead.value = comparison->lead.value;
        lead.game_variance =
            fmax(variance_min, ours.variance * (played + 2)); // with two games added
    } else {
        lead.game_variance = variance_of_shares(
            theirs[RESULT_WIN].value, comparison->is_of_wins ? 0 : theirs[RESULT_DRAW].value);
    }
    return lead;
}

// How far the interval reaches to either side.
static double reach_of(const Lead *lead, double games)
{
    return NORMAL_90 * sqrt(lead->game_variance / games + lead->paper_variance);
}

double power_chance(const Lead *lead, double games, double margin)
{
    assert(games > 0 && margin >= 0 && lead->game_variance > 0);
    const double error = sqrt(lead->game_variance / games), reach = reach_of(lead, games);
    const double inner = margin - reach, outer = margin + reach;
    const double above = normal_cdf((lead->value - outer) / error);
    const double below = normal_cdf((-outer - lead->value) / error);
    const double inside =
        normal_cdf((inner - lead->value) / error) - normal_cdf((-inner - lead->value) / error);
    return above + below + fmax(0, inside);
}

uint64_t power_games(const Lead *lead, double margin)
{
    uint64_t enough = 1;
    while (enough < games_max && power_chance(lead, (double)enough, margin) < chance_wanted)
        enough *= 2;
    if (power_chance(lead, (double)enough, margin) < chance_wanted)
        return UINT64_MAX;
    uint64_t few = enough / 2; // not enough, or 0
    while (enough - few > 1) {
        const uint64_t middle = few + (enough - few) / 2;
        if (power_chance(lead, (double)middle, margin) < chance_wanted)
            few = middle;
        else
            enough = middle;
    }
    return enough;
}

// Adds a figure about these games, of which the cell has `share` times as many.
static void add_figure(CellPower *power, const Trinomial *games, const Published *published,
                       uint64_t share)
{
    const Comparison comparison = compare_shares(games, published);
    power->figures++;
    if (comparison.finding != FINDING_UNDECIDED)
        return;
    power->undecided++;
    const Lead lead = lead_of_comparison(&comparison, games);
    const uint64_t needed = power_games(&lead, comparison.margin);
    if (needed == UINT64_MAX)
        power->hopeless++;
    else if (needed * share > power->games)
        power->games = needed * share;
}

CellPower power_of_cell(const ExperimentCell *cell, const CellResult *result)
{
    const Meeting *meeting = &result->meeting;
    CellPower power = {0};
    if (cell->published[PUBLISHED_ALL]) {
        add_figure(&power, &meeting->games, cell->published[PUBLISHED_ALL], 1);
        return power;
    }
    for (unsigned seat = 0; seat < 2; seat++) {
        const Published *published = cell->published[PUBLISHED_FIRST_SEAT + seat];
        if (published)
            add_figure(&power, &meeting->by_seat[seat], published, 2);
    }
    return power;
}
