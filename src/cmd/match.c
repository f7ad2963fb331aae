// nebel match and nebel tournament: players meet, and it is measured who is stronger. And what nebel lab tune shares with them: options, and running a
// plan with a match file, PGN, a live block and a report.
#include "cmd/match.h"
#include "base/cli/files.h"
#include "base/cli/gnuplot.h"
#include "base/cli/output.h"
#include "base/os/disk.h"
#include "base/os/interrupt.h"
#include "cmd/lab.h"
#include "engine/players/roster.h"
#include "games/registry/games.h"
#include "lab/match/pair.h"
#include "lab/report/ladder.h"
#include "lab/run/match_run.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// 0 to 10 normalized Elo, both errors 5 %.
static const SprtPlan sprt_default = {0, 10, 0.05, 0.05};

enum { GAMES_DEFAULT = 100, NODES_DEFAULT = 10000, OPENING_DEFAULT = 2 };

// Numbers that options set.
typedef struct Numbers {
    uint64_t games, seed, concurrency, nodes, cpu_ms, move_ms, patience_ms;
} Numbers;

static const struct NumberOption {
    unsigned option;
    const char *name;
    size_t offset; // in Numbers
    uint64_t min, max;
} number_options[] = {
    {MATCH_GAMES, "--games", offsetof(Numbers, games), 1, UINT32_MAX},
    {MATCH_SEED, "--seed", offsetof(Numbers, seed), 0, INT64_MAX},
    {MATCH_CONCURRENCY, "--concurrency", offsetof(Numbers, concurrency), 1, WORKERS_THREADS_MAX},
    {MATCH_NODES, "--nodes", offsetof(Numbers, nodes), 1, INT64_MAX},
    {MATCH_CPU, "--cpu", offsetof(Numbers, cpu_ms), 1, UINT32_MAX},
    {MATCH_MOVETIME, "--movetime", offsetof(Numbers, move_ms), 1, UINT32_MAX},
    {MATCH_PATIENCE, "--patience", offsetof(Numbers, patience_ms), 1, UINT32_MAX},
};

static bool read_numbers(const Given *given, Numbers *numbers)
{
    for (unsigned i = 0; i < COUNT_OF(number_options); i++) {
        const struct NumberOption *row = &number_options[i];
        uint64_t *number = (uint64_t *)(void *)((char *)numbers + row->offset);
        if (!read_number(row->name, given->options[row->option], row->min, row->max, number))
            return false;
    }
    return true;
}

static bool read_clock(const char *text, ClockRule *clock)
{
    const bool is_clock = !text || clock_from_text(slice_of(text), clock);
    if (!is_clock)
        complain("--clock takes seconds and seconds added a move, as in 180+0, not '%s'", text);
    return is_clock;
}

static bool read_opening(const char *text, uint32_t *moves)
{
    const bool is_opening = !text || opening_from_text(slice_of(text), moves);
    if (!is_opening)
        complain("--opening takes random:N with N from 0 to %d, not '%s'", OPENING_MOVES_MAX, text);
    return is_opening;
}

static bool read_secret(const char *text, const Plan *plan, Secret *secret)
{
    if (!plan_has_external_programs(plan))
        complain("--secret is for matches with a cmd: player; others are decided by --seed");
    else if (!secret_from_text(slice_of(text), secret))
        complain("--secret takes %d hexadecimal digits, not '%s'", 2 * SECRET_BYTES, text);
    else
        return true;
    return false;
}

// Games come in pairs, so an odd number becomes the next even one.
static void set_rounds(Plan *plan, uint64_t games)
{
    assert(games > 0);
    plan->rounds = (games + 1) / 2;
    if (games % 2)
        complain("--games %" PRIu64 " plays %" PRIu64
                 ", since games come in pairs with colours swapped",
                 games, games + 1);
}

