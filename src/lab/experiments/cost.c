// Seconds from speeds, or from limits.
#include "lab/experiments/cost.h"

#include <assert.h>

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
