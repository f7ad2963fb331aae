// Experiments: what their files may say, the cells they are laid out into, and the pages made of
// results.
#include "lab/experiments/experiment.h"
#include "base/rng.h"
#include "games/kriegspiel/judge.h"
#include "lab/experiments/compare.h"
#include "lab/report/index.h"
#include "lab/report/report.h"
#include "unit/binomial_range.h"
#include "unit/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A file that says everything; tests add to it, or take a line away.
static const char *const whole_file[] = {
    "# a comment",
    "title Taking back",
    "question Is it worth",
    "  anything?",
    "game kriegspiel(rules=icc)",
    "players capturer against random",
    "limits nodes 1",
    "games 100",
    "opening random:0",
    "seed 7",
};

// The file without the line `missing` (-1 for none) and with `more` at its end.
static void write_file(int missing, const char *more, Text *text)
{
    for (int i = 0; i < (int)COUNT_OF(whole_file); i++)
        if (i != missing)
            text_format(text, "%s\n", whole_file[i]);
    text_add(text, more);
}

static Slice slice_of_text(const Text *text)
{
    return (Slice){text->start, text->length};
}

// Reads the file with `more`, from memory that outlives the experiment.
static char file_memory[EXPERIMENT_BYTES_MAX];

static Experiment read_with(const char *more)
{
    char why[400];
    Text text = TEXT_IN(file_memory), message = TEXT_IN(why);
    Experiment experiment = {0};
    write_file(-1, more, &text);
    assert_false(text.cut);
    if (!experiment_read(slice_of_text(&text), &experiment, &message))
        fail_msg("%s", why);
    return experiment;
}

static void assert_refused(int missing, const char *more, const char *message_start)
{
    char memory[16 * 1024], why[400];
    Text text = TEXT_IN(memory), message = TEXT_IN(why);
    Experiment experiment = {.cell_games = 12345};
    write_file(missing, more, &text);
    assert_false(text.cut);
    assert_false(experiment_read(slice_of_text(&text), &experiment, &message));
    if (strncmp(why, message_start, strlen(message_start)) != 0)
        fail_msg("complained '%s', not '%s…'", why, message_start);
    assert_int_equal(experiment.cell_games, 12345); // untouched
}

static void assert_slice(Slice slice, const char *expected)
{
    if (!slice_is(slice, expected))
        fail_msg("'%.*s' is not '%s'", (int)slice.length, slice.start, expected);
}

// --- Reading -------------------------------------------------------------------------------------

static void a_whole_file_is_read(void **state)
{
    (void)state;
    const Experiment experiment = read_with("source Foret (2019)\nsprt -5,5\nmargin 2.5\n");
    assert_slice(experiment.title, "Taking back");
    assert_slice(experiment.question, "Is it worth\n  anything?");
    assert_slice(experiment.source, "Foret (2019)");
    assert_int_equal(experiment.cell_games, 100);
    assert_int_equal(experiment.seed, 7);
    assert_int_equal(experiment.opening_moves, 0);
    assert_true(experiment.margin == 0.025);
    assert_true(experiment.stops_by_sprt);
    assert_true(experiment.sprt.elo0 == -5 && experiment.sprt.elo1 == 5);
    assert_int_equal(experiment_cell_count(&experiment), 1);
}

static void a_key_that_is_needed_is_missed(void **state)
{
    (void)state;
    assert_refused(1, "", "line 9: the file ends without a line 'title'");
    assert_refused(4, "", "line 9: the file ends without a line 'game'");
    assert_refused(5, "", "line 9: the file ends without a line 'players', 'null' or 'ladder'");
    assert_refused(6, "", "line 9: the file ends without a line 'limits'");
    assert_refused(7, "", "line 9: the file ends without a line 'games'");
    assert_refused(8, "", "line 9: the file ends without a line 'opening'");
    assert_refused(9, "", "line 9: the file ends without a line 'seed'");
}

static void what_is_wrong_is_said_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *more, *message;
    } cases[] = {
        {"colour red\n", "line 11: a line begins with title"},
        {"title Again\n", "line 11: this key may stand only once: 'title'"},
        {"\n\nnote\n", "line 13: this key needs a value: 'note'"},
        {"# fine\n  stray\n", "line 12: only the line below another"},
        {"game kriegspiel(rules=nosuch)\n", "line 11: there is no ruleset"},
        {"game chequers\n", "line 11: there is no game"},
        {"players capturer random\n", "line 11: players are two on a line"},
        {"players  against random\n", "line 11: players are two on a line"},
        {"players a(c={1,2) against b\n", "line 11: several values"},
        {"players a(c=1}) against b\n", "line 11: several values"},
        {"players a(c={}) against b\n", "line 11: several values"},
        {"players a(c={1,,2}) against b\n", "line 11: several values"},
        {"players a(c={1,}) against b\n", "line 11: several values"},
        {"players a(c={1,{2}}) against b\n", "line 11: several values"},
        {"limits nodes\n", "line 11: limits are"},
        {"limits nodes 0\n", "line 11: limits are"},
        {"limits nodes 5 nodes 6\n", "line 11: limits are"},
        {"limits cpu 4294967296\n", "line 11: limits are"},
        {"limits clock 60\n", "line 11: limits are"},
        {"limits clock 0+1\n", "line 11: limits are"},
        {"limits cpu 5 against clock 5+0\n", "line 11: limits are"},
        {"sprt 10\n", "line 11: sprt takes two bounds"},
        {"sprt 10,0\n", "line 11: "},
        {"curves colour\n", "line 11: curves are material"},
        {"curves material observed:0\n", "line 11: curves are material"},
        {"curves material observed:\n", "line 11: curves are material"},
        {"curves material observed:9 more\n", "line 11: curves are material"},
        {"curves observed:9\n", "line 11: curves are material"},
        {"published 1 2\n", "line 11: published figures are wins"},
        {"published 1.5 2 3\n", "line 11: published figures are wins"},
        {"published 1% 2 3 of 9\n", "line 11: published figures are wins"},
        {"published - - -\n", "line 11: published figures are wins"},
        {"published 1 2 3 as red\n", "line 11: published figures are wins"},
        {"published 1 2 3 where\n", "line 11: published figures are wins"},
        {"published 5 5 5 of 14\n", "line 11: published figures add up"},
        {"published 60% 60% 0% of 10\n", "line 11: published figures add up"},
        {"published 101% - - of 400\n", "line 11: published figures add up"},
        {"published 5 - - \n", "line 11: published figures add up"},
        {"published 50% - - reading 3\n", "line 11: published figures are wins"},
        {"published 50% - - reading 0%\n", "line 11: published figures are wins"},
        {"published - 5% -\n", "line 11: published figures are wins"},
        {"claim elo >= 100\n", "line 11: a claim ends with a colon"},
        {"claim elo >= 100: \n", "line 11: a claim ends with a colon"},
        {"claim elo > 100: x\n", "line 11: a claim is elo, points"},
        {"claim elo >= 100%: x\n", "line 11: a claim is elo, points"},
        {"claim wins <= 2: x\n", "line 11: a claim is elo, points"},
        {"claim wins <= 2% 3%: x\n", "line 11: a claim is elo, points"},
        {"claim wins/losses ~ 3: x\n", "line 11: a claim is elo, points"},
        {"claim wins/losses ~ 3 within 1: x\n", "line 11: a claim is elo, points"},
        {"claim strength >= 3: x\n", "line 11: a claim is elo, points"},
        {"claim order capturer: x\n", "line 11: the players of a claim"},
        {"claim order a > {b: x\n", "line 11: the players of a claim"},
        {"claim narrows a > b > c: x\n", "line 11: the players of a claim"},
        {"claim order capturer > nobody: x\n", "line 11: no cell fits this claim"},
        {"claim narrows capturer > random: x\n", "line 11: no cell fits this claim"},
        {"claim elo >= 1 where c=9: x\n", "line 11: no cell fits this claim"},
        {"claim calls >= 1%: x\n", "line 11: tries and calls are counted with"},
        {"claim tries >= 1%: x\n", "line 11: a claim is elo, points"},
        {"claim rise >= 0%: x\ncurves material\n", "line 11: tries and calls are counted with"},
        {"players a against b\nclaim order capturer > a: x\n", "line 12: no cell fits this claim"},
        {"margin 0\n", "line 11: a margin is a number of percentage points"},
        {"margin 51\n", "line 11: a margin is a number of percentage points"},
        {"published 1 2 3 where c=9\n", "line 11: no cell is left for this figure"},
        {"published 1 2 3\npublished 4 5 6\n", "line 12: no cell is left for this figure"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++)
        assert_refused(-1, cases[i].more, cases[i].message);
    assert_refused(7, "games 99\n", "line 10: games are an even number");
    assert_refused(7, "games 0\n", "line 10: games are an even number");
    assert_refused(8, "opening random:17\n", "line 10: an opening is random:N");
    assert_refused(8, "opening 3\n", "line 10: an opening is random:N");
    assert_refused(9, "seed x\n", "line 10: a seed is a whole number");
    assert_refused(5, "published 1 2 3\nplayers a against b\n",
                   "line 10: published figures follow");
    assert_refused(5, "claim elo >= 1: x\nplayers a against b\n",
                   "line 10: a claim about a figure");
}