void match_command_seat(MatchCommand *match, const Given *given)
{
    Plan *plan = &match->plan;
    assert(given->argument_count <= PLAN_PLAYERS_MAX);
    for (unsigned i = 0; i < given->argument_count; i++)
        plan->players[plan->player_count++] = given->arguments[i];
    plan->sprt = sprt_default;
}

int match_command_read(MatchCommand *match, const Given *given)
{
    Plan *plan = &match->plan;
    assert(plan->player_count >= 2 && plan->player_count <= PLAN_PLAYERS_MAX);
    Numbers numbers = {.games = GAMES_DEFAULT, .seed = 1, .concurrency = 1};
    const char *game = given->options[MATCH_GAME];
    const char *clock = given->options[MATCH_CLOCK];
    char why[MESSAGE_ROOM];
    Text message = TEXT_IN(why);
    plan->opening_moves = OPENING_DEFAULT;
    if (!read_numbers(given, &numbers) ||
        !read_game(game ? game : "kriegspiel", &plan->game, &match->rules) ||
        !read_clock(clock, &plan->limits.clock) ||
        !read_opening(given->options[MATCH_OPENING], &plan->opening_moves))
        return EXIT_USAGE;
    if (!check_players(plan, &message))
        return complain("%s", why);
    match->given = given;
    plan->rules = (const Rules *)&match->rules;
    match->concurrency = (unsigned)numbers.concurrency;
    plan->seed = numbers.seed;
    plan->patience_ms = (uint32_t)numbers.patience_ms;
    plan->limits.tries.cpu_ms = (uint32_t)numbers.cpu_ms;
    plan->limits.tries.move_ms = (uint32_t)numbers.move_ms;
    plan->limits.tries.nodes = numbers.nodes;
    if (!numbers.nodes && !numbers.cpu_ms && !numbers.move_ms && !clock)
        plan->limits.tries.nodes = NODES_DEFAULT;
    set_rounds(plan, numbers.games);
    return EXIT_FINE;
}

// A match in play, and the PGN file that its pairs are written to.
typedef struct Running {
    const MatchCommand *match;
    MatchRun match_run;
    FILE *pgn;
} Running;

// Empties an old PGN file only at the first pair, so that a command that fails earlier destroys nothing.
static bool begin_pgn(Running *running)
{
    running->pgn = freopen(running->match->given->options[MATCH_PGN], "w", running->pgn);
    return running->pgn != NULL;
}

static const char *write_pgn(void *context, const PairResult *result)
{
    Running *running = context;
    const char *error = NULL;
    Text text = text_growing(&memory_heap);
    if (!running->pgn)
        return NULL;
    if (running->match_run.tally->pairs == 1 && !begin_pgn(running))
        error = "the PGN cannot be written; has its folder gone?";
    else if (!pair_to_pgn(&running->match->plan, result, &memory_heap, &text))
        error = "the PGN cannot be made: memory is short, or the match file was altered";
    else if (fwrite(text.start, 1, text.length, running->pgn) != text.length)
        error = "the PGN cannot be written; is the disk full?";
    text_done(&text);
    return error;
}

static void match_show(void *context, Text *block)
{
    const Running *running = context;
    running->match->report(running->match_run.tally, &running->match_run.speed, block);
}

static bool open_pgn(Running *running, const char *path)
{
    if (!path)
        return true;
    running->pgn = disk_fopen(path, "a");
    if (!running->pgn)
        complain("cannot write '%s': %s", path, disk_problem(errno));
    return running->pgn != NULL;
}

static bool close_pgn(Running *running)
{
    const bool is_fine = !running->pgn || disk_fclose(running->pgn);
    if (!is_fine)
        complain("the PGN cannot be written; is the disk full?");
    return is_fine;
}

