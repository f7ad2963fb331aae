// nebel lab run: the cells of an experiment played one after another, each into its own match file.
#define _POSIX_C_SOURCE 200809L
#include "cmd/contest.h"
#include "cmd/interrupt.h"
#include "cmd/lab.h"
#include "cmd/live.h"
#include "cmd/stopwatch.h"
#include "lab/clocks.h"
#include "lab/journal.h"
#include "lab/result.h"
#include "roster/roster.h"
#include "version.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// An experiment in play, one cell after another.
typedef struct Running {
    const Sheet *sheet;
    char folder[PATH_ROOM]; // of its results
    double scale;
    unsigned concurrency;
    bool is_noted; // that this run took place
    // The cell in play.
    Cell cell;
    uint32_t number, count;
    Tally *tally;
    Journal journal;
    bool is_read_back; // the pairs come from the match file
    Live live;
    double began;
    Speed speed;
    const char *error; // what ended it early, or NULL
    const atomic_bool *is_interrupted;
} Running;

static bool cell_is_done(const Running *running)
{
    return running->tally->pairs >= plan_job_count(&running->cell.plan) ||
           (running->cell.plan.stops_by_sprt && tally_sprt(running->tally) != SPRT_GO_ON);
}

static void show(Running *running)
{
    Text block = text_growing(&memory_heap);
    text_format(&block, "cell %" PRIu32 " of %" PRIu32 ": ", running->number + 1, running->count);
    report_match(running->tally, &running->speed, &block);
    live_show(&running->live, block.start);
    text_done(&block);
}

static void keep_pair(Running *running, const PairResult *result)
{
    running->speed.games += 2;
    running->speed.attempts += result->games[0].attempts + result->games[1].attempts;
    running->speed.seconds = wall_seconds() - running->began;
    const JournalError error = journal_append(&running->journal, result);
    if (error)
        running->error = journal_error_text(error);
    if (live_is_due(&running->live))
        show(running);
}

static bool take_pair(void *context, const PairResult *result)
{
    Running *running = context;
    tally_add(running->tally, result);
    if (!running->is_read_back)
        keep_pair(running, result);
    return !running->error && !cell_is_done(running);
}

static void read_cpu(char *cpu, size_t capacity)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "re");
    snprintf(cpu, capacity, "unknown");
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (!colon || strncmp(line, "model name", 10) != 0)
            continue;
        snprintf(cpu, capacity, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
        break;
    }
    if (file)
        fclose(file);
}

// Writes down when, by what and on what this run is played, as it plays its first game.
static bool note_run(Running *running)
{
    char path[PATH_ROOM];
    const time_t now = time(NULL);
    struct tm day;
    Run run = {.cores = (uint32_t)sysconf(_SC_NPROCESSORS_ONLN),
               .concurrency = running->concurrency,
               .scale = running->scale};
    if (running->is_noted)
        return true;
    running->is_noted = true;
    gmtime_r(&now, &day);
    strftime(run.date, sizeof run.date, "%Y-%m-%d", &day);
    snprintf(run.commit, sizeof run.commit, "%s", NEBEL_COMMIT);
    read_cpu(run.cpu, sizeof run.cpu);
    Text line = text_growing(&memory_heap);
    if (!join_path(path, running->folder, "runs", ".jsonl"))
        return false;
    FILE *file = fopen(path, "ae");
    bool is_fine = file && run_to_json(&run, &line) && fputs(line.start, file) >= 0;
    if (file)
        is_fine = fclose(file) == 0 && is_fine;
    if (!is_fine)
        complain("cannot write %s: %s", path, strerror(errno));
    text_done(&line);
    return is_fine;
}

static bool open_journal(Running *running, const char *path, uint64_t *next)
{
    char why[512];
    Text complaint = TEXT_IN(why);
    running->is_read_back = true;
    const JournalError error = journal_resume(&running->journal, path, &running->cell.plan,
                                              (PairSink){take_pair, running}, next, &complaint);
    running->is_read_back = false;
    if (error)
        complain("%s: %s%s%s", path, journal_error_text(error), why[0] ? ": " : "", why);
    return !error;
}

static bool play(Running *running, uint64_t from)
{
    char why[512];
    Text complaint = TEXT_IN(why);
    const SeriesPlan series = {.plan = &running->cell.plan,
                               .clocks = &lab_clocks,
                               .from = from,
                               .threads = running->concurrency,
                               .is_stopped = running->is_interrupted};
    running->live = live_begin();
    running->began = wall_seconds();
    const SeriesError error =
        series_run(&series, &memory_heap, (PairSink){take_pair, running}, &complaint);
    live_end(&running->live);
    if (error)
        complain("%s%s%s", series_error_text(error), why[0] ? ": " : "", why);
    else if (running->error)
        complain("%s", running->error);
    return !error && !running->error;
}

static bool save_result(const Running *running, const char *path)
{
    Text text = text_growing(&memory_heap);
    const bool is_fine = report_match_json(running->tally, &running->speed, &text);
    if (!is_fine)
        complain("there is not enough memory for the report");
    const bool is_saved = is_fine && save_text(path, &text);
    text_done(&text);
    return is_saved;
}