static void there_is_a_limit_to_everything(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        unsigned max, before; // how many there may be and how many the file has
        const char *message;
    } cases[] = {
        {"game kriegspiel\n", EXPERIMENT_GAMES_MAX, 1, "line 18: there can be at most 8 games"},
        {"limits cpu 5\n", EXPERIMENT_LIMITS_MAX, 1, "line 18: there can be at most 8 lines of l"},
        {"players a against b\n", EXPERIMENT_FIXTURES_MAX, 1,
         "line 138: there can be at most 128 lines of p"},
        {"ladder a\n", EXPERIMENT_LADDER_MAX, 0, "line 43: there can be at most 32 players of a l"},
        {"note a\n", EXPERIMENT_NOTES_MAX, 0, "line 27: there can be at most 16 notes"},
        {"published 1 2 3\n", EXPERIMENT_PUBLISHED_MAX, 0, "line 267: there can be at most 256"},
        {"claim elo >= 1: x\n", EXPERIMENT_CLAIMS_MAX, 0,
         "line 43: there can be at most 32 claims"},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        char memory[8 * 1024];
        Text more = TEXT_IN(memory);
        for (unsigned k = cases[i].before; k < cases[i].max + 1; k++)
            text_add(&more, cases[i].line);
        assert_refused(-1, memory, cases[i].message);
    }
    assert_refused(
        -1, "players a(x={1,2,3,4,5,6,7,8},y={1,2,3,4,5,6,7,8},z={1,2,3,4,5,6,7,8}) against b\n",
        "line 11: there can be at most 512 cells");
}

// --- Cells ---------------------------------------------------------------------------------------

static void a_sweep_is_laid_out_in_order(void **state)
{
    (void)state;
    static const char *const expected[] = {
        "a(c=1) icc 1", "a(c=1) icc 20", "a(c=1) rand 1", "a(c=1) rand 20",
        "a(c=2) icc 1", "a(c=2) icc 20", "a(c=2) rand 1", "a(c=2) rand 20",
    };
    const Experiment experiment = read_with("players a(c={1,2}) against random\n"
                                            "game kriegspiel(rules=rand)\nlimits nodes 20\n");
    const uint32_t others = 4; // of the file's own players, who come first
    assert_int_equal(experiment_cell_count(&experiment), others + COUNT_OF(expected));
    for (uint32_t i = 0; i < COUNT_OF(expected); i++) {
        ExperimentCell cell;
        char memory[100];
        Text text = TEXT_IN(memory);
        experiment_cell(&experiment, others + i, &cell);
        text_format(&text, "%s %s %u", cell.players[0], strstr(cell.game, "=rand") ? "rand" : "icc",
                    (unsigned)cell.plan.limits.tries.nodes);
        assert_string_equal(memory, expected[i]);
        assert_string_equal(cell.plan.players[1], "random");
    }
}

static void limits_of_its_own_go_to_the_second_player(void **state)
{
    (void)state;
    static const uint32_t clock_ms[2] = {0};
    const Experiment experiment = read_with("limits nodes 7 against nodes 90\n");
    ExperimentCell cell;
    char memory[100], names[2][100];
    Text text = TEXT_IN(memory), name = TEXT_IN(names[0]), other_name = TEXT_IN(names[1]);
    experiment_cell(&experiment, 1, &cell);
    assert_int_equal(plan_budget(&cell.plan, 0, NULL, clock_ms).nodes, 7);
    assert_int_equal(plan_budget(&cell.plan, 1, NULL, clock_ms).nodes, 90);
    limits_to_text(&cell.plan.limits, &text);
    assert_string_equal(memory, "nodes 7 against nodes 90");
    experiment_cell_file_name(&cell, &name);
    cell.plan.limits.second = (TryLimits){0}; // and they are among what names its files
    experiment_cell_file_name(&cell, &other_name);
    assert_string_not_equal(names[0], names[1]);
}

static void everyone_of_a_ladder_meets_everyone(void **state)
{
    (void)state;
    const Experiment experiment = read_with("ladder a\nladder b(c=1)\nladder cmd:d e\n");
    static const char *const players[][2] = {
        {"capturer", "random"}, {"a", "b(c=1)"}, {"a", "cmd:d e"}, {"b(c=1)", "cmd:d e"}};
    assert_int_equal(experiment_cell_count(&experiment), COUNT_OF(players));
    assert_int_equal(experiment_first_of_ladder(&experiment), 1);
    for (uint32_t i = 0; i < COUNT_OF(players); i++) {
        ExperimentCell cell;
        experiment_cell(&experiment, i, &cell);
        assert_string_equal(cell.players[0], players[i][0]);
        assert_string_equal(cell.players[1], players[i][1]);
    }
    assert_refused(-1, "ladder a\nladder b\n", "line 12: a ladder has three players or more");
    assert_refused(-1, "ladder a\nladder b\nladder c\nlimits cpu 1\n",
                   "line 13: a ladder has three players or more, one game and one limit");
    assert_refused(-1, "ladder a(c={1,2})\n", "line 11: this player stands on a line");
    assert_int_equal(experiment_first_of_ladder(&(Experiment){0}), 0);
}

static void those_on_a_rung_meet_the_first_three(void **state)
{
    (void)state;
    const Experiment experiment =
        read_with("ladder a\nladder b\nladder c\nladder d\nrung e\nrung f\nrung_games 24\n");
    static const char *const expected[] = {"ab", "ac", "ad", "ae", "af", "bc",
                                           "bd", "be", "bf", "cd", "ce", "cf"};
    const uint32_t first = experiment_first_of_ladder(&experiment);
    assert_int_equal(experiment_cell_count(&experiment) - first, COUNT_OF(expected));
    for (uint32_t i = 0; i < COUNT_OF(expected); i++) {
        ExperimentCell cell;
        experiment_cell(&experiment, first + i, &cell);
        assert_int_equal(cell.players[0][0], expected[i][0]);
        assert_int_equal(cell.players[1][0], expected[i][1]);
        assert_int_equal(cell.plan.rounds, expected[i][1] >= 'e' ? 12 : 50);
    }
    assert_refused(-1, "rung_games 3\n", "line 11: games are an even number");
    assert_refused(-1, "ladder a\nladder b\nrung c\n", "line 13: a ladder has three players");
    assert_refused(-1, "ladder a\nrung b\nladder c\n", "line 13: the lines 'ladder' stand before");
}

static void two_sweeps_meet_in_every_way(void **state)
{
    (void)state;
    const Experiment experiment = read_with("players a(x={1,2},y={p,q}) against b(z={7,8})\n");
    unsigned seen = 0;
    assert_int_equal(experiment_cell_count(&experiment), 9);
    for (uint32_t i = 1; i < 9; i++) {
        ExperimentCell cell;
        experiment_cell(&experiment, i, &cell);
        const unsigned bit = (strstr(cell.players[0], "x=2") != NULL) |
                             (unsigned)(strstr(cell.players[0], "y=q") != NULL) << 1 |
                             (unsigned)(strstr(cell.players[1], "z=8") != NULL) << 2;
        seen |= 1u << bit;
    }
    assert_int_equal(seen, 0xff);
}

static void a_sweep_is_one_option_with_numbers(void **state)
{
    (void)state;
    const Experiment experiment =
        read_with("players random against a(b=x,c={1,0.5,2})\n"
                  "players a(c={1,2},d={1,2}) against random\nplayers a(c={1,2,x}) against random\n"
                  "players {a,b} against random\nplayers a(c={1,2}) against random\n"
                  "game kriegspiel(rules=rand)\n");
    char memory[100];
    Text text = TEXT_IN(memory);
    Sweep sweep = {.count = 99};
    for (uint32_t i = 0; i < experiment_cell_count(&experiment); i++) {
        const bool is_swept = i >= 2 && i < 8; // the file's own fixture is before it
        assert_int_equal(sweep_of_cell(&experiment, i, &sweep), is_swept);
        if (!is_swept)
            continue;
        assert_int_equal(sweep.first, 2 + i % 2);
        assert_int_equal(sweep.stride, 2);
        assert_int_equal(sweep.count, 3);
    }
    assert_slice(sweep.option, "c");
    assert_slice(sweep.values, "1,0.5,2");
    sweep_pattern_to_text(experiment.fixtures[1].players[1], &text);
    assert_string_equal(memory, "a(b=x,c=…)");
}

static void a_published_figure_finds_its_cell(void **state)
{
    (void)state;
    const Experiment experiment = read_with("players a(c={0.2,0.25}) against random\n"
                                            "published 6 2 72 where c=0.25\n"
                                            "published 50% - 40% of 80 where c=0.2,rules=icc\n"
                                            "published 3 1 36 as white where c=0.2,nodes=1\n");
    ExperimentCell cell;
    experiment_cell(&experiment, 0, &cell);
    assert_null(cell.published[PUBLISHED_ALL]);
    experiment_cell(&experiment, 1, &cell);
    const Published *all = cell.published[PUBLISHED_ALL];
    assert_int_equal(all->games, 80);
    assert_true(fabs(all->shares[RESULT_LOSS] - 0.1) < 1e-9); // what is left over
    assert_int_equal(cell.published[PUBLISHED_FIRST_SEAT]->games, 40);
    assert_null(cell.published[PUBLISHED_SECOND_SEAT]);
    experiment_cell(&experiment, 2, &cell);
    assert_int_equal(cell.published[PUBLISHED_ALL]->games, 80);
    assert_true(fabs(cell.published[PUBLISHED_ALL]->shares[RESULT_WIN] - 0.075) < 1e-9);
}