static int print_report(const Running *running)
{
    static const char what[] = "the report";
    const MatchCommand *match = running->match;
    const MatchRun *match_run = &running->match_run;
    Text text = text_growing(&memory_heap);
    bool is_fine = true;
    if (match->given->options[MATCH_JSON])
        is_fine = match->report_json(match_run->tally, &match_run->speed, &text);
    else
        match->report(match_run->tally, &match_run->speed, &text);
    const int status = is_fine ? print_text(&text, what) : complain_of_memory(what);
    text_done(&text);
    return status;
}

static int run_match(Running *running)
{
    const Given *given = running->match->given;
    MatchRun *match_run = &running->match_run;
    if (!open_pgn(running, given->options[MATCH_PGN]))
        return EXIT_FAILED;
    bool is_fine =
        match_run_open(match_run, given->options[MATCH_OUTPUT], given->options[MATCH_RESUME]);
    match_run->is_interrupted = interrupts_catch(); // before the first game Ctrl-C ends at once
    if (is_fine && !match_run_is_over(match_run))
        is_fine = match_run_go(match_run);
    is_fine = close_pgn(running) && is_fine;
    is_fine = match_run_close(match_run) && is_fine;
    const int status = is_fine ? print_report(running) : EXIT_FAILED;
    const MatchCommand *match = running->match;
    return status || !match->finish ? status : match->finish(match, match_run->tally);
}

static bool read_log(const char *folder, const Plan *plan)
{
    if (!folder || plan_has_external_programs(plan))
        return !folder || make_folder(folder);
    complain("--log is for matches with a cmd: player");
    return false;
}

int match_command_run(MatchCommand *match)
{
    const Given *given = match->given;
    if (given->options[MATCH_RESUME] && !given->options[MATCH_OUTPUT])
        return complain("--resume needs the match file: -o FILE --resume");
    const char *secret = given->options[MATCH_SECRET];
    if (secret && !read_secret(secret, &match->plan, &match->secret))
        return EXIT_USAGE;
    const char *log_folder = given->options[MATCH_LOG];
    if (!read_log(log_folder, &match->plan))
        return EXIT_USAGE;
    Running running = {.match = match};
    Tally *tally = malloc(sizeof *tally);
    if (!tally)
        return complain_of_memory("the match");
    running.match_run = (MatchRun){.plan = &match->plan,
                                   .tally = tally,
                                   .threads = match->concurrency,
                                   .given_secret = secret ? &match->secret : NULL,
                                   .log_folder = log_folder,
                                   .take = write_pgn,
                                   .show = match_show,
                                   .context = &running};
    const int status = run_match(&running);
    free(tally);
    return status;
}

// nebel match.

enum { MATCH_SPRT = MATCH_OPTION_COUNT, MATCH_LIMITS_B };

static bool read_sprt(const char *text, Plan *plan)
{
    SprtPlan sprt = plan->sprt;
    char after;
    if (sscanf(text, "%lf,%lf%c", &sprt.elo0, &sprt.elo1, &after) != 2) {
        complain("--sprt takes two bounds in normalized Elo, as in 0,10, not '%s'", text);
        return false;
    }
    const SprtError error = sprt_check(&sprt);
    if (error) {
        complain("--sprt %s: %s", text, sprt_error_text(error));
        return false;
    }
    plan->sprt = sprt;
    plan->stops_by_sprt = true;
    return true;
}

static bool read_limits_b(const char *text, PlanLimits *limits)
{
    if (limits->clock.base_ms) {
        complain("--limits-b and --clock do not go together: a clock is for both sides alike");
        return false;
    }
    const bool is_read = try_limits_from_text(slice_of(text), &limits->second);
    if (!is_read)
        complain("--limits-b takes nodes N, cpu MS or movetime MS, as in 'cpu 20', not '%s'", text);
    return is_read;
}

