// Reports of matches: they fit a terminal, and claim nothing that no sample bounds.
#include "lab/report/report.h"
#include "unit/match.h"

#include <stdlib.h>
#include <string.h>

// A tally of a long match that the second player lost in every way.
static void tally_many(Tally *tally, const Match *match)
{
    tally_init(tally, &match->plan);
    for (uint32_t i = 0; i < 200000; i++) {
        PairResult result = {.job = plan_job(&match->plan, i)};
        for (unsigned game = 0; game < 2; game++) {
            result.games[game] = (GameResult){.winner = game ? WINNER_SECOND : WINNER_FIRST,
                                              .ending = ENDING_MATE,
                                              .attempts = 400,
                                              .plies = 100};
            if (i % 3 == 0)
                result.games[game] =
                    (GameResult){.winner = WINNER_NONE, .ending = (uint8_t)(1 + i % 6)};
        }
        tally_add(tally, &result);
    }
}

static void assert_fits(const Text *text)
{
    Slice rest = {text->start, text->length};
    assert_false(text->cut);
    while (rest.length) {
        const Slice line = slice_take(&rest, "\n");
        if (line.length > 80)
            fail_msg("%zu columns: %.*s", line.length, (int)line.length, line.start);
    }
}

static void a_report_fits_eighty_columns(void **state)
{
    (void)state;
    const Speed speed = {12345.6, 400000, 80000000};
    Match match;
    Tally *tally = malloc(sizeof *tally);
    Text text = text_growing(&memory_heap);
    prepare_small(&match, 4000000);
    tally_many(tally, &match);
    report_match(tally, &speed, &text);
    assert_fits(&text);
    match.plan.player_count = 0;
    for (unsigned i = 0; i < 12; i++)
        invite(&match, "capturer(pawn_tries=1)");
    tally_many(tally, &match);
    report_tournament(tally, &speed, &text);
    assert_fits(&text);
    text_done(&text);
    free(tally);
}

static void what_no_sample_bounds_is_null(void **state)
{
    (void)state;
    Match match;
    Tally *tally = malloc(sizeof *tally);
    Text text = text_growing(&memory_heap);
    const PairResult won = {.games = {{.winner = WINNER_FIRST, .ending = ENDING_MATE},
                                      {.winner = WINNER_SECOND, .ending = ENDING_MATE}},
                            .job = {.second = 1}};
    prepare_small(&match, 2);
    match.plan.limits.tries.cpu_ms = 1; // and so has no hash
    tally_init(tally, &match.plan);
    tally_add(tally, &won);
    assert_true(report_match_json(tally, &(Speed){0}, &text));
    assert_non_null(strstr(text.start, "\"elo\":null,"));
    assert_non_null(strstr(text.start, "\"elo_high\":null,"));
    assert_null(strstr(text.start, "\"elo_low\":null,"));
    assert_non_null(strstr(text.start, "\"hash\":null"));
    text_done(&text);
    free(tally);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_report_fits_eighty_columns),
        cmocka_unit_test(what_no_sample_bounds_is_null),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