static void a_scaled_cell_has_at_least_a_pair(void **state)
{
    (void)state;
    const Experiment experiment = read_with("");
    ExperimentCell cell;
    experiment_cell(&experiment, 0, &cell);
    assert_int_equal(cell.plan.rounds, 50);
    experiment_cell_scale(&cell, 0.1);
    assert_int_equal(cell.plan.rounds, 5);
    experiment_cell_scale(&cell, 0.0001);
    assert_int_equal(cell.plan.rounds, 1);
}

// The number of games is no part of it, so that a tenth can be taken further.
static void a_cell_keeps_its_file_as_long_as_its_settings(void **state)
{
    (void)state;
    static const char *const more[] = {"", "note Nothing of weight.\n", "limits nodes 1\n"};
    char names[4][64];
    Experiment experiment;
    ExperimentCell cell;
    for (unsigned i = 0; i < 3; i++) {
        Text text = TEXT_IN(names[i]);
        experiment = read_with(more[i]);
        experiment_cell(&experiment, i == 2, &cell);
        experiment_cell_scale(&cell, 0.5);
        experiment_cell_file_name(&cell, &text);
        assert_string_equal(names[i], names[0]);
    }
    Text text = TEXT_IN(names[3]);
    experiment_cell(&experiment, 0, &cell);
    cell.plan.seed++;
    experiment_cell_file_name(&cell, &text);
    assert_string_not_equal(names[3], names[0]);
    assert_int_equal(strncmp(names[3], "capturer-random-", 16), 0);
}

// --- Comparing -----------------------------------------------------------------------------------

static const double published_margin = 0.05;

static Published published_of(double wins, double losses, double draws, uint32_t games)
{
    return (Published){.shares = {wins, losses, draws}, .games = games, .margin = published_margin};
}

// Newcombe (1998), his example (a): 56 of 70 against 48 of 80.
static void the_interval_of_a_difference_is_newcombes(void **state)
{
    (void)state;
    const Published published = published_of(0.6, 0.4, 0, 80);
    const Comparison comparison =
        compare_shares(&(Trinomial){.wins = 56, .losses = 14}, &published);
    assert_true(fabs(comparison.difference[RESULT_WIN].value - 0.2) < 1e-9);
    assert_true(fabs(comparison.difference[RESULT_WIN].low - 0.0524) < 5e-5);
    assert_true(fabs(comparison.difference[RESULT_WIN].high - 0.3339) < 5e-5);
}

static Finding finding_of(Trinomial games, Published published)
{
    return compare_shares(&games, &published).finding;
}

