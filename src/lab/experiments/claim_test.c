// Makes inequalities of claims and tests them.
//
// A claim is reproduced if each inequality holds at 5 %, one-sided: that all hold is then wrong in at most one case in
// twenty. It is not reproduced if one of its m inequalities fails at 5 % / m (Bonferroni), so that a true claim is rejected in at
// most one case in twenty too.
#include "lab/experiments/claim_test.h"

#include "base/stats/estimate.h"
#include "base/stats/score.h"
#include "lab/experiments/pattern.h"

#include <assert.h>
#include <string.h>

const double claim_error_max = 0.05;

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

static bool fits(const Experiment *experiment, uint32_t number, Slice where)
{
    ExperimentCell cell;
    experiment_cell(experiment, number, &cell);
    return experiment_cell_fits(&cell, where);
}

static void add(Inequalities *all, const Inequality *one)
{
    if (all->count < CLAIM_TESTS_MAX)
        all->list[all->count] = *one;
    all->count++;
}

// --- Bounds --------------------------------------------------------------------------------------

static void list_bounds(Inequalities *all)
{
    const Experiment *experiment = all->experiment;
    uint32_t first = 0;
    for (uint32_t i = 0; i < all->claim->fixture; i++)
        first += fixture_cell_count(experiment, i);
    const uint32_t count = fixture_cell_count(experiment, all->claim->fixture);
    for (uint32_t i = first; i < first + count; i++)
        if (fits(experiment, i, all->claim->where))
            add(all, &(Inequality){.cells = {i}, .weights = {1}, .count = 1});
}

// --- Orders --------------------------------------------------------------------------------------

// How many cells have the same players.
static uint32_t cells_each(const Experiment *experiment)
{
    return experiment->game_count * experiment->limits_count;
}

// The first cell whose player `side` is variant `variant` of a pattern.
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

// The cells of two players of an order, under the first game and limits. One of them may be the other's opponent.
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

// Whether a claim is about these circumstances: the number of a game and of limits.
static bool is_meant(const Inequalities *all, const uint32_t cells[2], uint32_t circumstances)
{
    for (unsigned i = 0; i < 2; i++)
        if (cells[i] != CELL_EVEN &&
            !fits(all->experiment, cells[i] + circumstances, all->claim->where))
            return false;
    return true;
}

// One player is ahead of the other under every game and limit.
static void list_order(Inequalities *all, const uint32_t cells[2])
{
    for (uint32_t i = 0; i < cells_each(all->experiment); i++)
        if (is_meant(all, cells, i))
            add(all, &(Inequality){.cells = {cell_under(cells[0], i), cell_under(cells[1], i)},
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
            add(all,
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

// --- Figures -------------------------------------------------------------------------------------

static Estimate estimate_points(const Trinomial *games, double reach)
{
    const double all = (double)score_count_games(games);
    const Points points = points_of_counts(games->wins, games->draws, all);
    const double error = reach * sqrt(points.variance);
    return (Estimate){(games->wins + games->draws / 2.0) / all, fmax(0, points.mean - error),
                      fmin(1, points.mean + error)};
}

static Estimate map(Estimate estimate, double (*to)(double))
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
        return map(estimate_points(games, reach), elo_from_score);
    if (figure == FIGURE_RATIO)
        return map(binomial_share_at(games->wins, (uint64_t)games->wins + games->losses, reach),
                   odds);
    return binomial_share_at(counts[figure], score_count_games(games), reach);
}

// False if the curves tell nothing of it: they are from before it was counted, or of games too few for an interval.
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

// --- Tests ---------------------------------------------------------------------------------------

static bool is_played(const Inequality *one, const CellResult *results)
{
    for (uint32_t i = 0; i < one->count; i++)
        if (one->cells[i] != CELL_EVEN &&
            (!results[one->cells[i]].is_there ||
             score_count_games(&results[one->cells[i]].meeting.games) == 0))
            return false;
    return true;
}

// The two sides of an inequality, as one figure. False if its games were not played.
static bool measure(const Claim *claim, const Inequality *one, ClaimGames games, double reach,
                    Estimate *value)
{
    const uint32_t cell = one->cells[0];
    if (!is_played(one, games.results))
        return false;
    if (claim->kind != CLAIM_BOUND)
        *value = estimate_sum(one, games.results, reach);
    else if (figure_is_of_curves(claim->figure))
        return games.curves && estimate_of_curves(claim->figure, &games.curves[cell], reach, value);
    else
        *value = estimate_figure(claim->figure, &games.results[cell].meeting.games, reach);
    return true;
}

static ClaimTest test(const Inequalities *all, const Inequality *one, ClaimGames games,
                      uint32_t among)
{
    const Claim *claim = all->claim;
    const double strict = normal_quantile(1 - claim_error_max / all->count / among);
    ClaimTest test = {.finding = FINDING_UNDECIDED};
    Estimate sure;
    test.is_played = measure(claim, one, games, NORMAL_90, &test.value) &&
                     measure(claim, one, games, strict, &sure);
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
        verdict->tests[i] = test(&all, &all.list[i], games, among);
        const Finding finding = verdict->tests[i].finding;
        if (finding == FINDING_DIFFERS ||
            (finding == FINDING_UNDECIDED && verdict->finding != FINDING_DIFFERS))
            verdict->finding = finding;
    }
}
