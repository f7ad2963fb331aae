// Differences of shares and of points, tests of claims, and the verdicts on them.
//
// A claim is made of inequalities. It is reproduced if each of them holds at 5 %, one-sided: that all hold is then wrong in at most
// one case in twenty. It is not reproduced if one of its m inequalities fails at 5 % / m (Bonferroni), so that a true claim is
// rejected in at most one case in twenty too.
#include "lab/experiments/compare.h"

#include "base/stats/estimate.h"
#include "base/stats/score.h"
#include "lab/experiments/internal.h"

#include <assert.h>
#include <string.h>

static const double chance_min = 0.05; // a less likely spread is called real

// Newcombe's tenth method: the half-widths of the two Wilson intervals are added as squares.
static Estimate difference_of(Estimate ours, Estimate theirs)
{
    const double value = ours.value - theirs.value;
    return (Estimate){value, value - hypot(ours.value - ours.low, theirs.high - theirs.value),
                      value + hypot(ours.high - ours.value, theirs.value - theirs.low)};
}

// Returns a share of the paper: the error of reading it off a curve is added to that of its games as a square.
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

// Returns the paper's points, or its wins.
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

// Returns the experiment's margin, or half of the paper's lead over an even score if that is smaller and the paper's games show a lead:
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

// Returns whether some share differs by more than the margin. There are three of them, so each needs 99 %: `reach` is NORMAL_99 or more.
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