static void a_verdict_follows_from_the_interval_and_the_margin(void **state)
{
    (void)state;
    static const struct {
        Trinomial games;
        Finding expected;
    } cases[] = {
        {{.wins = 1650, .draws = 1500, .losses = 850}, FINDING_REPRODUCED},
        {{.wins = 165, .draws = 150, .losses = 85}, FINDING_UNDECIDED}, // the same, too few
        {{.wins = 2400, .draws = 1000, .losses = 600}, FINDING_STRONGER},
        {{.wins = 800, .draws = 2400, .losses = 800}, FINDING_WEAKER},
        {{.wins = 2200, .draws = 300, .losses = 1500}, FINDING_DIFFERS}, // equal points
        {{0}, FINDING_UNDECIDED},
    };
    const Published published = published_of(0.4, 0.225, 0.375, 4000);
    for (unsigned i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(finding_of(cases[i].games, published), cases[i].expected);
    assert_int_equal(compare_shares(&cases[0].games, NULL).finding, FINDING_NONE);
}

// 10.2 % and 2.4 % against 4.5 % and 1 %: two points, of which a paper that has 1.75 itself allows a half.
static void equal_players_never_reproduce_a_lead(void **state)
{
    (void)state;
    const Published lead = published_of(0.045, 0.01, 0.945, 400);
    const Published even = published_of(0.045, 0.04, 0.915, 400);
    const Trinomial games = {.wins = 408, .draws = 3495, .losses = 97};
    const Trinomial equal = {.wins = 100, .draws = 3800, .losses = 100};
    assert_true(fabs(compare_shares(&games, &lead).margin - 0.00875) < 1e-9);
    assert_int_equal(finding_of(games, lead), FINDING_STRONGER);
    assert_int_not_equal(finding_of(equal, lead), FINDING_REPRODUCED);
    assert_true(compare_shares(&games, &even).margin == published_margin);
    assert_int_equal(finding_of(equal, even), FINDING_REPRODUCED);
}

// Draws a match with these chances of a win and a loss, in percent.
static Trinomial draw_match(Rng *rng, uint32_t games, double wins, double losses)
{
    Trinomial counts = {0};
    for (uint32_t i = 0; i < games; i++) {
        const double percent = rng_below(rng, 1000000) / 1e4;
        score_add_game(&counts, percent < wins ? 2 : percent < wins + losses ? 0 : 1);
    }
    return counts;
}

typedef struct Trial {
    uint32_t ours, theirs; // games; 0 if the paper does not give them
    double wins, losses;   // the paper's player, in percent
} Trial;

// Numbers of games from a thesis's twenty to thousands, shares from even to one-sided, all draws or none.
static const Trial trials[] = {
    {1000, 400, 30, 15}, {4000, 4000, 30, 15}, {20, 20, 50, 50}, {10, 20, 5, 95},
    {40, 0, 60, 20},     {200, 0, 94.8, 0},    {100, 80, 10, 2}, {2000, 1669, 13.3, 10.7},
    {400, 560, 63, 0.5}, {12, 8, 50, 25},
};
enum { TRIAL_MATCHES = 2000 };

// Plays one reproduction: our player makes `more` points of a hundred more than the paper's.
static Finding reproduce(Rng *rng, const Trial *trial, double more)
{
    const double ours = trial->wins + more;
    const Trinomial games = draw_match(rng, trial->ours, ours, trial->losses - more);
    Published published = published_of(trial->wins / 100, trial->losses / 100,
                                       1 - (trial->wins + trial->losses) / 100, 0);
    if (trial->theirs) {
        const Trinomial theirs = draw_match(rng, trial->theirs, trial->wins, trial->losses);
        const double all = trial->theirs;
        published =
            published_of(theirs.wins / all, theirs.losses / all, theirs.draws / all, trial->theirs);
    }
    return finding_of(games, published);
}

static void a_true_reproduction_is_seldom_called_none(void **state)
{
    (void)state;
    Rng rng = rng_from_seed(1);
    for (unsigned i = 0; i < COUNT_OF(trials); i++) {
        unsigned wrong = 0;
        for (unsigned k = 0; k < TRIAL_MATCHES; k++)
            wrong += finding_is_failure(reproduce(&rng, &trials[i], 0));
        assert_in_range(wrong, 0, binomial_range(TRIAL_MATCHES, 0.05, 0.999).high);
    }
}

// A difference as large as the margin is outside it; one match in twenty may miss that.
static void a_difference_of_the_margin_is_seldom_called_a_reproduction(void **state)
{
    (void)state;
    static const Trial even[] = {{4000, 4000, 30, 30}, {1000, 400, 45, 45}, {20, 20, 50, 50},
                                 {400, 0, 25, 25},     {2000, 0, 48, 47},   {10, 20, 40, 60},
                                 {400, 400, 85, 15},   {4000, 400, 90, 8},  {60, 0, 90, 10}};
    Rng rng = rng_from_seed(2);
    unsigned reproduced = 0;
    for (unsigned i = 0; i < COUNT_OF(even); i++) {
        for (double sign = -1; sign <= 1; sign += 2) {
            unsigned wrong = 0;
            for (unsigned k = 0; k < TRIAL_MATCHES; k++)
                wrong +=
                    reproduce(&rng, &even[i], sign * 100 * published_margin) == FINDING_REPRODUCED;
            assert_in_range(wrong, 0, binomial_range(TRIAL_MATCHES, 0.05, 0.999).high);
            reproduced += wrong;
        }
    }
    assert_true(reproduced > 0); // it can happen at all
    unsigned right = 0;
    for (unsigned k = 0; k < TRIAL_MATCHES; k++)
        right += reproduce(&rng, &trials[1], 0) == FINDING_REPRODUCED;
    assert_true(right > TRIAL_MATCHES * 9 / 10); // and with enough games a true one is seen
}

static void a_paper_that_counts_no_games_is_taken_at_its_word(void **state)
{
    (void)state;
    const Published published = published_of(0.948, -1, -1, 0);
    const Trinomial games = {.wins = 940, .draws = 60};
    const Comparison comparison = compare_shares(&games, &published);
    assert_true(comparison.theirs[RESULT_WIN].low == comparison.theirs[RESULT_WIN].high);
    assert_false(comparison.is_known[RESULT_DRAW]);
    assert_true(comparison.is_of_wins);
    assert_int_equal(comparison.finding, FINDING_REPRODUCED);
    assert_int_equal(finding_of((Trinomial){.wins = 500, .draws = 500}, published), FINDING_WEAKER);
}

// 70 % read with an error of 6 points: the paper's interval is as wide as that, and a difference of 4 points is undecided that would be
// inside the margin of 5 otherwise.
static void a_figure_read_off_a_curve_has_the_error_of_reading(void **state)
{
    (void)state;
    const Experiment experiment = read_with("published 70% - - reading 6%\nlimits nodes 2\n");
    ExperimentCell cell;
    experiment_cell(&experiment, 0, &cell);
    Published published = *cell.published[PUBLISHED_ALL];
    assert_true(fabs(published.reading - 0.06) < 1e-9);
    const Trinomial games = {.wins = 74000, .losses = 26000};
    const Comparison comparison = compare_shares(&games, &published);
    assert_true(fabs(comparison.theirs[RESULT_WIN].low - 0.64) < 1e-9);
    assert_true(fabs(comparison.theirs[RESULT_WIN].high - 0.76) < 1e-9);
    assert_int_equal(comparison.finding, FINDING_UNDECIDED);
    published.reading = 0;
    assert_int_equal(finding_of(games, published), FINDING_REPRODUCED);
    // The error of reading and that of the games add up as squares.
    published = published_of(0.7, -1, -1, 100);
    const double width = compare_shares(&games, &published).theirs[RESULT_WIN].high - 0.7;
    published.reading = 0.06;
    assert_true(fabs(compare_shares(&games, &published).theirs[RESULT_WIN].high - 0.7 -
                     hypot(width, 0.06)) < 1e-9);
}

// Twenty draws of twenty tell little, though they do not scatter.
static void games_that_all_ended_alike_still_leave_doubt(void **state)
{
    (void)state;
    const Published published = published_of(0, 0, 1, 20);
    assert_int_equal(finding_of((Trinomial){.draws = 10}, published), FINDING_UNDECIDED);
}

static void matches_of_equal_players_lie_as_far_apart_as_chance_allows(void **state)
{
    (void)state;
    enum { SWEEPS = 2000, VALUES = 8, GAMES = 80 };
    Rng rng = rng_from_seed(5);
    uint32_t wrong = 0;
    for (unsigned sweep = 0; sweep < SWEEPS; sweep++) {
        Trinomial games[VALUES] = {0};
        for (unsigned i = 0; i < VALUES * GAMES; i++) {
            const uint32_t chance = rng_below(&rng, 100); // 8 wins, 3 losses in a hundred
            score_add_game(&games[i % VALUES], chance < 8 ? 2 : chance < 11 ? 0 : 1);
        }
        wrong += compare_spread(games, VALUES).is_real;
    }
    const BinomialRange range = binomial_range(SWEEPS, 0.05, 0.999);
    assert_in_range(wrong, range.low, range.high);
    const Trinomial apart[] = {{.wins = 60, .draws = 40}, {.wins = 20, .draws = 80}};
    const Trinomial sure[] = {{.wins = 9}, {.losses = 9}}, same[] = {{.draws = 9}, {.draws = 7}};
    assert_true(compare_spread(apart, 2).is_real && compare_spread(sure, 2).is_real);
    assert_false(compare_spread(same, 2).is_real);
}

// --- Claims --------------------------------------------------------------------------------------

static CellResult result_of(uint32_t wins, uint32_t draws, uint32_t losses)
{
    return (CellResult){.is_there = true,
                        .meeting.games = {.wins = wins, .draws = draws, .losses = losses}};
}

// Four players against one opponent under two limits, and what came of it: a improves, b stays, c is a little behind b.
static const CellResult claimed_results[] = {
    {0}, // the file's own pairing, which was not played
    {0},
    {.is_there = true, .meeting.games = {.wins = 500, .draws = 300, .losses = 200}}, // a, 1
    {.is_there = true, .meeting.games = {.wins = 900, .draws = 100}},                // a, 20
    {.is_there = true, .meeting.games = {.wins = 300, .draws = 300, .losses = 400}}, // b, 1
    {.is_there = true, .meeting.games = {.wins = 800, .draws = 100, .losses = 100}}, // b, 20
    {.is_there = true, .meeting.games = {.wins = 29, .draws = 30, .losses = 41}},    // c, 1
    {0},                                                                             // c, 20
};

static Finding finding_of_claim(const char *players, const char *claim)
{
    char more[400];
    Text text = TEXT_IN(more);
    text_format(&text, "limits nodes 20\nplayers %s against o\nclaim %s: as they say\n", players,
                claim);
    for (const char *rest = "abc"; *rest; rest++)
        text_format(&text, "players %c against o\n", *rest);
    const Experiment experiment = read_with(more);
    ClaimVerdict verdict;
    // The pairing of the claim comes second; it has the results of the same player below it.
    CellResult results[COUNT_OF(claimed_results) + 2] = {0};
    memcpy(results + 2, claimed_results, sizeof claimed_results);
    for (unsigned i = 0; i < 2; i++)
        results[2 + i] = results[4 + 2 * (unsigned)(players[0] - 'a') + i];
    claim_test(&experiment, &experiment.claims[0], (ClaimGames){results, NULL}, 1, &verdict);
    return verdict.finding;
}

static void a_claim_is_tested_by_the_interval_of_its_figure(void **state)
{
    (void)state;
    static const struct {
        const char *players, *claim;
        Finding expected;
    } cases[] = {
        {"a", "elo >= 80 where nodes=1", FINDING_REPRODUCED}, // it is +108, from 90
        {"a", "elo >= 108 where nodes=1", FINDING_UNDECIDED},
        {"a", "elo >= 140 where nodes=1", FINDING_DIFFERS},
        {"a", "elo <= 140 where nodes=1", FINDING_REPRODUCED},
        {"a", "elo >= 80", FINDING_REPRODUCED}, // under both limits
        {"a", "elo >= 140", FINDING_DIFFERS},   // under one of them
        {"a", "points ~ 65% within 3%  where nodes=1", FINDING_REPRODUCED},
        {"a", "points ~ 65% within 1% where nodes=1", FINDING_UNDECIDED},
        {"a", "wins/losses ~ 2.5 within 1.2 where nodes=1", FINDING_REPRODUCED},
        {"a", "wins/losses ~ 3 within 1.2 where nodes=1", FINDING_UNDECIDED},
        {"a", "wins/losses ~ 5 within 1.2 where nodes=1", FINDING_DIFFERS},
        {"a", "wins/losses ~ 5 within 1.2 where nodes=20", FINDING_DIFFERS}, // it lost none
        {"a", "losses <= 1% where nodes=20", FINDING_REPRODUCED},
        {"a", "losses <= 0.1% where nodes=20", FINDING_UNDECIDED},
        {"b", "draws >= 25% where nodes=1", FINDING_REPRODUCED},
        {"b", "wins <= 25%", FINDING_DIFFERS},
        {"c", "points <= 60%", FINDING_UNDECIDED}, // one of its cells was not played
        {"c", "points >= 70%", FINDING_DIFFERS},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++)
        if (finding_of_claim(cases[i].players, cases[i].claim) != cases[i].expected)
            fail_msg("%s: %d", cases[i].claim, finding_of_claim(cases[i].players, cases[i].claim));
}

static void an_order_holds_if_every_step_of_it_does(void **state)
{
    (void)state;
    static const struct {
        const char *claim;
        Finding expected;
    } cases[] = {
        {"order a > b where nodes=1", FINDING_REPRODUCED},
        {"order a > b", FINDING_REPRODUCED}, // under both limits
        {"order b > a", FINDING_DIFFERS},
        {"order a > {b,c} where nodes=1", FINDING_REPRODUCED},
        {"order a > b > c where nodes=1",
         FINDING_UNDECIDED},                    // c is behind, by what chance could do
        {"order a > {b,c}", FINDING_UNDECIDED}, // of c a cell is missing
        {"order a > o > b where nodes=1",
         FINDING_REPRODUCED}, // the opponent has half of the points
        {"order b > o where nodes=1", FINDING_DIFFERS},
        {"narrows a > b", FINDING_REPRODUCED}, // 20 points, then 10
        {"narrows b > a", FINDING_DIFFERS},
        {"narrows o > b", FINDING_REPRODUCED},
        {"narrows a > c", FINDING_UNDECIDED},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++)
        if (finding_of_claim("a", cases[i].claim) != cases[i].expected)
            fail_msg("%s: %d", cases[i].claim, finding_of_claim("a", cases[i].claim));
}

// A claim of eight cells, each just true, is rejected in one case in twenty at most, and one of which each cell is just false is
// accepted in one case in twenty at most.
static void a_claim_of_many_cells_is_seldom_wrong(void **state)
{
    (void)state;
    enum { TRIES = 1000, CELLS = 8, GAMES = 200 };
    const Experiment experiment =
        read_with("players a(c={1,2,3,4,5,6,7,8}) against o\nclaim points >= 60%: x\n");
    Rng rng = rng_from_seed(3);
    unsigned rejected = 0, accepted = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        CellResult results[1 + CELLS] = {{0}};
        ClaimVerdict verdict;
        for (unsigned k = 1; k <= CELLS; k++) {
            const Trinomial games = draw_match(&rng, GAMES, 45, 25);
            results[k] = result_of(games.wins, games.draws, games.losses);
        }
        claim_test(&experiment, &experiment.claims[0], (ClaimGames){results, NULL}, 1, &verdict);
        rejected += verdict.finding == FINDING_DIFFERS;
        accepted += verdict.tests[0].finding == FINDING_REPRODUCED;
    }
    const BinomialRange range = binomial_range(TRIES, 0.05, 0.999);
    assert_in_range(rejected, 1, range.high);
    assert_in_range(accepted, 1, range.high);
}

