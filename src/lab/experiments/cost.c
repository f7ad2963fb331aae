// Plans what an experiment still needs: its games and seconds that are left, and how many games decide each of its claims.
//
// A claim: an interval reaches z standard errors to either side and narrows with the root of the games. The verdict falls with the
// wanted chance if the bound is z + q standard errors away, where q is the quantile of that chance.
#include "lab/experiments/cost.h"

#include "base/stats/estimate.h"

#include <assert.h>

uint64_t cell_games_left(const ExperimentCell *cell, const CellResult *result)
{
    const Plan *plan = &cell->plan;
    const uint64_t asked = 2 * plan_job_count(plan), played = result_games(result);
    const bool is_decided = plan->stops_by_sprt && played &&
                            sprt_state(&plan->sprt, &result->meeting.pairs) != SPRT_GO_ON;
    return is_decided || played >= asked ? 0 : asked - played;
}

// Medians of the results under results/ in November 2026: 292 tries a game of Kriegspiel, 394 of Phantom Go; 2.7 microseconds a
// node over all players. They only serve experiments of which nothing was played; one that was played uses its own.
static const double tries_a_game = 300, seconds_a_node = 2.7e-6;
enum { MS_PER_SECOND = 1000 };

// Seconds of a try under the tightest of its limits; 0 if it has none.
static double try_seconds(const TryLimits *limits)
{
    const double each[] = {(double)limits->nodes * seconds_a_node,
                           (double)limits->cpu_ms / MS_PER_SECOND,
                           (double)limits->move_ms / MS_PER_SECOND};
    double least = 0;
    for (unsigned i = 0; i < COUNT_OF(each); i++)
        if (each[i] > 0 && (least == 0 || each[i] < least))
            least = each[i];
    return least;
}

// Both players make about as many tries.
static double estimate_game(const PlanLimits *limits)
{
    const double first = try_seconds(&limits->tries), second = try_seconds(&limits->second);
    const double by_tries = tries_a_game * (second > 0 ? (first + second) / 2 : first);
    const double by_clock =
        (2.0 * limits->clock.base_ms + tries_a_game * limits->clock.increment_ms) / MS_PER_SECOND;
    if (by_tries > 0 && by_clock > 0)
        return by_tries < by_clock ? by_tries : by_clock;
    return by_tries + by_clock;
}

static bool is_measured(const CellResult *result)
{
    return result->is_there && result->games_per_second > 0;
}

Pace experiment_pace(const Experiment *experiment, const CellResult *results, const Run *runs,
                     uint32_t run_count)
{
    const uint32_t count = experiment_cell_count(experiment);
    Pace pace = {.concurrency = run_count ? runs[run_count - 1].concurrency : 1, .factor = 1};
    double measured = 0, estimated = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_measured(&results[i]))
            continue;
        ExperimentCell cell;
        experiment_cell(experiment, i, &cell);
        measured += pace.concurrency / results[i].games_per_second;
        estimated += estimate_game(&cell.plan.limits);
    }
    pace.is_measured = measured > 0 && estimated > 0;
    if (pace.is_measured)
        pace.factor = measured / estimated;
    return pace;
}

double cell_game_seconds(const Pace *pace, const ExperimentCell *cell, const CellResult *result)
{
    assert(pace->factor > 0);
    return is_measured(result) ? pace->concurrency / result->games_per_second
                               : pace->factor * estimate_game(&cell->plan.limits);
}

Cost experiment_cost(const Experiment *experiment, const CellResult *results, const Pace *pace)
{
    const uint32_t count = experiment_cell_count(experiment);
    Cost cost = {0};
    for (uint32_t i = 0; i < count; i++) {
        ExperimentCell cell;
        experiment_cell(experiment, i, &cell);
        const uint64_t left = cell_games_left(&cell, &results[i]);
        cost.asked += 2 * plan_job_count(&cell.plan);
        cost.played += result_games(&results[i]);
        cost.left += left;
        cost.seconds_left += (double)left * cell_game_seconds(pace, &cell, &results[i]);
    }
    return cost;
}

static const double chance_wanted = 0.8;
static const uint64_t games_max = (uint64_t)1 << 40; // more than anybody plays
static const double variance_min =
    1e-4; // of a game, so that a paper's 100 % is not taken for certain

// Returns the variance of one game's points, from the share of wins and draws.
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

// Returns how far the interval reaches to either side.
static double reach_of(const Lead *lead, double games)
{
    return NORMAL_90 * sqrt(lead->game_variance / games + lead->paper_variance);
}

// Returns the chance that so many of our games decide the figure.
static double power_chance(const Lead *lead, double games, double margin)
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

// Returns the factor of one inequality that holds as it stands: until it is sure. With two bounds it can miss at either, so each has half of what
// may go wrong.
static double factor_to_hold(const Claim *claim, const Estimate *value)
{
    const bool has_two = isfinite(claim->min) && isfinite(claim->max);
    const double chance = has_two ? (1 + chance_wanted) / 2 : chance_wanted;
    return fmax(
        factor_of(value->value - claim->min, value->value - value->low, NORMAL_90, chance),
        factor_of(claim->max - value->value, value->high - value->value, NORMAL_90, chance));
}

// Returns the factor of one that does not hold: until that is sure.
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
    const double strict = normal_quantile(1 - CLAIM_ERROR_MAX / verdict.count);
    double hold = 0, fail = INFINITY;
    for (uint32_t i = 0; i < verdict.count; i++) {
        if (!verdict.tests[i].is_played)
            return (ClaimPower){verdict.finding, NAN};
        hold = fmax(hold, factor_to_hold(claim, &verdict.tests[i].value));
        fail = fmin(fail, factor_to_fail(claim, &verdict.tests[i].value, strict));
    }
    return (ClaimPower){verdict.finding, fmin(hold, fail)};
}