static int match_run(const Given *given)
{
    MatchCommand match = {.report = report_match, .report_json = report_match_json};
    Plan *plan = &match.plan;
    if (given->argument_count != 2)
        return complain("match needs two players, as in nebel match random capturer");
    match_command_seat(&match, given);
    const char *sprt = given->options[MATCH_SPRT];
    if (sprt && !read_sprt(sprt, plan))
        return EXIT_USAGE;
    const int status = match_command_read(&match, given);
    const char *limits_b = given->options[MATCH_LIMITS_B];
    if (!status && limits_b && !read_limits_b(limits_b, &plan->limits))
        return EXIT_USAGE;
    return status ? status : match_command_run(&match);
}

const Command match_command = {
    .name = "match",
    .argument = "A B",
    .arguments_max = 2,
    .summary = "play two players against each other and measure who is stronger",
    .example = "nebel match random capturer --games 1000 --concurrency 2",
    .options =
        {
            MATCH_OPTIONS("games to play, in pairs with colours swapped (default 100)"),
            [MATCH_SPRT] = {"--sprt", "E0,E1",
                            "stop when it is decided between these normalized Elo"},
            [MATCH_LIMITS_B] = {"--limits-b", "LIMITS",
                                "B's own limits of a try, as in 'cpu 20' (default those of A)"},
        },
    .run = match_run,
};

// nebel tournament: many players, a cross table, ratings, and a plot of the ratings.

enum { TOURNAMENT_GAUNTLET = MATCH_OPTION_COUNT, TOURNAMENT_PLOT };

static const char picture_ending[] = ".svg";

// Draws the ratings; the gnuplot script stays beside the picture.
static int plot_ratings(const MatchCommand *match, const Tally *tally)
{
    const char *picture = match->given->options[TOURNAMENT_PLOT];
    char script[PATH_ROOM], game[256];
    Text title = TEXT_IN(game), text = text_growing(&memory_heap);
    Ladder ladder;
    if (!picture)
        return EXIT_FINE;
    snprintf(script, sizeof script, "%.*s.gp", (int)(strlen(picture) - (sizeof picture_ending - 1)),
             picture);
    match->plan.game->write(match->plan.rules, &title);
    text_add(&title, ", ");
    limits_to_text(&match->plan.limits, &title);
    ladder_init(&ladder, tally);
    ladder_plot(&ladder, game, &text);
    const bool is_saved = save_text(script, &text);
    text_done(&text);
    const GnuplotError error = is_saved ? gnuplot_draw(script, picture) : GNUPLOT_ERR_FAILED;
    if (error == GNUPLOT_ERR_MISSING)
        complain("%s is written, the picture is not: " GNUPLOT_MISSING, script);
    return error ? EXIT_FAILED : EXIT_FINE;
}

static int tournament_run(const Given *given)
{
    MatchCommand match = {
        .report = report_tournament, .report_json = report_tournament_json, .finish = plot_ratings};
    const char *picture = given->options[TOURNAMENT_PLOT];
    if (given->argument_count < 2)
        return complain(
            "tournament needs two players or more, as in nebel tournament random capturer");
    if (picture && (!path_ends_in(picture, picture_ending) || strlen(picture) >= PATH_ROOM))
        return complain("--plot draws SVG, so its file ends in .svg, not '%s'", picture);
    match_command_seat(&match, given);
    match.plan.pairing = given->options[TOURNAMENT_GAUNTLET] ? PAIRING_GAUNTLET : PAIRING_ALL;
    const int status = match_command_read(&match, given);
    return status ? status : match_command_run(&match);
}

const Command tournament_command = {
    .name = "tournament",
    .argument = "A B C...",
    .arguments_max = PLAN_PLAYERS_MAX,
    .summary = "let players meet one another: cross table and ratings",
    .example = "nebel tournament random capturer 'capturer(pawn_tries=1)' --games 200",
    .options =
        {
            MATCH_OPTIONS("games that each two players play (default 100)"),
            [TOURNAMENT_GAUNTLET] = {"--gauntlet", NULL,
                                     "the first player meets each of the others"},
            [TOURNAMENT_PLOT] = {"--plot", "FILE.svg", "draw the ratings with their intervals"},
        },
    .run = tournament_run,
};