// --- Results and pages ---------------------------------------------------------------------------

static Meeting made_meeting(void)
{
    return (Meeting){
        .pairs = {{0, 2, 40, 7, 1}},
        .games = {.wins = 9, .draws = 89, .losses = 2},
        .by_seat = {{.wins = 5, .draws = 44, .losses = 1}, {.wins = 4, .draws = 45, .losses = 1}}};
}

static void write_result(const Experiment *experiment, Text *text)
{
    static Tally tally;
    ExperimentCell cell;
    experiment_cell(experiment, 0, &cell);
    tally_init(&tally, &cell.plan);
    tally.pairs = 50;
    tally.meetings[0][1] = made_meeting();
    tally.draws_by_ending[ENDING_FIFTY] = 89;
    tally.wins_by_ending[ENDING_MATE] = 11;
    tally.attempts = 900;
    tally.plies = 600;
    tally.hash = 0xabc;
    assert_true(report_match_json(&tally, &(Speed){1.5, 100, 900}, text));
}

static void a_result_is_read_as_it_was_written(void **state)
{
    (void)state;
    const Experiment experiment = read_with("");
    char memory[4096];
    Text text = TEXT_IN(memory);
    CellResult result = {0};
    const Meeting meeting = made_meeting();
    write_result(&experiment, &text);
    assert_true(result_from_json(slice_of_text(&text), &result));
    assert_true(result.is_there);
    assert_memory_equal(&result.meeting, &meeting, sizeof meeting);
    assert_int_equal(result.draws_by_ending[ENDING_FIFTY], 89);
    assert_int_equal(result.wins_by_ending[ENDING_MATE], 11);
    assert_int_equal(result.attempts, 900);
    assert_string_equal(result.hash, "0000000000000abc");
    assert_int_equal(strncmp(result.versions[0], "capturer@", 9), 0);
    assert_int_equal(strncmp(result.versions[1], "random@", 7), 0);
    char *versions = strstr(memory, "\"versions\"");
    memcpy(versions, "\"varietes\"", 10); // as in results from before players had versions
    assert_true(result_from_json(slice_of_text(&text), &result));
    assert_string_equal(result.versions[0], "");
}

static void a_damaged_result_is_refused(void **state)
{
    (void)state;
    const Experiment experiment = read_with("");
    char memory[4096];
    Text text = TEXT_IN(memory);
    CellResult result = {.attempts = 77};
    write_result(&experiment, &text);
    for (size_t length = 0; length + 2 < text.length; length++) {
        char *part = malloc(length + 1);
        assert_non_null(part);
        memcpy(part, memory, length);
        assert_false(result_from_json((Slice){part, length}, &result));
        free(part);
    }
    memcpy(strstr(memory, "fifty"), "forty", 5); // no ending has this name
    assert_false(result_from_json(slice_of_text(&text), &result));
    static const char *const others[] = {"{}", "[]", "{\"wins\":-1}", "null", "{\"wins\":1.5}"};
    for (unsigned i = 0; i < COUNT_OF(others); i++)
        assert_false(result_from_json(slice_of(others[i]), &result));
    assert_int_equal(result.attempts, 77);
}

static void a_run_is_read_as_it_was_written(void **state)
{
    (void)state;
    const Run run = {"2026-11-15", "abc-dirty", "A \"quoted\" CPU", "0123456789abcdef", 8, 2, 0.1};
    char memory[300];
    Text text = TEXT_IN(memory);
    Run read = {0};
    assert_true(run_to_json(&run, &text));
    assert_true(run_from_json(slice_of_text(&text), &read));
    assert_string_equal(read.date, run.date);
    assert_string_equal(read.commit, run.commit);
    assert_string_equal(read.cpu, run.cpu);
    assert_string_equal(read.signature, run.signature);
    assert_int_equal(read.cores, 8);
    assert_int_equal(read.concurrency, 2);
    assert_true(read.scale == 0.1);
    assert_false(run_from_json(slice_of("{\"date\":\"2026-11-15 and later\"}"), &read));
}

// A page of a few cells, of which the first `count` are played.
enum { MADE_CELLS_MAX = 4 };
typedef struct MadePage {
    Experiment experiment;
    CellResult results[MADE_CELLS_MAX];
    Run run;
    Page page;
} MadePage;

static void make_page(MadePage *made, const char *more, unsigned count)
{
    *made = (MadePage){.experiment = read_with(more),
                       .run = {"2026-11-15", "abc", "A CPU", "", 2, 1, 1}};
    assert_in_range(experiment_cell_count(&made->experiment), 2, MADE_CELLS_MAX);
    for (unsigned i = 0; i < count; i++) {
        char memory[4096];
        Text text = TEXT_IN(memory);
        write_result(&made->experiment, &text);
        assert_true(result_from_json(slice_of_text(&text), &made->results[i]));
    }
    made->page = (Page){.name = "made",
                        .experiment = &made->experiment,
                        .results = made->results,
                        .runs = &made->run,
                        .run_count = 1};
}

static char *page_text(const Page *page, void (*write)(const Page *page, Text *text))
{
    static char memory[32 * 1024];
    Text text = TEXT_IN(memory);
    write(page, &text);
    assert_false(text.cut);
    return memory;
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in:\n%s", part, text);
}

static void a_page_has_our_figures_beside_the_papers(void **state)
{
    (void)state;
    MadePage made;
    make_page(&made,
              "source Somebody (1999)\npublished 1 1 98 as white\n"
              "published 28 4 368\ngame kriegspiel(rules=rand)\nhypothesis Who\n  knows?\n",
              1);
    const char *text = page_text(&made.page, page_write);
    assert_has(text, "| 100 | 9.0 % (4.8 to 16.2) | 2.0 % (0.6 to 7.0) | 89.0 % (81.4 to 93.7) |");
    assert_has(text, "| *Somebody (1999)* | 400 | 7.0 % (4.9 to 9.9) | 1.0 % (0.4 to 2.5) |");
    assert_has(text,
               "kriegspiel(rules=icc): **undecided**; points +0.5 (-2.6 to +3.5), margin 1.5.\n");
    assert_has(text, "1 of 2 cells are not played yet.");
    assert_has(text, "| 10.0 | 2.0 | 88.0 | 8.0 | 2.0 | 90.0 |");
    assert_has(text, "| *Somebody (1999)* | 1.0 | 1.0 | 98.0 |  |  |  |");
    assert_has(text, "Not tested by this experiment.\n\n- Who knows?\n");
    assert_has(text, "| 11.0 | 89.0 | 3.0 | 1.50 |");
    assert_has(text, "| 2026-11-15 | abc | A CPU | 2 | 1 |");
    assert_has(text,
               "\n\n**Abstract.** 100 games of capturer against random, kriegspiel(rules=icc)");
    assert_has(text, " Beside what the source printed or claimed: undecided in ");
}

static void figures_of_one_colour_are_compared_with_that_colours_games(void **state)
{
    (void)state;
    MadePage made;
    make_page(&made,
              "source Somebody (1999)\npublished 5 1 44 as white\npublished 40 1 9 as black\n"
              "margin 10\ngame kriegspiel(rules=rand)\n",
              1);
    const char *text = page_text(&made.page, page_write);
    assert_has(text, "kriegspiel(rules=icc), as White: **reproduced**; points +0.0");
    assert_has(
        text,
        "kriegspiel(rules=icc), as Black: **not reproduced, weaker than published**; points -36.0");
    assert_null(strstr(text, "nothing published"));
    assert_has(page_text(&made.page, index_write_row),
               "| reproduced in 1; undecided in 2; not reproduced, weaker than published in 1 |");
}

static void cells_that_played_the_same_games_are_no_two_proofs(void **state)
{
    (void)state;
    MadePage made;
    make_page(&made, "game kriegspiel(rules=rand)\n", 2);
    assert_has(page_text(&made.page, page_write), "rules=rand): as capturer against random");
    made.results[1].hash[0] = 'f';
    assert_null(strstr(page_text(&made.page, page_write), "try by try"));
    made.results[0].hash[0] = made.results[1].hash[0] = '\0';
    assert_null(strstr(page_text(&made.page, page_write), "try by try"));
}

static void a_page_names_the_versions_that_played(void **state)
{
    (void)state;
    MadePage made;
    make_page(&made, "game kriegspiel(rules=rand)\n", 2);
    snprintf(made.results[0].versions[0], VERSION_ROOM, "capturer@7 0123");
    snprintf(made.results[0].versions[1], VERSION_ROOM, "random@2 4567");
    made.results[1] = made.results[0];
    snprintf(made.run.commit, sizeof made.run.commit, "abc-dirty");
    const char *text = page_text(&made.page, page_write);
    assert_has(text, "versions: `capturer@7 0123`, `random@2 4567`.\n");
    assert_has(text, "| abc with uncommitted changes |");
    assert_null(strstr(text, "before players had versions"));
    memset(made.results[1].versions, 0, sizeof made.results[1].versions);
    assert_has(page_text(&made.page, page_write),
               "1 of 2 cells were played before players had versions; the commits");
}