static Finding judge_figure(const Comparison *comparison, const Trinomial *games,
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
    comparison.finding = judge_figure(&comparison, games, published);
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

// In place of the number of a cell: no cell has this player; or the player is the opponent of all, and has half of the points
// against itself.
#define CELL_NONE UINT32_MAX
#define CELL_EVEN (UINT32_MAX - 1)

enum { TERMS_MAX = 4 };

// A sum of points of cells, or a figure of a single cell.
typedef struct Inequality {
    uint32_t cells[TERMS_MAX];
    double weights[TERMS_MAX];
    uint32_t count;
} Inequality;

typedef struct Inequalities {
    const Experiment *experiment;
    const Claim *claim;
    Inequality list[CLAIM_TESTS_MAX];
    uint32_t count; // may be more than the list has room for
    bool is_broken; // a player of an order is missing, or has another opponent
} Inequalities;

static bool cell_fits(const Experiment *experiment, uint32_t number, Slice where)
{
    ExperimentCell cell;
    experiment_cell(experiment, number, &cell);
    return experiment_cell_fits(&cell, where);
}

static void add_inequality(Inequalities *all, const Inequality *one)
{
    if (all->count < CLAIM_TESTS_MAX)
        all->list[all->count] = *one;
    all->count++;
}

static void list_bounds(Inequalities *all)
{
    const Experiment *experiment = all->experiment;
    uint32_t first = 0;
    for (uint32_t i = 0; i < all->claim->fixture; i++)
        first += fixture_cell_count(experiment, i);
    const uint32_t count = fixture_cell_count(experiment, all->claim->fixture);
    for (uint32_t i = first; i < first + count; i++)
        if (cell_fits(experiment, i, all->claim->where))
            add_inequality(all, &(Inequality){.cells = {i}, .weights = {1}, .count = 1});
}

// Returns how many cells have the same players.
static uint32_t cells_each(const Experiment *experiment)
{
    return experiment->game_count * experiment->limits_count;
}

// Finds the first cell whose player `side` is variant `variant` of a pattern.
static uint32_t find_player(const Experiment *experiment, Slice pattern, uint32_t variant,
                            unsigned side)
{
    char memory[EXPERIMENT_STRING_MAX];
    Text name = TEXT_IN(memory);
    pattern_write(pattern, &variant, &name);
    const uint32_t count = experiment_first_of_nulls(experiment);
    for (uint32_t i = 0; i < count; i += cells_each(experiment)) {
        ExperimentCell cell;
        experiment_cell(experiment, i, &cell);
        if (strcmp(cell.players[side], memory) == 0)
            return i;
    }
    return CELL_NONE;
}

static bool have_same_opponent(const Experiment *experiment, uint32_t one, uint32_t other)
{
    ExperimentCell cells[2];
    experiment_cell(experiment, one, &cells[0]);
    experiment_cell(experiment, other, &cells[1]);
    return strcmp(cells[0].players[1], cells[1].players[1]) == 0;
}

// Finds the cells of two players of an order, under the first game and limits. One of them may be the other's opponent.
static bool find_pair(const Inequalities *all, const Slice patterns[2], const uint32_t variants[2],
                      uint32_t cells[2])
{
    const Experiment *experiment = all->experiment;
    for (unsigned i = 0; i < 2; i++)
        cells[i] = find_player(experiment, patterns[i], variants[i], 0);
    if (cells[0] != CELL_NONE && cells[1] != CELL_NONE)
        return have_same_opponent(experiment, cells[0], cells[1]);
    const unsigned missing = cells[0] == CELL_NONE ? 0 : 1;
    const uint32_t found = cells[1 - missing];
    const uint32_t opponent = find_player(experiment, patterns[missing], variants[missing], 1);
    if (found == CELL_NONE || opponent == CELL_NONE ||
        !have_same_opponent(experiment, found, opponent))
        return false;
    cells[missing] = CELL_EVEN;
    return true;
}

static uint32_t cell_under(uint32_t first, uint32_t circumstances)
{
    return first == CELL_EVEN ? CELL_EVEN : first + circumstances;
}

// Returns whether a claim is about these circumstances: the number of a game and of limits.
static bool is_meant(const Inequalities *all, const uint32_t cells[2], uint32_t circumstances)
{
    for (unsigned i = 0; i < 2; i++)
        if (cells[i] != CELL_EVEN &&
            !cell_fits(all->experiment, cells[i] + circumstances, all->claim->where))
            return false;
    return true;
}

// One player is ahead of the other under every game and limit.
static void list_order(Inequalities *all, const uint32_t cells[2])
{
    for (uint32_t i = 0; i < cells_each(all->experiment); i++)
        if (is_meant(all, cells, i))
            add_inequality(
                all, &(Inequality){.cells = {cell_under(cells[0], i), cell_under(cells[1], i)},
                                   .weights = {1, -1},
                                   .count = 2});
}

// Under every game the lead at the first limits that are meant is larger than that at the last.
static void list_narrowing(Inequalities *all, const uint32_t cells[2])
{
    const uint32_t limits = all->experiment->limits_count;
    for (uint32_t game = 0; game < all->experiment->game_count; game++) {
        uint32_t first = CELL_NONE, last = CELL_NONE;
        for (uint32_t i = game * limits; i < (game + 1) * limits; i++) {
            if (!is_meant(all, cells, i))
                continue;
            first = first == CELL_NONE ? i : first;
            last = i;
        }
        if (first != last)
            add_inequality(
                all,
                &(Inequality){.cells = {cell_under(cells[0], first), cell_under(cells[1], first),
                                        cell_under(cells[0], last), cell_under(cells[1], last)},
                              .weights = {1, -1, -1, 1},
                              .count = TERMS_MAX});
    }
}

static void list_orders(Inequalities *all)
{
    const Claim *claim = all->claim;
    assert(claim->player_count >= 2 && claim->player_count <= CLAIM_PLAYERS_MAX);
    for (uint32_t i = 0; i + 1 < claim->player_count; i++) {
        const Slice *patterns = &claim->players[i];
        const uint32_t counts[2] = {pattern_count(patterns[0], PATTERN_MAX),
                                    pattern_count(patterns[1], PATTERN_MAX)};
        for (uint32_t k = 0; k < counts[0] * counts[1]; k++) {
            const uint32_t variants[2] = {k / counts[1], k % counts[1]};
            uint32_t cells[2];
            if (!find_pair(all, patterns, variants, cells)) {
                all->is_broken = true;
                return;
            }
            (claim->kind == CLAIM_ORDER ? list_order : list_narrowing)(all, cells);
        }
    }
}

static void list_inequalities(Inequalities *all)
{
    if (all->claim->kind == CLAIM_BOUND)
        list_bounds(all);
    else
        list_orders(all);
}

uint32_t claim_count_tests(const Experiment *experiment, const Claim *claim)
{
    Inequalities all = {.experiment = experiment, .claim = claim};
    list_inequalities(&all);
    return all.is_broken ? 0 : all.count;
}

void claim_mark_cells(const Experiment *experiment, const Claim *claim, bool *is_about)
{
    Inequalities all = {.experiment = experiment, .claim = claim};
    list_inequalities(&all);
    for (uint32_t i = 0; i < all.count; i++)
        for (uint32_t k = 0; k < all.list[i].count; k++)
            if (all.list[i].cells[k] != CELL_EVEN)
                is_about[all.list[i].cells[k]] = true;
}

static Estimate estimate_points(const Trinomial *games, double reach)
{
    const double all = (double)score_count_games(games);
    const Points points = points_of_counts(games->wins, games->draws, all);
    const double error = reach * sqrt(points.variance);
    return (Estimate){(games->wins + games->draws / 2.0) / all, fmax(0, points.mean - error),
                      fmin(1, points.mean + error)};
}

static Estimate map_estimate(Estimate estimate, double (*to)(double))
{
    return (Estimate){to(estimate.value), to(estimate.low), to(estimate.high)};
}

static double odds(double share)
{
    return share < 1 ? share / (1 - share) : INFINITY;
}

static Estimate estimate_figure(ClaimFigure figure, const Trinomial *games, double reach)
{
    const uint32_t counts[FIGURE_COUNT] = {[FIGURE_WINS] = games->wins,
                                           [FIGURE_LOSSES] = games->losses,
                                           [FIGURE_DRAWS] = games->draws};
    assert(figure < FIGURE_COUNT);
    if (figure == FIGURE_POINTS)
        return estimate_points(games, reach);
    if (figure == FIGURE_ELO)
        return map_estimate(estimate_points(games, reach), elo_from_score);
    if (figure == FIGURE_RATIO)
        return map_estimate(
            binomial_share_at(games->wins, (uint64_t)games->wins + games->losses, reach), odds);
    return binomial_share_at(counts[figure], score_count_games(games), reach);
}

// Returns false if the curves tell nothing of it: they are from before it was counted, or of games too few for an interval.
static bool estimate_of_curves(ClaimFigure figure, const Curves *curves, double reach,
                               Estimate *estimate)
{
    const RiseSums *rise = &curves->rise;
    const RatioSums *sums = figure == FIGURE_TRIES ? &curves->tries_a_move : &curves->calls;
    assert(figure_is_of_curves(figure));
    const bool is_rise = figure == FIGURE_RISE;
    const bool is_known = is_rise ? rise->games > 0 : sums->games > 1 && sums->below > 0;
    if (is_known)
        *estimate = is_rise ? curves_rise(rise, reach) : ratio_estimate(sums, reach);
    return is_known;
}

static Estimate estimate_sum(const Inequality *one, const CellResult *results, double reach)
{
    double value = 0, centre = 0, variance = 0;
    for (uint32_t i = 0; i < one->count; i++) {
        Estimate raw = {.value = 0.5};
        Points points = {.mean = 0.5};
        if (one->cells[i] != CELL_EVEN) {
            const Trinomial *games = &results[one->cells[i]].meeting.games;
            raw = estimate_points(games, reach);
            points = points_of_counts(games->wins, games->draws, (double)score_count_games(games));
        }
        value += one->weights[i] * raw.value;
        centre += one->weights[i] * points.mean;
        variance += points.variance;
    }
    return (Estimate){value, centre - reach * sqrt(variance), centre + reach * sqrt(variance)};
}

static bool is_inequality_played(const Inequality *one, const CellResult *results)
{
    for (uint32_t i = 0; i < one->count; i++)
        if (one->cells[i] != CELL_EVEN &&
            (!results[one->cells[i]].is_there ||
             score_count_games(&results[one->cells[i]].meeting.games) == 0))
            return false;
    return true;
}

// Measures the two sides of an inequality, as one figure. False if its games were not played.
static bool measure_inequality(const Claim *claim, const Inequality *one, ClaimGames games,
                               double reach, Estimate *value)
{
    const uint32_t cell = one->cells[0];
    if (!is_inequality_played(one, games.results))
        return false;
    if (claim->kind != CLAIM_BOUND)
        *value = estimate_sum(one, games.results, reach);
    else if (figure_is_of_curves(claim->figure))
        return games.curves && estimate_of_curves(claim->figure, &games.curves[cell], reach, value);
    else
        *value = estimate_figure(claim->figure, &games.results[cell].meeting.games, reach);
    return true;
}

static ClaimTest test_inequality(const Inequalities *all, const Inequality *one, ClaimGames games,
                                 uint32_t among)
{
    const Claim *claim = all->claim;
    const double strict = normal_quantile(1 - CLAIM_ERROR_MAX / all->count / among);
    ClaimTest test = {.finding = FINDING_UNDECIDED};
    Estimate sure;
    test.is_played = measure_inequality(claim, one, games, NORMAL_90, &test.value) &&
                     measure_inequality(claim, one, games, strict, &sure);
    if (!test.is_played)
        return test;
    if (test.value.low >= claim->min && test.value.high <= claim->max)
        test.finding = FINDING_REPRODUCED;
    else if (sure.low > claim->max || sure.high < claim->min)
        test.finding = FINDING_DIFFERS;
    return test;
}

void claim_test(const Experiment *experiment, const Claim *claim, ClaimGames games, uint32_t among,
                ClaimVerdict *verdict)
{
    assert(among > 0);
    Inequalities all = {.experiment = experiment, .claim = claim};
    list_inequalities(&all);
    assert(all.count > 0 && all.count <= CLAIM_TESTS_MAX &&
           !all.is_broken); // as the reader made sure
    *verdict = (ClaimVerdict){.finding = FINDING_REPRODUCED, .count = all.count};
    for (uint32_t i = 0; i < all.count; i++) {
        verdict->tests[i] = test_inequality(&all, &all.list[i], games, among);
        const Finding finding = verdict->tests[i].finding;
        if (finding == FINDING_DIFFERS ||
            (finding == FINDING_UNDECIDED && verdict->finding != FINDING_DIFFERS))
            verdict->finding = finding;
    }
}
