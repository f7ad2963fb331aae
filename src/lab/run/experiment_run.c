// Plays cells, with their results and their curves, or gathers them; and plays cells again to compare them with what is kept.
#include "lab/run/experiment_run.h"

#include "base/cli/files.h"
#include "base/cli/output.h"
#include "base/cli/progress.h"
#include "base/os/clocks.h"
#include "base/os/disk.h"
#include "base/os/interrupt.h"
#include "base/os/machine.h"
#include "engine/players/roster.h"
#include "lab/experiments/cost.h"
#include "lab/experiments/result.h"
#include "lab/run/match_run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The cell of an experiment that is played now, and its place among all.
typedef struct CellInPlay {
    ExperimentCell cell;
    uint32_t number, count;
    Tally *tally;
    const atomic_bool *is_interrupted;
    MatchRun match_run;
} CellInPlay;

// Returns false, with a complaint, if there is no memory.
static bool cells_begin(CellInPlay *now)
{
    now->tally = malloc(sizeof *now->tally);
    now->is_interrupted = interrupts_catch();
    if (!now->tally)
        complain_of_memory("a match");
    return now->tally;
}

static void show_cell(void *context, Text *block)
{
    const CellInPlay *now = context;
    text_format(block, "cell %" PRIu32 " of %" PRIu32 ": ", now->number + 1, now->count);
    report_match(now->tally, &now->match_run.speed, block);
}

static void prepare_match(CellInPlay *now, unsigned concurrency)
{
    now->match_run = (MatchRun){.plan = &now->cell.plan,
                                .tally = now->tally,
                                .threads = concurrency,
                                .is_interrupted = now->is_interrupted,
                                .show = show_cell,
                                .context = now};
}

// Prints "1/12 capturer against random, kriegspiel(rules=icc), nodes 1".
static void print_cell_name(const CellInPlay *now)
{
    Text about = text_growing(&memory_heap);
    experiment_cell_describe(&now->cell, &about);
    printf("%" PRIu32 "/%" PRIu32 " %s", now->number + 1, now->count, about.start);
    text_done(&about);
}

// An experiment in play, one cell after another.
typedef struct RunningExperiment {
    const ExperimentRun *plan;
    const PairSource *source; // from which the pairs come; NULL if they are played
    bool is_missing;          // some of them have not been played yet
    bool is_noted;            // that this run took place
    CellInPlay now;
} RunningExperiment;

// A run that goes on with games of another program mixes two programs; the page names both.
static bool tell_other_version(const RunningExperiment *running)
{
    const ExperimentRun *plan = running->plan;
    Run runs[RUNS_MAX];
    uint32_t count;
    if (!runs_load(plan->folder, runs, &count))
        return false;
    if (count && strcmp(runs[count - 1].commit, plan->program.commit) != 0)
        printf("%s was begun by the program of commit %s; this one is of commit %s\n", plan->folder,
               runs[count - 1].commit, plan->program.commit);
    return true;
}

// Writes down when, by what and on what this run is played, as it plays its first game.
static bool note_run(RunningExperiment *running)
{
    char path[PATH_ROOM];
    const time_t now = time(NULL);
    struct tm day;
    Run run = {.cores = machine_cores(),
               .concurrency = running->plan->concurrency,
               .scale = running->plan->scale};
    if (running->is_noted)
        return true;
    running->is_noted = true;
    gmtime_r(&now, &day);
    strftime(run.date, sizeof run.date, "%Y-%m-%d", &day);
    snprintf(run.commit, sizeof run.commit, "%s", running->plan->program.commit);
    snprintf(run.signature, sizeof run.signature, "%016" PRIx64, running->plan->program.signature);
    Text cpu = TEXT_IN(run.cpu), line = text_growing(&memory_heap);
    machine_cpu(&cpu);
    if (!tell_other_version(running) || !join_path(path, running->plan->folder, "runs", ".jsonl"))
        return false;
    FILE *file = disk_fopen(path, "a");
    bool is_fine = file && run_to_json(&run, &line) && fputs(line.start, file) >= 0;
    if (file)
        is_fine = disk_fclose(file) && is_fine;
    if (!is_fine)
        complain("cannot write %s: %s", path, disk_problem(errno));
    text_done(&line);
    return is_fine;
}

// Saves a text and frees it; complains if memory was refused for a part of it.
static bool save_whole(const char *path, Text *text, bool is_whole, const char *what)
{
    if (!is_whole)
        complain_of_memory(what);
    const bool is_saved = is_whole && save_text(path, text);
    text_done(text);
    return is_saved;
}

