// nebel lab tune: fits the constants of a player by matches, and keeps the steps in a file.
#include "base/cli/files.h"
#include "base/os/disk.h"
#include "base/os/interrupt.h"
#include "cmd/match.h"
#include "lab/experiments/tuning.h"
#include "lab/run/match_run.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TUNE_RANGES = MATCH_PLAN_OPTION_COUNT, TUNE_STEPS, TUNE_REACH, TUNE_AGAINST, TUNE_OUTPUT };
enum { STEPS_DEFAULT = 200, GAMES_DEFAULT = 4, PLAYER_ROOM = 512, GAME_ROOM = 512 };
static const double reach_default = 0.1, reach_max = 0.5; // shares of the ranges

typedef struct Tuner {
    const Given *given;
    MatchCommand match;
    TuningPlan plan;
    Tuning tuning;
    MatchRun match_run;
    uint64_t seed;
    FILE *file; // of the steps, or NULL
} Tuner;

static const char *against(const Tuner *tuner)
{
    return tuner->given->options[TUNE_AGAINST];
}

static bool read_reach(const char *text, double *reach)
{
    double read;
    const bool is_fine = slice_decimal(slice_of(text), &read) && read > 0 && read <= reach_max;
    if (is_fine)
        *reach = read;
    else
        complain("--reach takes a share of the ranges above 0 and up to 0.5, not '%s'", text);
    return is_fine;
}

static int read_tuner(Tuner *tuner)
{
    const Given *given = tuner->given;
    const char *reach = given->options[TUNE_REACH];
    uint64_t count = STEPS_DEFAULT;
    char why[MESSAGE_ROOM];
    Text message = TEXT_IN(why);
    if (given->argument_count != 1 || !given->options[TUNE_RANGES])
        return complain("tune needs a player and what to tune, as in "
                        "nebel lab tune ismcts2 --ranges c=0.1..2");
    tuner->plan = (TuningPlan){.player = given->arguments[0],
                               .ranges = given->options[TUNE_RANGES],
                               .reach = reach_default};
    if ((reach && !read_reach(reach, &tuner->plan.reach)) ||
        !read_number("--steps", given->options[TUNE_STEPS], 1, SPSA_STEPS_MAX, &count))
        return EXIT_USAGE;
    Plan *plan = &tuner->match.plan;
    plan->players[0] = given->arguments[0];
    plan->players[1] = against(tuner) ? against(tuner) : given->arguments[0];
    plan->player_count = 2;
    const int status = match_command_read(&tuner->match, given);
    if (status)
        return status;
    if (!given->options[MATCH_GAMES])
        plan->rounds = GAMES_DEFAULT / 2;
    tuner->seed = plan->seed;
    tuner->plan.seed = plan->seed;
    tuner->plan.steps = (uint32_t)count;
    if (!tuning_begin(&tuner->tuning, &tuner->plan, &message))
        return complain("%s", why);
    return EXIT_FINE;
}

// All settings that decide the steps. A file with another heading belongs to another tuning.
static void write_heading(const Tuner *tuner, Text *heading)
{
    const Plan *plan = &tuner->match.plan;
    text_format(heading,
                "nebel tune 1\nranges %s\nsteps %" PRIu32 " of %" PRIu64 " games\nreach %g\n",
                tuner->plan.ranges, tuner->plan.steps, plan->rounds * 2, tuner->plan.reach);
    text_format(heading, "%s\n", against(tuner) ? "against the second player" : "against itself");
    plan_to_text(plan, DERIVATION_SEED, heading); // with guests too: the steps come from the seed
    text_add(heading, "\n");
}

// Repeats the complete steps of the file. False if the file belongs to another tuning.
static bool resume_steps(Tuner *tuner, const Text *heading, Slice content)
{
    if (content.length < heading->length ||
        memcmp(content.start, heading->start, heading->length) != 0)
        return false;
    content = (Slice){content.start + heading->length, content.length - heading->length};
    while (slice_has(content, '\n')) {
        TuningStep step;
        if (!tuning_step_from_text(&tuner->tuning, slice_take(&content, "\n"), &step))
            return false;
        tuning_tell(&tuner->tuning, step);
    }
    return true;
}

