// Curves: men counted move by move, and players asked again what they did.
#include "lab/experiments/curves.h"
#include "engine/players/roster.h"
#include "lab/experiments/experiment.h"
#include "lab/match/game_player.h"
#include "unit/check.h"

#include <math.h>
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

// --- A long game ---------------------------------------------------------------------------------

enum { LONG_GAME_MOVES = 32, LONG_GAME_TRIES = 2 * LONG_GAME_MOVES + 1 };

// A step of White's and the same step of Black's on the other side of the board.
static void add_steps(const char *step, Text *script)
{
    text_format(script, "%.4s %c%c%c%c ", step, step[0], '1' + '8' - step[1], step[2],
                '1' + '8' - step[3]);
}

// Both move all pawns one step and walk a rook to the h-file and back, and nothing is heard of it but that White's capture a3b4 is
// refused at move 9. At move 24 pawns meet: from Black's move on whoever has the turn is told that he can capture with a pawn.
static void write_long_game(Text *script)
{
    static const char files[] = "abcdefgh";
    for (unsigned i = 0; i < 8; i++)
        add_steps((char[]){files[i], '2', files[i], '3', '\0'}, script);
    text_add(script, "a3b4/");
    add_steps("a1a2", script);
    for (unsigned i = 0; i < 7; i++)
        add_steps((char[]){files[i], '2', files[i + 1], '2', '\0'}, script);
    for (unsigned i = 7; i > 0; i--)
        add_steps((char[]){files[i], '2', files[i - 1], '2', '\0'}, script);
    text_add(script, "b3b4 a6a5 ");
    for (unsigned i = 0; i < 7; i++)
        add_steps((char[]){files[i], '2', files[i + 1], '2', '\0'}, script);
    add_steps("h2g2", script);
    text_add(script, "resign");
}

static Curves curves_of_long_game(const char *player, uint32_t asked_games)
{
    char memory[1024], why[200];
    ExperimentCell cell;
    Text script = TEXT_IN(memory), message = TEXT_IN(why);
    write_long_game(&script);
    make_cell(&cell, "kriegspiel", player, "nodes 3000");
    const CurvePlayer asked = {.player = roster_open(&memory_heap, player, &message)};
    if (script.cut || !asked.player)
        fail_msg("%s", why);
    const Slice text = slice_of(memory);
    const PairResult pair = {
        .scripts = {text, text},
        .games = {{.attempts = LONG_GAME_TRIES}, {.attempts = LONG_GAME_TRIES}}};
    Curves curves = empty_curves(asked_games);
    assert_true(curves_add(&curves, &cell.plan, &pair, &asked, &memory_heap));
    player_destroy(asked.player);
    return curves;
}

static void tries_and_calls_are_counted_over_games(void **state)
{
    (void)state;
    const Curves curves = curves_of_long_game("random", 0);
    // White made a try more than moves; the first player has White once.
    const RatioSums *tries = &curves.tries_a_move;
    assert_int_equal(tries->games, 2);
    assert_int_equal(tries->below, 2 * LONG_GAME_MOVES);
    assert_int_equal(tries->above, LONG_GAME_TRIES);
    // Both seats hear the same calls: in moves 10 to 30 after Black's move 24 and the twelve of moves 25 to 30.
    const RatioSums *calls = &curves.calls;
    assert_int_equal(calls->games, 2);
    assert_int_equal(calls->below, 2 * 42);
    assert_int_equal(calls->above, 2 * 13);
    assert_int_equal(calls->above_squares, 2 * 13 * 13);
    assert_int_equal(calls->products, 2 * 13 * 42);
}

static AskedPoint asked_within(const Curves *curves, MoveRange moves)
{
    AskedPoint all = {0};
    for (uint32_t move = moves.first; move <= moves.last; move++) {
        all.tries += curves->asked[move - 1].tries;
        all.shares += curves->asked[move - 1].shares;
    }
    return all;
}

static void a_rise_is_that_of_late_tries_over_early_ones(void **state)
{
    (void)state;
    const Curves curves = curves_of_long_game("hs(pool=10)", 1);
    const AskedPoint early = asked_within(&curves, moves_early),
                     late = asked_within(&curves, moves_late);
    const double rise = late.shares / late.tries - early.shares / early.tries;
    assert_int_equal(late.tries, LONG_GAME_MOVES - moves_late.first + 1);
    assert_int_equal(curves.rise.games, 1);
    assert_true(fabs(rise) > 0.01);
    assert_true(fabs(curves.rise.sum - rise) < 1e-9);
    assert_true(fabs(curves.rise.squares - rise * rise) < 1e-9);
    assert_int_equal(curves_of_long_game("random", 1).rise.games, 0); // it asks no boards
    const Estimate alone = curves_rise(&curves.rise, NORMAL_95);      // one game decides nothing
    assert_true(fabs(alone.value - rise) < 1e-9 && alone.low < 0 && alone.high > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(men_are_counted_by_the_player_not_the_colour),
        cmocka_unit_test(a_game_that_was_never_played_is_refused),
        cmocka_unit_test(asked_again_within_nodes_a_player_does_the_same),
        cmocka_unit_test(nobody_is_asked_beyond_the_games_that_were_wanted),
        cmocka_unit_test(tries_and_calls_are_counted_over_games),
        cmocka_unit_test(a_rise_is_that_of_late_tries_over_early_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