// Writes the counts of the cell, unless the file there has more games: a run that stops early must not replace a longer one.
static bool save_result(const RunningExperiment *running)
{
    char path[PATH_ROOM];
    CellResult before;
    if (!cell_path(path, running->plan->folder, &running->now.cell, ".json") ||
        !cell_result_load(running->plan->folder, &running->now.cell, &before))
        return false;
    if (result_games(&before) > running->now.tally->pairs * 2) {
        printf("%s keeps its %" PRIu64 " games until this run has as many\n", path,
               result_games(&before));
        return true;
    }
    Text text = text_growing(&memory_heap);
    const bool is_whole =
        report_match_json(running->now.tally, &running->now.match_run.speed, &text);
    return save_whole(path, &text, is_whole, "the report");
}

static void print_cell(const RunningExperiment *running, const Trinomial *games, const char *remark)
{
    print_cell_name(&running->now);
    printf(": %" PRIu64 " games, %" PRIu32 " wins, %" PRIu32 " losses, %" PRIu32 " draws%s\n",
           score_count_games(games), games->wins, games->losses, games->draws, remark);
    fflush(stdout);
}

// The games of a cell gone through again.
typedef struct Curving {
    const RunningExperiment *running;
    Curves *curves;
    CurvePlayer asked;
    Progress progress;
    bool is_fine;
} Curving;

static bool take_curves(void *context, const PairResult *result)
{
    Curving *curving = context;
    curving->is_fine = curves_add(curving->curves, &curving->running->now.cell.plan, result,
                                  &curving->asked, &memory_heap);
    progress_step(&curving->progress, curving->curves->games);
    return curving->is_fine && !atomic_load(curving->running->now.is_interrupted);
}

// Returns whether the file has what is wanted, of all games there are or more.
static bool has_curves(const RunningExperiment *running, const char *path, Curves *curves)
{
    Text text = text_growing(&memory_heap);
    const bool is_there = load_text(path, &text) &&
                          curves_from_json((Slice){text.start, text.length}, curves) &&
                          curves->games >= running->now.tally->pairs * 2 &&
                          curves->calls.games == curves->games && // counted since November 2026
                          curves->plan.asked_games == running->plan->experiment->curves.asked_games;
    text_done(&text);
    return is_there;
}

static bool read_games(Curving *curving, const char *match)
{
    char why[512];
    Text message = TEXT_IN(why);
    MatchFile journal = match_file_closed(&memory_heap);
    uint64_t next;
    curving->progress =
        progress_begin("games gone through again", curving->running->now.tally->pairs * 2);
    const MatchFileError error =
        match_file_resume(&journal, match, &curving->running->now.cell.plan,
                          (PairSink){take_curves, curving}, &next, &message);
    progress_end(&curving->progress);
    if (error)
        complain("%s: %s%s%s", match, match_file_error_text(error), why[0] ? ": " : "", why);
    else if (!curving->is_fine)
        complain("%s: its games cannot be gone through again: memory is short, or it was altered",
                 match);
    return match_file_close(&journal) == MATCH_FILE_OK && !error && curving->is_fine;
}

static bool save_curves(const Curving *curving, const char *path)
{
    Text text = text_growing(&memory_heap);
    const bool is_whole = curves_to_json(curving->curves, &text);
    return save_whole(path, &text, is_whole, "the curves");
}

static bool make_curves(Curving *curving, const char *match, const char *path)
{
    const RunningExperiment *running = curving->running;
    const CurvePlan *plan = &running->plan->experiment->curves;
    char why[256];
    Text message = TEXT_IN(why);
    if (plan->asked_games) {
        curving->asked.player = roster_open(&memory_heap, running->now.cell.players[0], &message);
        if (!curving->asked.player) {
            complain("%s", why);
            return false;
        }
    }
    curves_init(curving->curves, plan);
    const bool is_fine = read_games(curving, match) &&
                         (atomic_load(running->now.is_interrupted) || save_curves(curving, path));
    player_destroy(curving->asked.player);
    return is_fine;
}

// Makes the curves of a cell, if they are wanted and not there yet. They are of the whole, not of a share.
static bool curve_cell(const RunningExperiment *running, const char *match)
{
    char path[PATH_ROOM];
    if (!running->plan->experiment->curves.is_wanted || running->plan->share.count ||
        atomic_load(running->now.is_interrupted))
        return true;
    Curving curving = {.running = running,
                       .curves = malloc(sizeof(Curves)),
                       .asked.clocks = &system_clocks,
                       .is_fine = true};
    if (!curving.curves)
        complain_of_memory("the curves");
    const bool is_fine =
        curving.curves &&
        cell_path(path, running->plan->folder, &running->now.cell, ".curves.json") &&
        (has_curves(running, path, curving.curves) || make_curves(&curving, match, path));
    free(curving.curves);
    return is_fine;
}