static void a_page_says_how_many_games_were_played(void **state)
{
    (void)state;
    MadePage made;
    make_page(&made, "game kriegspiel(rules=rand)\n", 2);
    assert_has(page_text(&made.page, page_write), "Each cell has 100 games in pairs");
    made.experiment.cell_games = 400;
    assert_has(page_text(&made.page, page_write),
               "Each cell has 100 games (400 are asked for) in pairs");
    made.results[1].meeting.games.draws += 20;
    assert_has(page_text(&made.page, page_write),
               "Cells have 100 to 120 games (400 are asked for)");
    made.results[0].is_there = false;
    made.experiment.stops_by_sprt = true;
    assert_has(page_text(&made.page, page_write),
               "Each cell has 120 games (at most 400 are asked for)");
}

// Of the two limits the second player's own are dropped; the second null match is lopsided.
static void a_null_match_is_listed_and_counted(void **state)
{
    (void)state;
    MadePage made;
    make_page(&made, "null capturer\nlimits nodes 2 against nodes 90\n", 4);
    ExperimentCell cell;
    experiment_cell(&made.experiment, 3, &cell);
    assert_true(cell.fixture->is_null);
    assert_string_equal(cell.players[0], cell.players[1]);
    assert_int_equal(plan_budget(&cell.plan, 1, NULL, (const uint32_t[2]){0}).nodes, 2);
    for (unsigned i = 0; i < MADE_CELLS_MAX; i++)
        made.results[i].hash[0] = (char)('a' + i);
    made.results[2].meeting.pairs = (PairCounts){{10, 10, 10, 10, 10}};
    made.results[2].meeting.games = (Trinomial){.wins = 50, .losses = 50};
    made.results[3].meeting.pairs = (PairCounts){{0, 0, 30, 20, 0}};
    made.results[3].meeting.games = (Trinomial){.wins = 40, .draws = 40, .losses = 20};
    const char *text = page_text(&made.page, page_write);
    assert_has(text, "\n| capturer, nodes 1 | 100 | 50.0 % (40.2 to 59.8) |\n"
                     "| capturer, nodes 2 | 100 | 60.0 % (56.6 to 63.4) |\n");
    assert_has(
        text,
        "\n- 2 null matches of 200 games: the 95 % interval of 1 excludes half of the points; "
        "chance would scatter them so or more with p = 5.8e-08.\n");
    assert_null(strstr(text, "- capturer against capturer, nodes 1: **"));
    assert_has(page_text(&made.page, index_write_row),
               "| nothing published to compare with in 2 |");
    assert_refused(-1, "null capturer(pawn_tries={0,1})\n",
                   "line 11: this player stands on a line");
    assert_refused(-1, "null a\nclaim order a > random: x\n", "line 12: no cell fits this claim");
}

static void a_page_has_claims_with_their_verdicts(void **state)
{
    (void)state;
    MadePage made;
    make_page(&made,
              "claim points ~ 54% within 10%: somewhat better\nclaim wins >= 50% where nodes=1: "
              "much\n  better\n"
              "claim order capturer > random: better\nlimits nodes 2\n",
              1);
    const char *text = page_text(&made.page, page_write);
    assert_has(text, "- somewhat better (`points ~ 54% within 10%`): **undecided**; 53.5 % (50.6 "
                     "to 56.3), not played.\n");
    assert_has(
        text,
        "- much better (`wins >= 50% where nodes=1`): **not reproduced**; 9.0 % (5.3 to 14.8).\n");
    assert_has(
        text,
        "(`order capturer > random`): **undecided**; +3.5 points (+0.6 to +6.3), not played.\n");
    assert_has(page_text(&made.page, index_write_row),
               "| 1 of 2 | undecided in 2; not reproduced in 1 |");
}

static void a_sweep_has_one_answer_one_table_and_a_panel(void **state)
{
    (void)state;
    MadePage made;
    make_page(&made,
              "source Somebody (1999)\nplayers a(c={1,40,2}) against random\n"
              "published 28 4 368 where c=40\n",
              4);
    made.results[1].meeting.games = (Trinomial){.wins = 100};
    const char *text = page_text(&made.page, page_write);
    assert_has(text,
               "\n- a(c=…) against random: **undecided** at c = 40; **nothing published to compare "
               "with** at c = 1, 2. Points a game differ between the values by more than");
    assert_has(text, "(plots/made.svg)");
    assert_has(text, "(plots/made-by-option.svg)");
    assert_has(text, "\n| c | games | wins | losses | draws | Elo | *Somebody (1999)*: games |");
    assert_has(text, "\n| 40 | 100 | 9.0 % (4.8 to 16.2) | 2.0 % (0.6 to 7.0) |");
    assert_has(text, "| 400 | 7.0 % (4.9 to 9.9) | 1.0 % (0.4 to 2.5) |");
    assert_null(strstr(text, "- a(c=40) against random: **"));
    assert_true(page_pictures[1].is_there(&made.page));
    text = page_text(&made.page, page_pictures[1].write);
    assert_has(text, "set logscale x\nset xtics (1, 40, 2)\n");
    assert_has(text, "'wins, paper'");
    assert_null(strstr(page_text(&made.page, page_pictures[0].write), "a(c="));
}

// The third limit was not played.
static void limits_of_one_kind_make_a_curve(void **state)
{
    (void)state;
    MadePage made;
    make_page(&made, "limits nodes 20 against nodes 7\nlimits nodes 400\n", 2);
    assert_true(page_pictures[2].is_there(&made.page));
    assert_has(page_text(&made.page, page_write), "(plots/made-by-limits.svg)");
    assert_null(strstr(page_text(&made.page, page_write), ": +0.0 points ("));
    const char *text = page_text(&made.page, page_pictures[2].write);
    assert_has(text, "END\n1 53.500 ");
    assert_has(text, "\n20 53.500 ");
    assert_null(strstr(text, "\n400 "));
    assert_has(text, "set xlabel 'nodes a try' offset 0,0.4\nset logscale x 2\n"
                     "set xtics (1, 20, 400)\n");
    assert_has(text, "'points against random, % of games'");
    assert_has(text, "'-100' 35.99, '0' 50.00, '+100' 64.01");
    assert_has(text, "linestyle 1 title 'capturer'\n");
    make_page(&made, "limits nodes 2\nlimits nodes 4\n", 3);
    for (unsigned i = 0; i < 3; i++) // 40, 50 and 60 % of the points
        made.results[i].meeting.games = (Trinomial){.wins = 400 + 100 * i, .losses = 600 - 100 * i};
    assert_has(page_text(&made.page, page_write),
               "\n- capturer against random: +10.0 points (+7.8 to +12.1)\n");
    make_page(&made, "limits nodes 20\nlimits cpu 30\n", 2);
    assert_false(page_pictures[2].is_there(&made.page)); // what is more, nodes or time?
    make_page(&made, "limits nodes 20\n", 2);
    assert_false(page_pictures[2].is_there(&made.page));
}

static void a_ladder_ranks_its_players_and_draws_them(void **state)
{
    (void)state;
    MadePage made;
    make_page(&made, "ladder weak\nladder strong\nladder middling\n", 4);
    made.results[1].meeting.games = (Trinomial){.losses = 10};           // weak, strong
    made.results[2].meeting.games = (Trinomial){.wins = 2, .losses = 8}; // weak, middling
    made.results[3].meeting.games = (Trinomial){.wins = 6, .losses = 2, .draws = 2}; // the others
    const char *text = page_text(&made.page, page_write);
    assert_has(text, "\n| 1 | `strong` | +");
    assert_has(text, ") | 85.0 % | 20 |\n| 2 | `middling` | ");
    assert_has(text, "\n| 3 | `weak` | -");
    assert_has(text, "\n| 1 |  | 70 | 100 |\n| 2 | 30 |  | 80 |\n| 3 | 0 | 20 |  |\n");
    assert_has(text, "(plots/made-ladder.svg)");
    assert_has(text, " cells, kriegspiel(rules=icc), nodes 1 a try. The strongest: `strong` +");
    assert_null(strstr(text, "\n- weak against strong: **"));
    text = page_text(&made.page, page_pictures[4].write);
    assert_has(text, "set ytics ('strong' 0, 'middling' -1, 'weak' -2)\n");
    made.results[2].is_there = made.results[3].is_there = false; // nobody has met the third yet
    text = page_text(&made.page, page_write);
    assert_has(text, "\n| 2 | `weak` | -");
    assert_null(strstr(text, "`middling` | "));
    made.results[1].is_there = false;
    assert_false(page_pictures[4].is_there(&made.page));
}

// Twenty games of three moves, in which the second player loses a pawn at move 2; the first was asked
// at moves 2 and 3.
static Curves made_curves(void)
{
    Curves curves;
    curves_init(&curves, &(CurvePlan){.is_wanted = true, .asked_games = 6});
    curves.games = 20;
    curves.tries = 12;
    curves.same = 9;
    for (unsigned i = 0; i < 3; i++)
        curves.material[i] = (MaterialPoint){20, {20 * 39, 20 * (39 - (i > 0))}, 20 * (i > 0)};
    curves.material[3] = (MaterialPoint){1, {39, 38}, 1};
    curves.asked[1] = (AskedPoint){6, 0, 0};
    curves.asked[2] = (AskedPoint){6, 3, 2.25};
    // Ten games with two tries more than the other ten; a call in three moves of ten; a rise by a quarter on average, as if
    // sixty games had been asked about.
    curves.tries_a_move = (RatioSums){20, 80, 60, 340, 180, 240};
    curves.calls = (RatioSums){20, 60, 200, 180, 2000, 600};
    curves.rise = (RiseSums){60, 15, 4.35};
    return curves;
}