// Writes the whole file again, which removes a line cut by a crash, and leaves it open.
static bool begin_file(Tuner *tuner, const char *path, const Text *heading, const Text *content)
{
    const char *end = content->length ? strrchr(content->start, '\n') : NULL;
    const size_t whole = end ? (size_t)(end + 1 - content->start) : 0;
    const Slice keep =
        whole ? (Slice){content->start, whole} : (Slice){heading->start, heading->length};
    tuner->file = disk_fopen(path, "w");
    const bool is_fine = tuner->file &&
                         fwrite(keep.start, 1, keep.length, tuner->file) == keep.length &&
                         fflush(tuner->file) == 0;
    if (!is_fine)
        complain("cannot write '%s': %s", path, disk_problem(errno));
    return is_fine;
}

static bool open_file(Tuner *tuner, const char *path)
{
    Text heading = text_growing(&memory_heap), content = text_growing(&memory_heap);
    write_heading(tuner, &heading);
    bool is_fine = check_writable(path);
    const bool is_there = is_fine && load_text(path, &content) && content.length;
    if (is_there && !resume_steps(tuner, &heading, (Slice){content.start, content.length})) {
        complain("%s has other settings, or was altered; give another file with -o", path);
        is_fine = false;
    }
    is_fine = is_fine && begin_file(tuner, path, &heading, &content);
    text_done(&heading);
    text_done(&content);
    return is_fine;
}

static bool keep_step(Tuner *tuner, TuningStep step)
{
    Text line = text_growing(&memory_heap);
    tuning_step_to_text(&tuner->tuning, step, &line);
    const bool is_fine =
        !tuner->file || (fprintf(tuner->file, "%s\n", line.start) > 0 && fflush(tuner->file) == 0);
    if (!is_fine)
        complain("the steps cannot be written; is the disk full?");
    text_done(&line);
    return is_fine;
}

static void lab_tune_show(void *context, Text *block)
{
    const Tuner *tuner = context;
    text_format(block, "step %" PRIu32 " of %" PRIu32 ": ", tuner->tuning.spsa.taken + 1,
                tuner->plan.steps);
    tuning_answer(&tuner->tuning, block);
    text_add(block, "\n");
}

// Plays one match; `*lead` is that of the first player, in half points. False if it failed or was stopped.
static bool play(Tuner *tuner, const char *first, const char *second, int64_t *lead)
{
    MatchRun *match_run = &tuner->match_run;
    Plan *plan = &tuner->match.plan;
    const Live live = match_run->live;
    plan->players[0] = first;
    plan->players[1] = second;
    match_run->next = 0;
    bool is_fine = match_run_open(match_run, NULL, false) && match_run_go(match_run);
    is_fine = match_run_close(match_run) && is_fine;
    match_run->live.shown = live.shown;
    const Trinomial *games = &tally_match(match_run->tally)->games;
    *lead = ((int64_t)games->wins - games->losses) * 2;
    return is_fine && !atomic_load(match_run->is_interrupted);
}

// Compares the two settings: in a match with each other, or each with a third player from the same openings.
static bool compare(Tuner *tuner, TuningStep *step)
{
    assert(tuner->match.plan.rounds > 0);
    char plus[PLAYER_ROOM], minus[PLAYER_ROOM];
    Text texts[2] = {TEXT_IN(plus), TEXT_IN(minus)};
    int64_t leads[2] = {0};
    tuning_pair(&tuner->tuning, &texts[0], &texts[1]);
    tuner->match.plan.seed = tuner->seed + tuner->tuning.spsa.taken + 1;
    const bool is_fine = against(tuner) ? play(tuner, plus, against(tuner), &leads[0]) &&
                                              play(tuner, minus, against(tuner), &leads[1])
                                        : play(tuner, plus, minus, &leads[0]);
    // Against a third player each lead is from -2 to 2 a game, so their difference is from -4 to 4.
    const int64_t lead = against(tuner) ? (leads[0] - leads[1]) / 2 : leads[0];
    *step = (TuningStep){lead, (uint32_t)tuner->match.plan.rounds * 2};
    return is_fine;
}