// Returns whether the cell has all its games, without the match file from which they could be extended.
static bool is_kept(const char *folder, const ExperimentCell *cell, const CellResult *result)
{
    char match[PATH_ROOM];
    return result->is_there && !cell_games_left(cell, result) &&
           cell_path(match, folder, cell, ".match") && access(match, F_OK) != 0;
}

// Takes pairs of the source as long as the next one is there.
static bool take_pairs(RunningExperiment *running)
{
    const PairSource *source = running->source;
    MatchRun *match_run = &running->now.match_run;
    PairResult result;
    bool is_pair = true;
    while (is_pair && !match_run_is_over(match_run)) {
        if (!source->next(source->context, running->now.tally->pairs, &result, &is_pair))
            return false;
        if (is_pair)
            match_run_take(match_run, &result);
    }
    running->is_missing |= !match_run_is_over(match_run);
    return true;
}

static bool gather_cell(RunningExperiment *running)
{
    const PairSource *source = running->source;
    MatchRun *match_run = &running->now.match_run;
    double speed = 0;
    const bool is_fine = source->open(source->context, &running->now.cell, running->now.number,
                                      running->now.tally) &&
                         take_pairs(running) &&
                         source->finish(source->context, match_run_is_over(match_run), &speed);
    source->close(source->context);
    match_run->speed.seconds = speed > 0 ? (double)match_run->speed.games / speed : 0;
    return is_fine;
}

static bool play_pairs(RunningExperiment *running)
{
    return match_run_is_over(&running->now.match_run) ||
           (note_run(running) && match_run_go(&running->now.match_run));
}

// Goes on with one cell to its end, or until someone interrupts.
static bool play_cell(RunningExperiment *running)
{
    char match[PATH_ROOM], json[PATH_ROOM];
    MatchRun *match_run = &running->now.match_run;
    prepare_match(&running->now, running->plan->concurrency);
    if (!cell_path(match, running->plan->folder, &running->now.cell, ".match") ||
        !cell_path(json, running->plan->folder, &running->now.cell, ".json"))
        return false;
    bool is_fine = match_run_open(match_run, match, true);
    if (is_fine)
        is_fine = running->source ? gather_cell(running) : play_pairs(running);
    is_fine = match_run_close(match_run) && is_fine;
    // A cell that was finished before keeps what was noted then, its speed included.
    if (is_fine && (match_run->speed.games || access(json, F_OK) != 0))
        is_fine = save_result(running);
    if (is_fine)
        print_cell(running, &tally_match(running->now.tally)->games, "");
    return is_fine && curve_cell(running, match);
}

static bool run_cell(RunningExperiment *running)
{
    CellResult result;
    if (!cell_result_load(running->plan->folder, &running->now.cell, &result))
        return false;
    if (!is_kept(running->plan->folder, &running->now.cell, &result))
        return play_cell(running);
    print_cell(running, &result.meeting.games, " (played before)");
    return true;
}

static void make_cell(const ExperimentRun *plan, uint32_t number, ExperimentCell *cell)
{
    experiment_cell(plan->experiment, number, cell);
    experiment_cell_scale(cell, plan->scale);
    cell->plan.share = plan->share;
    if (plan->share.count)
        cell->plan.stops_by_sprt = false; // the whole decides
}

static int run_cells(RunningExperiment *running)
{
    running->now.count = experiment_cell_count(running->plan->experiment);
    for (running->now.number = 0; running->now.number < running->now.count; running->now.number++) {
        make_cell(running->plan, running->now.number, &running->now.cell);
        if (!run_cell(running))
            return EXIT_FAILED;
        if (atomic_load(running->now.is_interrupted)) {
            complain("interrupted; the same command%s goes on from here",
                     running->plan->is_replacing ? " without --replace" : "");
            return EXIT_FAILED;
        }
    }
    return EXIT_FINE;
}

bool experiment_run_is_kept(const ExperimentRun *plan, bool *is_all_kept)
{
    const uint32_t count = experiment_cell_count(plan->experiment);
    bool is_all = true;
    for (uint32_t i = 0; i < count && is_all; i++) {
        ExperimentCell cell;
        CellResult result;
        make_cell(plan, i, &cell);
        if (!cell_result_load(plan->folder, &cell, &result))
            return false;
        is_all = is_kept(plan->folder, &cell, &result);
    }
    *is_all_kept = is_all;
    return true;
}

