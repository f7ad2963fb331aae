// What is left of an experiment, in games and in seconds.
#include "lab/experiments/cost.h"
#include "unit/check.h"

#include <math.h>

// Two cells: 100 games each at 10 and at 20 ms.
static Experiment read_experiment(void)
{
    static const char file[] =
        "title T\nquestion Q?\ngame kriegspiel(rules=icc)\nplayers capturer against random\n"
        "limits cpu 10\nlimits cpu 20\ngames 100\nopening random:0\nseed 7\n";
    char why[256];
    Text message = TEXT_IN(why);
    Experiment experiment = {0};
    if (!experiment_read(slice_of(file), &experiment, &message))
        fail_msg("%s", why);
    return experiment;
}

static CellResult result_of(uint32_t games, double games_per_second)
{
    CellResult result = {.is_there = true, .games_per_second = games_per_second};
    result.meeting.games.draws = games;
    result.meeting.pairs.count[2] = games / 2;
    return result;
}

static void assert_near(double value, double wanted)
{
    if (fabs(value - wanted) > 1e-9 * wanted)
        fail_msg("%g, not %g", value, wanted);
}

static void what_was_not_played_is_estimated_from_its_limits(void **state)
{
    (void)state;
    const Experiment experiment = read_experiment();
    const CellResult results[2] = {0};
    const Pace pace = experiment_pace(&experiment, results, NULL, 0);
    const Cost cost = experiment_cost(&experiment, results, &pace);
    assert_false(pace.is_measured);
    assert_int_equal(cost.asked, 200);
    assert_int_equal(cost.played, 0);
    assert_int_equal(cost.left, 200);
    assert_near(cost.seconds_left, 100 * 300 * 0.010 + 100 * 300 * 0.020);
}

static void a_measured_cell_corrects_the_others(void **state)
{
    (void)state;
    const Experiment experiment = read_experiment();
    const Run runs[2] = {{.concurrency = 1, .scale = 1}, {.concurrency = 2, .scale = 1}};
    // 40 games at 0.5 a second, two at a time: 4 seconds each, where the limits say 3.
    const CellResult results[2] = {result_of(40, 0.5), {0}};
    const Pace pace = experiment_pace(&experiment, results, runs, 2);
    const Cost cost = experiment_cost(&experiment, results, &pace);
    assert_true(pace.is_measured);
    assert_int_equal(cost.played, 40);
    assert_int_equal(cost.left, 160);
    assert_near(cost.seconds_left, 60 * 4.0 + 100 * 8.0);
}

static void a_result_without_a_speed_is_estimated(void **state)
{
    (void)state;
    const Experiment experiment = read_experiment();
    const CellResult results[2] = {result_of(100, 0), result_of(90, 0)};
    const Pace pace = experiment_pace(&experiment, results, NULL, 0);
    const Cost cost = experiment_cost(&experiment, results, &pace);
    assert_int_equal(cost.left, 10);
    assert_near(cost.seconds_left, 10 * 300 * 0.020);
}

static void the_tightest_limit_counts(void **state)
{
    (void)state;
    static const struct {
        const char *limits;
        double seconds; // of a game
    } rows[] = {
        {"nodes 1000", 300 * 1000 * 2.7e-6},
        {"nodes 1000 cpu 1", 300 * 0.001},
        {"movetime 5", 300 * 0.005},
        {"cpu 40 against cpu 10", 300 * 0.025},
        {"clock 60+0.1", 150},
        {"cpu 1 clock 60+0.1", 300 * 0.001},
    };
    const Experiment experiment = read_experiment();
    const CellResult none = {0};
    const Pace pace = {.concurrency = 1, .factor = 1};
    for (unsigned i = 0; i < COUNT_OF(rows); i++) {
        ExperimentCell cell;
        experiment_cell(&experiment, 0, &cell);
        assert_true(limits_from_text(slice_of(rows[i].limits), &cell.plan.limits));
        assert_near(cell_game_seconds(&pace, &cell, &none), rows[i].seconds);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_not_played_is_estimated_from_its_limits),
        cmocka_unit_test(a_measured_cell_corrects_the_others),
        cmocka_unit_test(a_result_without_a_speed_is_estimated),
        cmocka_unit_test(the_tightest_limit_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