static void curves_are_read_as_they_were_written(void **state)
{
    (void)state;
    const Curves curves = made_curves();
    char memory[1000];
    Text text = TEXT_IN(memory);
    Curves read = {.games = 77};
    assert_true(curves_to_json(&curves, &text));
    for (size_t length = 0; length + 2 < text.length; length++)
        assert_false(curves_from_json((Slice){memory, length}, &read));
    static const char *const others[] = {
        "{}", "[]",
        "{\"games\":1,\"asked_games\":1,\"tries\":1,\"same\":1,\"material\":[[1,2,3]],\"asked\":[]"
        "}",
        "{\"games\":1,\"asked_games\":1,\"tries\":1,\"same\":1,\"material\":[],"
        "\"asked\":[[1,-1,0]]}"};
    for (unsigned i = 0; i < COUNT_OF(others); i++)
        assert_false(curves_from_json(slice_of(others[i]), &read));
    assert_int_equal(read.games, 77);
    assert_true(curves_from_json(slice_of_text(&text), &read));
    assert_int_equal(read.games, 20);
    assert_true(read.plan.asked_games == 6 && read.tries == 12 && read.same == 9);
    assert_memory_equal(read.material, curves.material, sizeof read.material);
    assert_memory_equal(read.asked, curves.asked, sizeof read.asked);
    assert_memory_equal(&read.calls, &curves.calls, sizeof read.calls);
    assert_memory_equal(&read.tries_a_move, &curves.tries_a_move, sizeof read.tries_a_move);
    assert_true(read.rise.games == 60 && read.rise.sum == 15 && read.rise.squares == 4.35);
}

static void curves_from_before_whole_games_were_counted_are_read(void **state)
{
    (void)state;
    Curves read = {.calls.games = 77};
    assert_true(curves_from_json(slice_of("{\"games\":2,\"asked_games\":0,\"tries\":0,\"same\":0,"
                                          "\"material\":[],\"asked\":[]}"),
                                 &read));
    assert_true(read.games == 2 && read.calls.games == 0 && read.rise.games == 0);
}

static void a_claim_about_the_course_of_games_is_tested_by_curves(void **state)
{
    (void)state;
    static const struct {
        const char *claim;
        Finding expected;
    } cases[] = {
        {"tries ~ 1.33 within 1.2", FINDING_REPRODUCED}, // it is 1.333, from 1.208 to 1.459
        {"tries <= 1.35", FINDING_UNDECIDED},
        {"tries ~ 1.7 within 1.05", FINDING_DIFFERS},
        {"calls ~ 25% within 12%",
         FINDING_REPRODUCED}, // 30 % in every game, which few games do not prove: 24 to 36
        {"calls ~ 25% within 6%", FINDING_UNDECIDED},
        {"calls ~ 15% within 4%", FINDING_DIFFERS},
        {"rise >= 0%", FINDING_REPRODUCED}, // 0.25, from 0.21 to 0.29
        {"rise >= 25%", FINDING_UNDECIDED},
        {"rise <= 10%", FINDING_DIFFERS},
    };
    const Curves curves = made_curves(), before = {.games = 20};
    const CellResult result = {.is_there = true, .meeting.games = {.draws = 20}};
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        char more[200];
        Text text = TEXT_IN(more);
        ClaimVerdict verdict;
        text_format(&text, "curves material observed:6\nclaim %s: as they say\n", cases[i].claim);
        const Experiment experiment = read_with(more);
        const Claim *claim = &experiment.claims[0];
        claim_test(&experiment, claim, (ClaimGames){&result, &curves}, 1, &verdict);
        if (verdict.finding != cases[i].expected)
            fail_msg("%s: %d", cases[i].claim, verdict.finding);
        const ClaimGames uncounted[] = {
            {&result, &before}, {&result, NULL}, {&(CellResult){0}, &curves}};
        for (unsigned k = 0; k < COUNT_OF(uncounted); k++) {
            claim_test(&experiment, claim, uncounted[k], 1, &verdict);
            assert_true(verdict.finding == FINDING_UNDECIDED && !verdict.tests[0].is_played);
        }
    }
}

static void a_page_has_curves_as_far_as_a_tenth_of_the_games_go(void **state)
{
    (void)state;
    MadePage made;
    make_page(&made, "curves material observed:6\nclaim rise >= 0%: it rises\nlimits nodes 2\n", 2);
    const Curves curves[2] = {made_curves()}; // the second cell has none
    made.page.curves = curves;
    const char *text = page_text(&made.page, page_write);
    assert_int_equal(curves_length(&curves[0]), 3);
    assert_has(text, "(plots/made-curves.svg)");
    assert_has(text, "again in the first 6 games");
    assert_has(text, "(`rise >= 0%`): **undecided**; +25.0 points (+20.7 to +29.3), not counted.");
    assert_has(text, "Asked again for 12 tries, it chose the same in 75.0 %.");
    assert_has(text, "The first player made 1.333 (1.183 to 1.483) tries a move.");
    assert_has(text, "Of moves 10 to 30 the umpire called something after 30.0 %");
    assert_has(text, "rose by\n25.0 points (19.9 to 30.1), the mean over the 60 games");
    assert_true(page_pictures[3].is_there(&made.page));
    text = page_text(&made.page, page_pictures[3].write);
    assert_has(text, "set multiplot layout 1,3 ");
    assert_has(text, "\n1 39.000 39.000 0.000 0.000 0.000 NaN NaN NaN\n");
    assert_has(text, "\n3 39.000 38.000 1.000 1.000 1.000 50.000 ");
    assert_null(strstr(text, "\n4 39"));
    made.page.curves = NULL;
    assert_false(page_pictures[3].is_there(&made.page));
}

static void the_picture_quotes_what_gnuplot_might_obey(void **state)
{
    (void)state;
    MadePage made;
    make_page(&made, "players x'`y` against random\n", 2);
    assert_has(page_text(&made.page, page_pictures[0].write), "'x''`y` – random' -1)");
}

static void the_index_tells_played_from_unplayed(void **state)
{
    (void)state;
    MadePage made;
    make_page(&made, "published 28 4 368\nlimits nodes 2\n", 0);
    assert_has(page_text(&made.page, index_write_row),
               "| Taking back |  | 0 of 2 | not played yet |");
    assert_false(page_has_results(&made.page));
    make_page(&made, "published 28 4 368\nlimits nodes 2\n", 2);
    made.results[1].meeting.games = (Trinomial){.wins = 100};
    assert_has(page_text(&made.page, index_write_row),
               "| [Taking back](made.md) |  | 2 of 2 | undecided in 1; not reproduced, stronger "
               "than published in 1 |");
}

// One experiment of each list, and a ladder of the first of two games.
static void the_index_begins_with_what_was_found(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "source A (1)\npublished 280 280 3440\nlimits nodes 2\nmargin 10\n", // reproduced
        "source B (2)\npublished 400 0 0\nlimits nodes 2\n",                 // weaker
        "source C (3)\nlimits nodes 2\n",                                    // has no figure
        "source F (4)\npublished 28 4 368\nlimits nodes 2\n",                // too few games
        "note ours\nlimits nodes 2\n",                                       // in no list
        "ladder weak\nladder strong\nladder middling\n",                     // in no list
    };
    static const Game second = {.name = "second"};
    const Game *games[] = {NULL, &second, NULL};
    char memory[8 * 1024];
    Text text = TEXT_IN(memory);
    Index index;
    MadePage made;
    for (unsigned i = 0; i < COUNT_OF(lines); i++) {
        make_page(&made, lines[i], i + 1 < COUNT_OF(lines) ? 2 : 4);
        if (i == 0) {
            ExperimentCell cell;
            experiment_cell(&made.experiment, 0, &cell);
            games[0] = cell.plan.game;
            index_init(&index, games);
        }
        made.page.name = (const char *[]){"a", "b", "c", "f", "d", "e"}[i];
        index_add(&index, &made.page);
    }
    make_page(&made, "published 28 4 368\nlimits nodes 2\n", 0);
    index_add(&index, &made.page);
    index_write(&index, &text);
    assert_false(text.cut);
    char strengths[512];
    Text ratings = TEXT_IN(strengths);
    index_write_strengths(&index, &ratings);
    index_done(&index);
    assert_has(strengths, "kriegspiel weak ");
    assert_has(strengths, "\nkriegspiel strong ");
    assert_has(memory, "there are.\n\n- [Taking back](a.md): reproduced in 2\n\n## Not");
    assert_has(memory,
               "false here.\n\n- [Taking back](b.md): not reproduced, weaker than published in 2\n"
               "\n## Undecided\n");
    assert_has(memory, "- [Taking back](f.md): undecided in 2\n"
                       "- the source has no figure to compare with: [Taking back](c.md)\n"
                       "- not played yet: Taking back\n\n## Null matches\n");
    assert_has(memory,
               "intervals.\n\n### [Taking back](e.md)\n\n| | player | Elo | points | games |\n"
               "|--:|---|---|--:|--:|\n| 1 | `weak` | ");
    assert_has(memory, "(plots/e-ladder.svg)\n\nNo ladder has been played for: second\n\n## Repr");
    assert_has(memory, "\n- none was played yet\n\n## All");
}