static int run_all(RunningExperiment *running)
{
    const int status = cells_begin(&running->now) ? run_cells(running) : EXIT_FAILED;
    free(running->now.tally);
    return status;
}

int experiment_run(const ExperimentRun *plan)
{
    RunningExperiment running = {.plan = plan};
    return run_all(&running);
}

// Adds a run that has not been noted. Those on machines of one kind on the same day are one.
static bool add_run(void *context, const Run *run)
{
    Text *lines = context;
    Text line = text_growing(&memory_heap);
    const bool is_written = run_to_json(run, &line);
    if (is_written && !strstr(lines->start, line.start))
        text_add_slice(lines, (Slice){line.start, line.length});
    text_done(&line);
    return is_written;
}

// Notes the runs of all who have played as runs of the whole.
static bool note_runs(const ExperimentRun *plan, const PairSource *source)
{
    char path[PATH_ROOM];
    Text lines = text_growing(&memory_heap);
    bool is_fine = join_path(path, plan->folder, "runs", ".jsonl");
    if (is_fine && !load_text(path, &lines))
        text_done(&lines); // no run has been noted yet
    is_fine = is_fine && source->runs(source->context, (RunSink){add_run, &lines});
    if (lines.cut)
        complain_of_memory("the runs");
    is_fine = is_fine && !lines.cut && save_text(path, &lines);
    text_done(&lines);
    return is_fine;
}

int experiment_gather(const ExperimentRun *plan, const PairSource *source, bool *is_missing)
{
    RunningExperiment running = {.plan = plan, .source = source};
    const int status = run_all(&running);
    const bool is_noted = note_runs(plan, source);
    *is_missing = running.is_missing;
    return is_noted && !running.is_missing ? status : EXIT_FAILED;
}

// An experiment being compared, one cell after another.
typedef struct Verifying {
    const ExperimentVerify *plan;
    bool is_other_program; // a run was of another commit
    uint32_t identical, differing;
    uint64_t games;
    CellInPlay now;
} Verifying;

static bool is_comparable(const ExperimentVerify *plan, uint32_t number, ExperimentCell *cell)
{
    experiment_cell(plan->experiment, number, cell);
    return plan->results->cells[number].is_there && cell_can_be_verified(cell);
}

// Returns EXIT_FINE if some cell can be compared and all that can have what it takes; else complains.
static int check_cells(const ExperimentVerify *plan)
{
    const uint32_t count = experiment_cell_count(plan->experiment);
    uint32_t played = 0, comparable = 0;
    for (uint32_t i = 0; i < count; i++) {
        ExperimentCell cell;
        played += plan->results->cells[i].is_there;
        if (!is_comparable(plan, i, &cell))
            continue;
        comparable++;
        if (!verify_pairs(&plan->results->cells[i], plan->scale))
            return complain("the results of %s have no hashes of their first games, so a part of "
                            "them cannot be compared; without --scale all games are played again",
                            plan->name);
    }
    if (!played)
        return complain("%s has no results to compare with; nebel lab run %s plays it", plan->name,
                        plan->name);
    if (!comparable)
        return complain("%s cannot be verified: games that are limited by time, or played by "
                        "programs behind cmd:, are not the same again",
                        plan->name);
    return EXIT_FINE;
}

static void print_run(const ExperimentVerify *plan, const Run *run)
{
    char ours[17];
    snprintf(ours, sizeof ours, "%016" PRIx64, plan->program.signature);
    printf("played on %s by the program of commit %s, ", run->date, run->commit);
    if (strcmp(run->commit, plan->program.commit) == 0)
        printf("the same as this one\n");
    else if (!run->signature[0])
        printf("before results stated a signature; this one is of commit %s\n",
               plan->program.commit);
    else if (strcmp(run->signature, ours) == 0)
        printf("signature %s; this one is of commit %s and has the same signature\n",
               run->signature, plan->program.commit);
    else
        printf("signature %s; this one is of commit %s and has the signature %s: the umpire has "
               "changed since\n",
               run->signature, plan->program.commit, ours);
}

static void print_runs(Verifying *verifying)
{
    const ExperimentVerify *plan = verifying->plan;
    for (uint32_t i = 0; i < plan->results->run_count; i++) {
        const Run *run = &plan->results->runs[i];
        verifying->is_other_program |= strcmp(run->commit, plan->program.commit) != 0;
        print_run(plan, run);
    }
}

