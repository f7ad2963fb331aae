// What is left of an experiment.
#include "lab/experiments/cost.h"
#include "unit/check.h"

// Reads a small experiment with `more` at its end, from memory that outlives it.
static Experiment read_with(const char *more)
{
    static char memory[1024];
    char why[256];
    Text text = TEXT_IN(memory), message = TEXT_IN(why);
    Experiment experiment = {0};
    text_format(
        &text,
        "title T\nquestion Q?\ngame kriegspiel(rules=icc)\nplayers capturer against random\n"
        "games 100\nopening random:0\nseed 7\n%s",
        more);
    if (!experiment_read((Slice){text.start, text.length}, &experiment, &message))
        fail_msg("%s", why);
    return experiment;
}

// Pairs that were won by so many half points, all of them alike.
static CellResult result_of(uint32_t pairs, unsigned score)
{
    CellResult result = {.is_there = true};
    result.meeting.pairs.count[score] = pairs;
    result.meeting.games.wins = 2 * pairs;
    return result;
}

static void games_that_were_played_are_not_left(void **state)
{
    (void)state;
    const Experiment experiment = read_with("limits nodes 1\n");
    ExperimentCell cell;
    experiment_cell(&experiment, 0, &cell);
    const CellResult none = {0}, some = result_of(20, 4), all = result_of(50, 4),
                     more = result_of(60, 4);
    assert_int_equal(result_games(&none), 0);
    assert_int_equal(result_games(&some), 40);
    assert_int_equal(cell_games_left(&cell, &none), 100);
    assert_int_equal(cell_games_left(&cell, &some), 60);
    assert_int_equal(cell_games_left(&cell, &all), 0);
    assert_int_equal(cell_games_left(&cell, &more), 0);
    experiment_cell_scale(&cell, 0.5);
    assert_int_equal(cell_games_left(&cell, &some), 10);
}

static void a_decided_test_leaves_nothing(void **state)
{
    (void)state;
    const Experiment experiment = read_with("limits nodes 1\nsprt 0,200\n");
    ExperimentCell cell;
    experiment_cell(&experiment, 0, &cell);
    CellResult decided = result_of(40, 4), open = result_of(2, 2);
    decided.meeting.pairs.count[4] = 18; // all equal pairs would have no variance
    decided.meeting.pairs.count[3] = 22;
    const bool is_decided = sprt_state(&cell.plan.sprt, &decided.meeting.pairs) != SPRT_GO_ON;
    assert_true(is_decided);
    assert_int_equal(cell_games_left(&cell, &decided), 0);
    assert_int_equal(cell_games_left(&cell, &open), 96);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_that_were_played_are_not_left),
        cmocka_unit_test(a_decided_test_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