// --- The papers ----------------------------------------------------------------------------------

static void a_list_of_papers_is_read_or_refused_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {"table 1\n", "line 1: a line begins with paper, item"},
        {"item table 1\n", "line 1: an item follows the line of its paper"},
        {"# x\n\nfrom a\n", "line 3: an experiment follows the item"},
        {"note a\n", "line 1: a note follows the item"},
        {"paper A\nitem 1\nnote a\nnote b\n", "line 4: a note follows the item"},
        {"paper\n", "line 1: this key needs a value"},
        {"paper A\nitem 1\nfrom a where\n", "line 3: after the experiment come"},
        {"paper A\nitem 1\nfrom a as red\n", "line 3: after the experiment come"},
        {"paper A\nitem 1\nfrom a about b\n", "line 3: after the experiment come"},
    };
    static Papers papers;
    for (unsigned i = 0; i < COUNT_OF(wrong); i++) {
        char why[200];
        Text message = TEXT_IN(why);
        papers.item_count = 77;
        assert_false(papers_read(slice_of(wrong[i].text), &papers, &message));
        assert_int_equal(strncmp(why, wrong[i].message, strlen(wrong[i].message)), 0);
        assert_int_equal(papers.item_count, 77);
    }
    char why[200];
    Text message = TEXT_IN(why);
    assert_true(papers_read(slice_of("paper A (1)\nitem table 1, x\nfrom made by capturer where "
                                     "nodes=1,random as black\nnote y\n"),
                            &papers, &message));
    assert_int_equal(papers.item_count, 1);
    assert_slice(papers.items[0].paper, "A (1)");
    assert_slice(papers.items[0].name, "table 1, x");
    assert_slice(papers.items[0].note, "y");
    assert_slice(papers.sources[0].experiment, "made");
    assert_slice(papers.sources[0].by, "capturer");
    assert_slice(papers.sources[0].where, "nodes=1,random");
    assert_int_equal(papers.sources[0].side, PUBLISHED_SECOND_SEAT);
}

// Five items about one experiment: the figure of all games that is reproduced, that of another pairing that is not, both, the
// claim with both, and nothing.
static void the_table_of_papers_has_a_verdict_for_each_item(void **state)
{
    (void)state;
    static Papers papers;
    static PaperTable table;
    char why[200], memory[8 * 1024];
    Text message = TEXT_IN(why), text = TEXT_IN(memory);
    assert_true(papers_read(slice_of("paper A (1)\nitem one\nfrom made where random\n"
                                     "item two\nfrom made by other\nnote in part\n"
                                     "item three\nfrom made where nodes=1\nitem four\nfrom made\n"
                                     "item five\nitem six\nfrom gone\n"),
                            &papers, &message));
    MadePage made;
    make_page(&made,
              "margin 20\npublished 280 280 3440\nclaim losses <= 10%: x\nplayers other against o\n"
              "published 90% - -\n",
              2);
    paper_table_init(&table, &papers);
    paper_table_add(&table, &made.page);
    paper_table_write(&table, &text);
    assert_has(memory,
               "Of 6 tables, figures and texts: reproduced 1, not reproduced 3, undecided 2.");
    assert_has(
        memory,
        "\n| 1 | A (1), one | 53.5 | 50.0 | 100 | 4000 | **reproduced** | [made](made.md) |\n");
    assert_has(
        memory,
        "\n| 2 | A (1), two | 9.0 (wins) | 90.0 | 100 | not said | **not reproduced**; in part | ");
    assert_has(
        memory,
        "\n| 3 | A (1), three | 9.0 to 53.5 (points or wins) | 50.0 to 90.0 | 200 | not said | "
        "**not reproduced**: 1 reproduced, 1 not, 0 undecided, all together outside the margin | ");
    assert_has(
        memory,
        "| 50.0 to 90.0; 1 claim | 200 | not said | **not reproduced**: 2 reproduced, 1 not,");
    assert_has(memory, "\n| 5 | A (1), five |  |  | 0 |  | **undecided** |  |\n");
    assert_slice(paper_table_missing(&table)->experiment, "gone");
}

// A table of eight figures, each just inside its margin, and one of which each is just outside.
static void a_table_of_many_figures_is_seldom_rejected(void **state)
{
    (void)state;
    enum { TRIES = 400, CELLS = 8, GAMES = 100 };
    static Papers papers;
    static PaperTable table;
    char why[200];
    Text message = TEXT_IN(why);
    assert_true(papers_read(slice_of("paper A\nitem all\nfrom made\n"), &papers, &message));
    const Experiment experiment =
        read_with("players a(c={1,2,3,4,5,6,7,8}) against o\npublished 50% - -\n");
    Rng rng = rng_from_seed(4);
    unsigned rejected[2] = {0};
    for (unsigned i = 0; i < 2 * TRIES; i++) {
        CellResult results[1 + CELLS] = {{0}};
        const Page page = {.name = "made", .experiment = &experiment, .results = results};
        for (unsigned k = 1; k <= CELLS; k++) {
            const Trinomial games = draw_match(&rng, GAMES, i % 2 ? 62 : 55, 20);
            results[k] = result_of(games.wins, games.draws, games.losses);
        }
        paper_table_init(&table, &papers);
        paper_table_add(&table, &page);
        rejected[i % 2] += paper_table_finding(&table.answers[0]) == FINDING_DIFFERS;
    }
    assert_in_range(rejected[0], 1, binomial_range(TRIES, 0.05, 0.999).high);
    assert_true(rejected[1] > TRIES * 9 / 10); // seven points further out, all together show it
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_file_is_read),
        cmocka_unit_test(a_key_that_is_needed_is_missed),
        cmocka_unit_test(what_is_wrong_is_said_with_its_line),
        cmocka_unit_test(there_is_a_limit_to_everything),
        cmocka_unit_test(a_sweep_is_laid_out_in_order),
        cmocka_unit_test(limits_of_its_own_go_to_the_second_player),
        cmocka_unit_test(everyone_of_a_ladder_meets_everyone),
        cmocka_unit_test(those_on_a_rung_meet_the_first_three),
        cmocka_unit_test(two_sweeps_meet_in_every_way),
        cmocka_unit_test(a_sweep_is_one_option_with_numbers),
        cmocka_unit_test(a_published_figure_finds_its_cell),
        cmocka_unit_test(a_scaled_cell_has_at_least_a_pair),
        cmocka_unit_test(a_cell_keeps_its_file_as_long_as_its_settings),
        cmocka_unit_test(the_interval_of_a_difference_is_newcombes),
        cmocka_unit_test(a_verdict_follows_from_the_interval_and_the_margin),
        cmocka_unit_test(equal_players_never_reproduce_a_lead),
        cmocka_unit_test(a_true_reproduction_is_seldom_called_none),
        cmocka_unit_test(a_difference_of_the_margin_is_seldom_called_a_reproduction),
        cmocka_unit_test(a_figure_read_off_a_curve_has_the_error_of_reading),
        cmocka_unit_test(games_that_all_ended_alike_still_leave_doubt),
        cmocka_unit_test(a_paper_that_counts_no_games_is_taken_at_its_word),
        cmocka_unit_test(matches_of_equal_players_lie_as_far_apart_as_chance_allows),
        cmocka_unit_test(a_claim_is_tested_by_the_interval_of_its_figure),
        cmocka_unit_test(an_order_holds_if_every_step_of_it_does),
        cmocka_unit_test(a_claim_of_many_cells_is_seldom_wrong),
        cmocka_unit_test(a_result_is_read_as_it_was_written),
        cmocka_unit_test(a_damaged_result_is_refused),
        cmocka_unit_test(a_run_is_read_as_it_was_written),
        cmocka_unit_test(a_page_has_our_figures_beside_the_papers),
        cmocka_unit_test(figures_of_one_colour_are_compared_with_that_colours_games),
        cmocka_unit_test(cells_that_played_the_same_games_are_no_two_proofs),
        cmocka_unit_test(a_page_names_the_versions_that_played),
        cmocka_unit_test(a_page_says_how_many_games_were_played),
        cmocka_unit_test(a_null_match_is_listed_and_counted),
        cmocka_unit_test(a_page_has_claims_with_their_verdicts),
        cmocka_unit_test(a_sweep_has_one_answer_one_table_and_a_panel),
        cmocka_unit_test(limits_of_one_kind_make_a_curve),
        cmocka_unit_test(a_ladder_ranks_its_players_and_draws_them),
        cmocka_unit_test(curves_are_read_as_they_were_written),
        cmocka_unit_test(curves_from_before_whole_games_were_counted_are_read),
        cmocka_unit_test(a_claim_about_the_course_of_games_is_tested_by_curves),
        cmocka_unit_test(a_page_has_curves_as_far_as_a_tenth_of_the_games_go),
        cmocka_unit_test(the_picture_quotes_what_gnuplot_might_obey),
        cmocka_unit_test(the_index_tells_played_from_unplayed),
        cmocka_unit_test(the_index_begins_with_what_was_found),
        cmocka_unit_test(a_list_of_papers_is_read_or_refused_with_its_line),
        cmocka_unit_test(the_table_of_papers_has_a_verdict_for_each_item),
        cmocka_unit_test(a_table_of_many_figures_is_seldom_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