static void print_counts(const char *whose, const Meeting *meeting)
{
    const Trinomial *games = &meeting->games;
    printf("  %s %" PRIu32 " wins, %" PRIu32 " losses, %" PRIu32 " draws\n", whose, games->wins,
           games->losses, games->draws);
}

static void print_difference(const Verifying *verifying, const CellResult *kept,
                             const Verification *verification)
{
    printf("differs\n");
    if (verification->pairs == verification->kept_pairs) {
        print_counts("results:", &kept->meeting);
        print_counts("now:    ", tally_match(verifying->now.tally));
        printf("  results: hash %s, %" PRIu64 " attempts, %" PRIu64 " plies\n"
               "  now:     hash %016" PRIx64 ", %" PRIu64 " attempts, %" PRIu64 " plies\n",
               kept->hash, kept->attempts, kept->plies, verifying->now.tally->hash,
               verifying->now.tally->attempts, verifying->now.tally->plies);
    }
    if (kept->prefix_count && verification->same_pairs < verification->pairs)
        printf("  the first %" PRIu64 " games are the same, the first %" PRIu64 " are not\n",
               2 * verification->same_pairs,
               verification->same_pairs ? 4 * verification->same_pairs : 2);
}

static void print_verified(Verifying *verifying, const CellResult *kept,
                           const Verification *verification)
{
    print_cell_name(&verifying->now);
    printf(", ");
    if (verification->pairs < verification->kept_pairs)
        printf("the first %" PRIu64 " of ", 2 * verification->pairs);
    printf("%" PRIu64 " games: ", 2 * verification->kept_pairs);
    if (verification->is_identical)
        printf("identical, hash %016" PRIx64 "\n", verifying->now.tally->hash);
    else
        print_difference(verifying, kept, verification);
    fflush(stdout);
    verifying->identical += verification->is_identical;
    verifying->differing += !verification->is_identical;
    verifying->games += 2 * verification->pairs;
}

// Returns false if the games cannot be played to their end.
static bool verify_one(Verifying *verifying, const CellResult *kept)
{
    MatchRun *match_run = &verifying->now.match_run;
    Plan *plan = &verifying->now.cell.plan;
    plan->rounds = verify_pairs(kept, verifying->plan->scale);
    plan->stops_by_sprt = false; // exactly as many games as there were
    prepare_match(&verifying->now, verifying->plan->concurrency);
    bool is_fine = match_run_open(match_run, NULL, false) && match_run_go(match_run);
    is_fine = match_run_close(match_run) && is_fine;
    if (is_fine && atomic_load(verifying->now.is_interrupted)) {
        complain("interrupted; nothing is kept of a verification");
        return false;
    }
    if (is_fine) {
        const Verification verification = verify_cell(kept, verifying->now.tally);
        print_verified(verifying, kept, &verification);
    }
    return is_fine;
}

static bool verify_cells(Verifying *verifying)
{
    const ExperimentVerify *plan = verifying->plan;
    verifying->now.count = experiment_cell_count(plan->experiment);
    for (verifying->now.number = 0; verifying->now.number < verifying->now.count;
         verifying->now.number++)
        if (is_comparable(plan, verifying->now.number, &verifying->now.cell) &&
            !verify_one(verifying, &plan->results->cells[verifying->now.number]))
            return false;
    return true;
}

static int print_conclusion(const Verifying *verifying)
{
    const uint32_t compared = verifying->identical + verifying->differing;
    if (compared < verifying->now.count)
        printf("%" PRIu32 " of %" PRIu32 " cells were not compared: not played yet, or limited by "
               "time\n",
               verifying->now.count - compared, verifying->now.count);
    if (!verifying->differing) {
        printf("%s: identical in %" PRIu32 " cells, %" PRIu64 " games\n", verifying->plan->name,
               compared, verifying->games);
        return EXIT_FINE;
    }
    printf("%s: %" PRIu32 " of %" PRIu32 " cells differ%s\n", verifying->plan->name,
           verifying->differing, compared,
           verifying->is_other_program
               ? "; the results are of another commit, and may be what that program plays"
               : "");
    return EXIT_FAILED;
}

int experiment_verify(const ExperimentVerify *plan)
{
    const int refusal = check_cells(plan);
    if (refusal)
        return refusal;
    Verifying verifying = {.plan = plan};
    int status = EXIT_FAILED;
    if (cells_begin(&verifying.now)) {
        print_runs(&verifying);
        status = verify_cells(&verifying) ? print_conclusion(&verifying) : EXIT_FAILED;
    }
    free(verifying.now.tally);
    return status;
}
