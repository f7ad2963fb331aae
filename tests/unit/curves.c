// Curves: men counted move by move, and players asked again what they did.
#include "lab/curves.h"
#include "lab/experiment.h"
#include "match/script.h"
#include "roster/roster.h"
#include "unit/check.h"

#include <string.h>

// A cell of an experiment with this game, first player and limits, and nothing by chance before it.
static void make_cell(ExperimentCell *cell, const char *game, const char *player,
                      const char *limits)
{
    static char memory[1000];
    static Experiment experiment;
    char why[200];
    Text text = TEXT_IN(memory), message = TEXT_IN(why);
    text_format(&text,
                "title T\nquestion Q\ngame %s\nplayers %s against capturer\nlimits %s\ngames 20\n"
                "opening random:1\nseed 3\ncurves material\n",
                game, player, limits);
    if (!experiment_read(slice_of(memory), &experiment, &message))
        fail_msg("%s", why);
    experiment_cell(&experiment, 0, cell);
}

static Curves empty_curves(uint32_t asked_games)
{
    Curves curves;
    curves_init(&curves, &(CurvePlan){.is_wanted = true, .asked_games = asked_games});
    return curves;
}

static const CurvePlayer nobody;

static void men_are_counted_by_the_player_not_the_colour(void **state)
{
    (void)state;
    ExperimentCell cell;
    make_cell(&cell, "kriegspiel", "random", "nodes 1");
    Curves curves = empty_curves(0);
    // White takes a pawn at move 2 and is not taken back; then Black resigns.
    const Slice script = slice_of("e2e4 d7d5 e4d5 a7a6 b2b4 resign");
    const PairResult pair = {.scripts = {script, script},
                             .games = {{.attempts = 3}, {.attempts = 3}}};
    assert_true(curves_add(&curves, &cell.plan, &pair, &nobody, &memory_heap));
    assert_int_equal(curves.games, 2);
    const MaterialPoint *points = curves.material;
    assert_true(points[0].games == 2 && points[0].sums[0] == 78 && points[0].sums[1] == 78);
    assert_true(points[1].games == 2 && points[1].sums[0] == 77 && points[1].sums[1] == 77);
    assert_int_equal(points[0].squares, 0);
    assert_int_equal(points[1].squares, 2); // +1 with White, -1 with Black
    assert_int_equal(points[2].games, 0);   // Black made no third move
    const Estimate apart = curves_difference(&points[1]);
    assert_true(apart.value == 0 && apart.low < -1 && apart.high > 1);
}

static void a_game_that_was_never_played_is_refused(void **state)
{
    (void)state;
    static const char *const scripts[] = {"e2e4 d7d5 resign e7e6", "nonsense"};
    ExperimentCell cell;
    make_cell(&cell, "kriegspiel", "random", "nodes 1");
    for (unsigned i = 0; i < COUNT_OF(scripts); i++) {
        Curves curves = empty_curves(0);
        const PairResult pair = {.scripts = {slice_of(scripts[i]), slice_of(scripts[i])}};
        assert_false(curves_add(&curves, &cell.plan, &pair, &nobody, &memory_heap));
    }
}

// Plays a pair and asks the first player again.
static Curves ask_again(const char *player, uint32_t *attempts)
{
    char why[200];
    Text message = TEXT_IN(why), line = text_growing(&memory_heap);
    ExperimentCell cell;
    PairResult pair;
    make_cell(&cell, "kriegspiel(board=silverman4x4)", player, "nodes 60");
    PairPlayer *pairs = pair_player_create(&memory_heap, &cell.plan, NULL, &message);
    const CurvePlayer asked = {.player = roster_open(&memory_heap, player, &message)};
    if (!pairs || !asked.player)
        fail_msg("%s", why);
    assert_true(pair_player_play(pairs, 5, &line, &pair));
    Curves curves = empty_curves(2);
    assert_true(curves_add(&curves, &cell.plan, &pair, &asked, &memory_heap));
    *attempts = pair.games[0].attempts + pair.games[1].attempts;
    player_destroy(asked.player);
    pair_player_destroy(pairs);
    text_done(&line);
    return curves;
}

static void asked_again_within_nodes_a_player_does_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *player;
        double min, max; // share of last-observation boards
    } cases[] = {{"hs(pool=10)", 0.01, 0.99}, {"aosp", 0, 0}, {"los", 1, 1}, {"random", 0, 0}};
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        uint32_t attempts, tries = 0;
        double shares = 0;
        const Curves curves = ask_again(cases[i].player, &attempts);
        for (unsigned move = 0; move < CURVE_MOVES_MAX; move++) {
            tries += curves.asked[move].tries;
            shares += curves.asked[move].shares;
        }
        assert_true(curves.tries > 0 && curves.tries < attempts);
        assert_int_equal(curves.same, curves.tries);
        assert_int_equal(curves.asked[0].tries, 0); // the opening was made for it
        assert_int_equal(tries > 0, strcmp(cases[i].player, "random") != 0);
        assert_true(shares >= cases[i].min * tries && shares <= cases[i].max * tries);
    }
}

static void nobody_is_asked_beyond_the_games_that_were_wanted(void **state)
{
    (void)state;
    ExperimentCell cell;
    Text message = text_growing(&memory_heap);
    make_cell(&cell, "kriegspiel", "random", "nodes 1");
    const CurvePlayer asked = {.player = roster_open(&memory_heap, "random", &message)};
    const Slice script = slice_of("e2e4 d7d5 e4d5 a7a6 b2b4 resign");
    const PairResult pair = {.scripts = {script, script},
                             .games = {{.attempts = 3}, {.attempts = 3}}};
    Curves curves = empty_curves(1);
    for (unsigned i = 0; i < 3; i++)
        assert_true(curves_add(&curves, &cell.plan, &pair, &asked, &memory_heap));
    assert_int_equal(curves.games, 6);
    assert_int_equal(curves.tries, 2); // White's e4d5 and b2b4, not its opening move
    player_destroy(asked.player);
    text_done(&message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(men_are_counted_by_the_player_not_the_colour),
        cmocka_unit_test(a_game_that_was_never_played_is_refused),
        cmocka_unit_test(asked_again_within_nodes_a_player_does_the_same),
        cmocka_unit_test(nobody_is_asked_beyond_the_games_that_were_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
