// Tuning by matches: the two players that are compared, the step after the winner, and its line.
#include "lab/experiments/tuning.h"
#include "unit/check.h"

#include <string.h>

static bool begin_tuning(Tuning *tuning, const char *player, const char *ranges, char why[256])
{
    Text message = text_in(why, 256);
    const TuningPlan plan = {
        .player = player, .ranges = ranges, .reach = 0.1, .steps = 10, .seed = 1};
    return tuning_begin(tuning, &plan, &message);
}

static void a_tuning_compares_two_players_around_the_one_it_has(void **state)
{
    (void)state;
    Tuning tuning;
    char why[256], plus[128], minus[128];
    Text texts[2] = {TEXT_IN(plus), TEXT_IN(minus)};
    assert_true(begin_tuning(&tuning, "pimc(depth=2)", "pool=100..1100,boards=0..100", why));
    tuning_pair(&tuning, &texts[0], &texts[1]);
    // The usual pool is beyond the range and begins at its end; no boards at the other.
    assert_true(strstr(plus, "depth=2") && strstr(minus, "depth=2"));
    assert_true((strstr(plus, "pool=1000") != NULL) != (strstr(minus, "pool=1000") != NULL));
    assert_true((strstr(plus, "boards=10") != NULL) != (strstr(minus, "boards=10") != NULL));
}

static void a_tuning_follows_the_winner(void **state)
{
    (void)state;
    Tuning tuning;
    char why[256], plus[128], answer[128];
    Text texts[2] = {TEXT_IN(plus), TEXT_IN(answer)};
    Text nowhere = TEXT_IN(why);
    assert_true(begin_tuning(&tuning, "ismcts2(c=1)", "c=0..2", why));
    tuning_pair(&tuning, &texts[0], &nowhere);
    tuning_tell(&tuning, (TuningStep){8, 4}); // a clean sweep: all the way to the winner
    tuning_answer(&tuning, &texts[1]);
    assert_string_equal(answer, plus);
}

static void a_step_is_read_back_from_its_line(void **state)
{
    (void)state;
    static const char *const broken[] = {"",      "1",     "1 3",   "2 3 4",
                                         "1 9 4", "1 3 0", "1 x 4", "one 3 4"};
    Tuning tuning, next;
    char why[256], written[128];
    Text line = TEXT_IN(written);
    TuningStep step = {-3, 4}, read;
    assert_true(begin_tuning(&tuning, "ismcts2", "c=0..2", why));
    next = tuning;
    tuning_tell(&next, step);
    tuning_step_to_text(&next, step, &line);
    assert_true(tuning_step_from_text(&tuning, slice_of(written), &read));
    assert_int_equal(read.lead, -3);
    assert_int_equal(read.games, 4);
    for (unsigned i = 0; i < COUNT_OF(broken); i++)
        assert_false(tuning_step_from_text(&tuning, slice_of(broken[i]), &read));
}

static void what_cannot_be_tuned_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *player, *ranges, *why;
    } wrong[] = {
        {"nobody", "c=0..1", "no player that can be tuned"},
        {"cmd:./bot", "c=0..1", "no player that can be tuned"},
        {"ismcts2(c=x)", "c=0..1", "the option c takes"},
        {"random", "c=0..1", "no number 'c'"},
        {"pimc", "combine=0..1", "no number 'combine'"},
        {"ismcts2", "c=0-1", "c=LOW..HIGH"},
        {"ismcts2", "c=1..x", "c=LOW..HIGH"},
        {"ismcts2", "c=-1..1", "c=LOW..HIGH"},
        {"pimc", "depth=1..11", "within 1 to 10"},
    };
    for (unsigned i = 0; i < COUNT_OF(wrong); i++) {
        Tuning tuning;
        char why[256] = "";
        assert_false(begin_tuning(&tuning, wrong[i].player, wrong[i].ranges, why));
        assert_non_null(strstr(why, wrong[i].why));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tuning_compares_two_players_around_the_one_it_has),
        cmocka_unit_test(a_tuning_follows_the_winner),
        cmocka_unit_test(a_step_is_read_back_from_its_line),
        cmocka_unit_test(what_cannot_be_tuned_is_said),
    };
    return cmocka_run_group_tests_name("tuning", tests, NULL, NULL);
}
