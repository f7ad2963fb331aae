// What of a result can be compared, and when it is the same.
#include "lab/experiments/cost.h"
#include "lab/experiments/result.h"
#include "lab/report/report.h"
#include "unit/match.h"

#include <string.h>

enum { PAIRS = 11 };

// Counts `count` made pairs. Pair `changed` ends otherwise; -1 for none.
static void make_tally(Tally *tally, Match *match, int count, int changed)
{
    static const char *const names[] = {"random", "random"};
    prepare(match, "kriegspiel", PAIRS);
    match->plan.player_count = 2;
    memcpy(match->plan.players, names, sizeof names);
    tally_init(tally, &match->plan);
    for (int i = 0; i < count; i++) {
        const bool is_changed = i == changed;
        const PairResult result = {
            .job = {.number = (uint64_t)i, .second = 1, .round = (uint64_t)i},
            .games = {{.winner = is_changed ? 0 : WINNER_NONE,
                       .ending = is_changed ? ENDING_MATE : ENDING_FIFTY,
                       .attempts = 10,
                       .plies = 8},
                      {.winner = WINNER_NONE, .ending = ENDING_FIFTY}},
            .hash = (uint64_t)(100 + i + is_changed * 50)};
        tally_add(tally, &result);
    }
}

// The result as it is kept of such a tally.
static CellResult keep(int changed)
{
    static Tally tally;
    Match match;
    char memory[4096];
    Text text = TEXT_IN(memory);
    CellResult kept = {0};
    make_tally(&tally, &match, PAIRS, changed);
    assert_true(report_match_json(&tally, &(Speed){1, 22, 110}, &text));
    assert_true(result_from_json((Slice){text.start, text.length}, &kept));
    return kept;
}

static Verification compare(const CellResult *kept, int pairs, int changed)
{
    static Tally tally;
    Match match;
    make_tally(&tally, &match, pairs, changed);
    return verify_cell(kept, &tally);
}

static void a_part_is_a_power_of_two(void **state)
{
    (void)state;
    CellResult kept = keep(-1);
    assert_int_equal(kept.prefix_count, 4); // of 1, 2, 4 and 8 pairs
    assert_int_equal(verify_pairs(&kept, 1), PAIRS);
    assert_int_equal(verify_pairs(&kept, 2), PAIRS);
    assert_int_equal(verify_pairs(&kept, 0.9), 8);
    assert_int_equal(verify_pairs(&kept, 0.5), 4);
    assert_int_equal(verify_pairs(&kept, 0.01), 1);
    kept.prefix_count = 0; // a result from before there were such hashes
    assert_int_equal(verify_pairs(&kept, 1), PAIRS);
    assert_int_equal(verify_pairs(&kept, 0.9), 0);
}

static void the_same_games_are_identical(void **state)
{
    (void)state;
    const CellResult kept = keep(-1);
    for (int pairs = 1; pairs <= 8; pairs *= 2) {
        const Verification part = compare(&kept, pairs, -1);
        assert_true(part.is_identical);
        assert_int_equal(part.pairs, pairs);
        assert_int_equal(part.kept_pairs, PAIRS);
    }
    assert_true(compare(&kept, PAIRS, -1).is_identical);
}

static void another_game_is_found_where_it_is(void **state)
{
    (void)state;
    const CellResult kept = keep(-1);
    const Verification part = compare(&kept, 8, 5), whole = compare(&kept, PAIRS, 10);
    assert_false(part.is_identical);
    assert_int_equal(part.same_pairs, 4);
    assert_false(whole.is_identical);
    assert_int_equal(whole.same_pairs, 8);
    assert_true(compare(&kept, 4, 5).is_identical); // the fifth pair was not compared
    assert_int_equal(compare(&kept, 8, 0).same_pairs, 0);
}

static void counts_that_were_altered_are_found(void **state)
{
    (void)state;
    CellResult kept = keep(-1);
    kept.meeting.by_seat[1].wins++;
    assert_false(compare(&kept, PAIRS, -1).is_identical);
    kept = keep(-1);
    kept.attempts++;
    assert_false(compare(&kept, PAIRS, -1).is_identical);
}

static void old_results_are_compared_as_a_whole(void **state)
{
    (void)state;
    CellResult kept = keep(-1);
    kept.prefix_count = 0;
    assert_true(compare(&kept, PAIRS, -1).is_identical);
    assert_false(compare(&kept, PAIRS, 3).is_identical);
}

static void hashes_that_are_none_are_refused(void **state)
{
    (void)state;
    static Tally tally;
    Match match;
    char memory[4096];
    Text text = TEXT_IN(memory);
    CellResult kept;
    make_tally(&tally, &match, PAIRS, -1);
    assert_true(report_match_json(&tally, &(Speed){1, 22, 110}, &text));
    char *digits = strstr(memory, "prefix_hashes\":[\"") + strlen("prefix_hashes\":[\"");
    digits[3] = 'x';
    assert_false(result_from_json((Slice){text.start, text.length}, &kept));
    digits[3] = ' ';
    assert_false(result_from_json((Slice){text.start, text.length}, &kept));
    digits[3] = '0';
    assert_true(result_from_json((Slice){text.start, text.length}, &kept));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_is_a_power_of_two),
        cmocka_unit_test(the_same_games_are_identical),
        cmocka_unit_test(another_game_is_found_where_it_is),
        cmocka_unit_test(counts_that_were_altered_are_found),
        cmocka_unit_test(old_results_are_compared_as_a_whole),
        cmocka_unit_test(hashes_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