static void print_cell(const Running *running)
{
    const Cell *cell = &running->cell;
    const Trinomial *games = &tally_match(running->tally)->games;
    char limits[128];
    Text text = TEXT_IN(limits);
    limits_to_text(&cell->plan.limits, &text);
    printf("%" PRIu32 "/%" PRIu32 " %s against %s, %.*s, %s: %" PRIu64 " games, %" PRIu32
           " wins, %" PRIu32 " losses, %" PRIu32 " draws\n",
           running->number + 1, running->count, cell->players[0], cell->players[1],
           (int)cell->game_string.length, cell->game_string.start, limits,
           running->tally->pairs * 2, games->wins, games->losses, games->draws);
    fflush(stdout);
}

// Goes on with one cell to its end, or until someone interrupts.
static bool run_cell(Running *running)
{
    char name[NAME_ROOM], match[PATH_ROOM], json[PATH_ROOM];
    Text file_name = TEXT_IN(name);
    uint64_t next = 0;
    cell_file_name(&running->cell, &file_name);
    tally_init(running->tally, &running->cell.plan);
    running->speed = (Speed){0};
    running->journal = journal_closed(&memory_heap);
    if (!join_path(match, running->folder, name, ".match") ||
        !join_path(json, running->folder, name, ".json"))
        return false;
    bool is_fine = open_journal(running, match, &next);
    if (is_fine && !cell_is_done(running))
        is_fine = note_run(running) && play(running, next);
    const JournalError error = journal_close(&running->journal);
    if (error)
        complain("%s: %s", match, journal_error_text(error));
    is_fine = is_fine && !error;
    // A cell that was finished before keeps what was noted then, its speed included.
    if (is_fine && (running->speed.games || access(json, F_OK) != 0))
        is_fine = save_result(running, json);
    if (is_fine)
        print_cell(running);
    return is_fine;
}

// Every player must exist and play its game: better said now than in cell 17.
static bool check_players(const char *path, const Cell *cell)
{
    for (unsigned i = 0; i < 2; i++) {
        char why[256];
        Text complaint = TEXT_IN(why);
        if (!roster_check(&memory_heap, cell->players[i], cell->plan.game, &complaint)) {
            complain("%s: line %" PRIu32 ": %s", path, cell->fixture->line, why);
            return false;
        }
    }
    return true;
}

static bool check_cells(const char *path, const Experiment *experiment)
{
    const uint32_t count = experiment_cell_count(experiment);
    for (uint32_t i = 0; i < count; i++) {
        Cell cell;
        experiment_cell(experiment, i, &cell);
        if (!check_players(path, &cell))
            return false;
    }
    return true;
}

static int run_cells(Running *running)
{
    const Experiment *experiment = &running->sheet->experiment;
    running->count = experiment_cell_count(experiment);
    for (running->number = 0; running->number < running->count; running->number++) {
        experiment_cell(experiment, running->number, &running->cell);
        cell_scale(&running->cell, running->scale);
        if (!run_cell(running))
            return EXIT_FAILED;
        if (atomic_load(running->is_interrupted)) {
            complain("interrupted; the same command goes on from here");
            return EXIT_FAILED;
        }
    }
    return EXIT_FINE;
}

static int run_sheet(const Given *given, const Sheet *sheet, Running *running)
{
    if (!check_cells(given->arguments[1], &sheet->experiment))
        return EXIT_USAGE;
    if (!join_path(running->folder, results_folder(given), sheet->name, "") ||
        !make_folder(running->folder))
        return EXIT_FAILED;
    running->sheet = sheet;
    running->tally = malloc(sizeof(Tally));
    if (!running->tally) {
        complain("there is not enough memory for a match");
        return EXIT_FAILED;
    }
    running->is_interrupted = interrupts_catch();
    const int status = run_cells(running);
    free(running->tally);
    return status;
}

static bool read_scale(const char *text, double *scale)
{
    char after;
    double read;
    if (sscanf(text, "%lf%c", &read, &after) != 1 || !(read > 0 && read <= 1000)) {
        complain("--scale takes a number above 0, as in 0.1 for a tenth of the games, not '%s'",
                 text);
        return false;
    }
    *scale = read;
    return true;
}

int lab_run(const Given *given)
{
    const char *scale = given->options[LAB_SCALE];
    const char *concurrency = given->options[LAB_CONCURRENCY];
    uint64_t threads = 1;
    Running running = {.scale = 1};
    if (!given->arguments[1])
        return complain("which experiment? nebel lab run FILE; nebel lab list lists them");
    if ((scale && !read_scale(scale, &running.scale)) ||
        (concurrency &&
         !read_number("--concurrency", concurrency, 1, SERIES_THREADS_MAX, &threads)))
        return EXIT_USAGE;
    running.concurrency = (unsigned)threads;
    Sheet sheet;
    const int status =
        sheet_load(&sheet, given->arguments[1]) ? run_sheet(given, &sheet, &running) : EXIT_USAGE;
    sheet_done(&sheet);
    return status;
}
