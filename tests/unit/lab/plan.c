// Plans of matches: who meets whom, what is deterministic, and limits, clocks and openings as they
// are written.
#include "unit/match.h"

#include <stdio.h>
#include <string.h>

// Every two of `players` that should meet do so once a round, and nobody else.
static void assert_meetings(Match *match, uint32_t players, uint64_t meetings)
{
    match->plan.player_count = players;
    assert_int_equal(plan_job_count(&match->plan), match->plan.rounds * meetings);
    for (uint64_t round = 0; round < match->plan.rounds; round++) {
        bool have_met[PLAN_PLAYERS_MAX][PLAN_PLAYERS_MAX] = {0};
        for (uint64_t i = 0; i < meetings; i++) {
            const Job job = plan_job(&match->plan, round * meetings + i);
            assert_int_equal(job.number, round * meetings + i);
            assert_int_equal(job.round, round);
            assert_true(job.first < job.second && job.second < players);
            assert_true(match->plan.pairing == PAIRING_ALL || job.first == 0);
            assert_false(have_met[job.first][job.second]);
            have_met[job.first][job.second] = true;
        }
    }
}

static void everyone_meets_everyone_once_a_round(void **state)
{
    (void)state;
    Match match;
    prepare(&match, "kriegspiel", 3);
    assert_meetings(&match, 2, 1);
    assert_meetings(&match, 5, 10);
    assert_meetings(&match, PLAN_PLAYERS_MAX, 496);
}

static void in_a_gauntlet_the_first_meets_each_of_the_others(void **state)
{
    (void)state;
    Match match;
    prepare(&match, "kriegspiel", 3);
    match.plan.pairing = PAIRING_GAUNTLET;
    assert_meetings(&match, 2, 1);
    assert_meetings(&match, 4, 3);
}

static void only_nodes_alone_are_deterministic(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_deterministic;
    } rows[] = {
        {"nodes 1", true},
        {"nodes 1 against nodes 2", true},
        {"nodes 1 cpu 1", false},
        {"nodes 1 movetime 1", false},
        {"cpu 1", false},
        {"nodes 1 clock 1+0", false},
        {"clock 1+0", false},
        {"nodes 1 against cpu 1", false},
        {"cpu 1 against nodes 1", false},
    };
    for (unsigned i = 0; i < COUNT_OF(rows); i++) {
        Plan plan = {0};
        assert_true(limits_from_text(slice_of(rows[i].text), &plan.limits));
        assert_int_equal(plan_is_deterministic(&plan), rows[i].is_deterministic);
    }
    assert_false(plan_is_deterministic(&(Plan){0}));
}

static void limits_are_written_as_they_are_read(void **state)
{
    (void)state;
    static const char *const fine[] = {
        "nodes 1000",
        "cpu 20",
        "nodes 5 cpu 20 movetime 30 clock 60+0.5",
        "clock 180+0",
        "cpu 40 against cpu 10",
        "nodes 5 movetime 7 against nodes 9 cpu 3 movetime 2",
    };
    for (unsigned i = 0; i < COUNT_OF(fine); i++) {
        PlanLimits limits;
        char memory[100];
        Text text = TEXT_IN(memory);
        assert_true(limits_from_text(slice_of(fine[i]), &limits));
        limits_to_text(&limits, &text);
        assert_string_equal(memory, fine[i]);
    }
}

static void limits_that_are_none_leave_what_was_there(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "nodes",
        "nodes 0",
        "nodes 1 nodes 2",
        "cpu 4294967296",
        "clock 60",
        "clock 0+1",
        "speed 5",
        "against cpu 1",
        "cpu 1 against",
        "cpu 1 against clock 5+0",
        "clock 5+0 against cpu 1",
        "cpu 1 clock 5+0 against cpu 1",
        "cpu 1 against cpu 2 against cpu 3",
        "cpu 1 against cpu 2 cpu 3",
    };
    for (unsigned i = 0; i < COUNT_OF(bad); i++) {
        PlanLimits limits = {.tries.nodes = 77};
        assert_false(limits_from_text(slice_of(bad[i]), &limits));
        assert_int_equal(limits.tries.nodes, 77);
        assert_int_equal(limits.second.cpu_ms, 0);
    }
}

static void the_second_player_may_have_limits_of_its_own(void **state)
{
    (void)state;
    static const uint32_t clock_ms[2] = {0};
    Match match;
    prepare_small(&match, 1);
    match.plan.limits.tries.nodes = 30;
    assert_int_equal(plan_budget(&match.plan, 0, NULL, clock_ms).nodes, 30);
    assert_int_equal(plan_budget(&match.plan, 1, NULL, clock_ms).nodes, 30);
    match.plan.limits.second.nodes = 5;
    assert_int_equal(plan_budget(&match.plan, 0, NULL, clock_ms).nodes, 30);
    assert_int_equal(plan_budget(&match.plan, 1, NULL, clock_ms).nodes, 5);
}

static void clocks_and_openings_are_read_or_left_alone(void **state)
{
    (void)state;
    static const char *const bad_clocks[] = {"",       "180",   "180+",     "+1",
                                             "0+1",    "a+0",   "0.0001+0", "86401+0",
                                             "1+3601", "1+0+0", " 1+0",     "-1+0"};
    static const char *const bad_openings[] = {
        "", "random", "random:", "random:17", "random:-1", "book:2"};
    ClockRule clock = {7, 8};
    uint32_t moves = 9;
    for (unsigned i = 0; i < COUNT_OF(bad_clocks); i++)
        assert_false(clock_from_text(slice_of(bad_clocks[i]), &clock));
    for (unsigned i = 0; i < COUNT_OF(bad_openings); i++)
        assert_false(opening_from_text(slice_of(bad_openings[i]), &moves));
    assert_true(clock.base_ms == 7 && clock.increment_ms == 8 && moves == 9);
    assert_true(clock_from_text(slice_of("60+0.5"), &clock));
    assert_true(clock.base_ms == 60000 && clock.increment_ms == 500);
    assert_true(opening_from_text(slice_of("random:16"), &moves) && moves == 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everyone_meets_everyone_once_a_round),
        cmocka_unit_test(in_a_gauntlet_the_first_meets_each_of_the_others),
        cmocka_unit_test(only_nodes_alone_are_deterministic),
        cmocka_unit_test(limits_are_written_as_they_are_read),
        cmocka_unit_test(limits_that_are_none_leave_what_was_there),
        cmocka_unit_test(the_second_player_may_have_limits_of_its_own),
        cmocka_unit_test(clocks_and_openings_are_read_or_left_alone),
    };
    return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