static bool take_steps(Tuner *tuner)
{
    while (tuner->tuning.spsa.taken < tuner->plan.steps) {
        TuningStep step;
        if (!compare(tuner, &step))
            return atomic_load(tuner->match_run.is_interrupted);
        tuning_tell(&tuner->tuning, step);
        if (!keep_step(tuner, step))
            return false;
    }
    return true;
}

static void print_answer(const Tuner *tuner)
{
    char answer[PLAYER_ROOM], game_memory[GAME_ROOM];
    Text text = TEXT_IN(answer), game = TEXT_IN(game_memory);
    const SpsaPlan *plan = &tuner->tuning.spsa.plan;
    double values[SPSA_VALUES_MAX];
    spsa_answer(&tuner->tuning.spsa, values);
    tuning_answer(&tuner->tuning, &text);
    printf("%" PRIu32 " of %" PRIu32 " steps\n\n%-16s %10s %10s %10s %10s\n",
           tuner->tuning.spsa.taken, plan->steps, "option", "least", "most", "began", "answer");
    for (uint32_t i = 0; i < plan->count; i++)
        printf("%-16s %10.4g %10.4g %10.4g %10.4g\n",
               tuner->tuning.kind->options[tuner->tuning.option_indices[i]].name, plan->min[i],
               plan->max[i], plan->start[i], values[i]);
    tuner->match.plan.game->write(tuner->match.plan.rules, &game);
    printf("\nThis is an estimate; a match tells what it is worth:\n"
           "  nebel match '%s' '%s' --games 1000 --game '%s'\n",
           answer, tuner->given->arguments[0], game.start);
}

static int tune_run(const Given *given)
{
    Tuner tuner = {.given = given};
    const int status = read_tuner(&tuner);
    if (status)
        return status;
    if (given->options[TUNE_OUTPUT] && !open_file(&tuner, given->options[TUNE_OUTPUT]))
        return EXIT_FAILED;
    tuner.match_run = (MatchRun){.plan = &tuner.match.plan,
                                 .tally = malloc(sizeof(Tally)),
                                 .threads = tuner.match.concurrency,
                                 .is_interrupted = interrupts_catch(),
                                 .show = lab_tune_show,
                                 .context = &tuner};
    bool is_fine = tuner.match_run.tally && take_steps(&tuner);
    if (!tuner.match_run.tally)
        complain("there is not enough memory for a match");
    if (tuner.file && !disk_fclose(tuner.file))
        is_fine = false;
    free(tuner.match_run.tally);
    if (is_fine)
        print_answer(&tuner);
    return is_fine ? EXIT_FINE : EXIT_FAILED;
}

const Command tune_command = {
    .name = "lab tune",
    .argument = "PLAYER",
    .summary = "fit a player's constants by matches",
    .example = "nebel lab tune ismcts2 --ranges c=0.1..2 --nodes 20 --steps 4 --game "
               "'kriegspiel(board=silverman4x4)'",
    .options =
        {
            MATCH_PLAN_OPTIONS("games of a step for each setting (default 4)"),
            [TUNE_RANGES] = {"--ranges", "LIST",
                             "what to tune: NAME=LOW..HIGH, with commas between"},
            [TUNE_STEPS] = {"--steps", "N", "steps to take (default 200)"},
            [TUNE_REACH] = {"--reach", "X", "first step, as a share of the ranges (default 0.1)"},
            [TUNE_AGAINST] = {"--against", "PLAYER",
                              "let both settings meet this player, not each other"},
            [TUNE_OUTPUT] = {"-o", "FILE",
                             "keep the steps there, and go on from them if it exists"},
        },
    .run = tune_run,
};
