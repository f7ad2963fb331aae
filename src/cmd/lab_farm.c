// nebel lab submit, watch, cancel, audit, keep and work: the farm, experiments that many machines play. All but `work` are its owner's side.
#include "base/cli/progress.h"
#include "base/os/clocks.h"
#include "base/os/interrupt.h"
#include "base/os/machine.h"
#include "cmd/lab.h"
#include "cmd/values.h"
#include "lab/experiments/cost.h"
#include "lab/farm/coordinator.h"
#include "lab/farm/database.h"
#include "lab/farm/status.h"
#include "lab/farm/worker.h"
#include "lab/report/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { UNIT_PAIRS_MAX = 100000, LEASE_SECONDS_MAX = 7 * 24 * 3600 };

// The database: as --database says, else as libpq's own variables do (PGHOST, PGDATABASE and so on).
static const char *farm_database(const Given *given)
{
    return given->options[LAB_DATABASE] ? given->options[LAB_DATABASE] : "";
}

static int complain_of_farm(const FarmDatabase *owner)
{
    return complain_failed("the farm: %s", owner->why);
}

// The name of an experiment that the command line gives; NULL, with a complaint, if it gives none.
static const char *farm_name(const Given *given)
{
    if (!given->arguments[1])
        complain("name an experiment, as in nebel lab %s NAME; nebel lab watch lists those of the "
                 "farm",
                 given->arguments[0]);
    return given->arguments[1];
}

// The database does not answer, and the program goes on asking.
static void farm_tell_lost(void *context, const char *problem)
{
    (void)context;
    complain("the farm is away and is asked again: %s", problem);
}

// Runs a verb with a connection to the farm. What it returns is what to exit with.
typedef int FarmVerb(const Given *given, FarmDatabase *owner);

static int with_farm(const Given *given, FarmVerb *run)
{
    FarmDatabase owner;
    const FarmDatabasePlan plan = {.database = farm_database(given),
                                   .clocks = &system_clocks,
                                   .is_stopped = interrupts_catch(),
                                   .lost = farm_tell_lost};
    const int status = farm_database_init(&owner, &memory_heap, &plan) ? run(given, &owner)
                                                                       : complain_of_farm(&owner);
    farm_database_done(&owner);
    return status;
}

static void lab_farm_step(void *context, uint32_t proofs)
{
    progress_step(context, proofs);
}

static int submit_cells(FarmDatabase *owner, FarmSubmission submission)
{
    uint64_t units;
    Progress progress = progress_begin("proof pairs", experiment_cell_count(submission.experiment));
    submission.proved = lab_farm_step;
    submission.context = &progress;
    const bool is_done = farm_submit(owner, &submission, &units);
    progress_end(&progress);
    if (!is_done)
        return complain_of_farm(owner);
    if (!units)
        return complain_failed("%s is open in the farm already; nebel lab cancel %s ends it",
                               submission.name, submission.name);
    printf("%s is submitted; cells: %" PRIu32 ", units: %" PRIu64 "\n"
           "nebel lab work plays them, nebel lab keep %s checks them and writes the results\n",
           submission.name, experiment_cell_count(submission.experiment), units, submission.name);
    return EXIT_FINE;
}

// The speed of games is that of results, if there are any.
static int submit_file(const Given *given, FarmDatabase *owner, const ExperimentFile *file,
                       FarmSubmission submission)
{
    char folder[PATH_ROOM];
    ExperimentResults results = {0};
    int status = EXIT_FAILED;
    if (join_path(folder, results_folder(given), file->name, "") &&
        experiment_results_load(&results, folder, &file->experiment)) {
        const Pace pace =
            experiment_pace(&file->experiment, results.cells, results.runs, results.run_count);
        submission.name = file->name;
        submission.description = (Slice){file->text.start, file->text.length};
        submission.experiment = &file->experiment;
        submission.results = results.cells;
        submission.pace = &pace;
        status = submit_cells(owner, submission);
    }
    experiment_results_done(&results);
    return status;
}

static int submit(const Given *given, FarmDatabase *owner)
{
    FarmSubmission submission = {.scale = 1};
    ExperimentFile file;
    uint64_t pairs = 0, seconds = 0;
    int status = EXIT_USAGE;
    if (!lab_read_scale(given, &submission.scale) ||
        !read_number("--unit", given->options[LAB_UNIT], 1, UNIT_PAIRS_MAX, &pairs) ||
        !read_number("--lease", given->options[LAB_LEASE], 1, LEASE_SECONDS_MAX, &seconds))
        return EXIT_USAGE;
    submission.unit_pairs = (uint32_t)pairs;
    submission.lease_seconds = (uint32_t)seconds;
    if (!lab_load(&file, given))
        ;
    else if (lab_has_guests(&file.experiment))
        complain("%s starts programs by cmd:, whose seeds are secrets of one run; the farm cannot "
                 "play it",
                 file.path);
    else if (lab_check_cells(&file))
        status = submit_file(given, owner, &file, submission);
    experiment_file_done(&file);
    return status;
}

int lab_submit(const Given *given)
{
    return with_farm(given, submit);
}

static const struct timespec between_looks = {.tv_sec = 1};

// On a terminal the picture is repainted until nothing is open or somebody presses Ctrl-C; elsewhere it is printed once.
static int watch(const Given *given, FarmDatabase *owner)
{
    const char *name = given->arguments[1] ? given->arguments[1] : "";
    const bool is_terminal = isatty(STDOUT_FILENO) && isatty(STDERR_FILENO);
    const atomic_bool *is_stopped = interrupts_catch();
    Live live = live_begin();
    bool is_open = true, is_fine = true;
    Text picture = text_growing(&memory_heap);
    while (is_fine && is_open && !atomic_load(is_stopped)) {
        text_done(&picture);
        picture = text_growing(&memory_heap);
        is_fine = farm_status(owner, name, &picture, &is_open);
        if (!is_terminal)
            break;
        if (is_fine && is_open) {
            live_show(&live, picture.start);
            nanosleep(&between_looks, NULL);
        }
    }
    if (is_terminal)
        live_end(&live);
    if (is_fine && picture.length)
        fputs(picture.start, stdout);
    else if (is_fine && name[0])
        printf("the farm has no experiment '%s'; nebel lab watch shows those that are open\n",
               name);
    else if (is_fine)
        printf("no experiment is open; nebel lab submit NAME submits one\n");
    text_done(&picture);
    return is_fine ? EXIT_FINE : complain_of_farm(owner);
}

int lab_watch(const Given *given)
{
    return with_farm(given, watch);
}

static int cancel(const Given *given, FarmDatabase *owner)
{
    const char *name = farm_name(given);
    bool is_cancelled;
    if (!name)
        return EXIT_USAGE;
    if (!farm_cancel(owner, name, &is_cancelled))
        return complain_of_farm(owner);
    if (!is_cancelled)
        return complain_failed("no experiment '%s' is open; nebel lab watch lists them", name);
    printf("%s is cancelled; what was checked stays in its results\n", name);
    return EXIT_FINE;
}

int lab_cancel(const Given *given)
{
    return with_farm(given, cancel);
}

static int audit(const Given *given, FarmDatabase *owner)
{
    Text text = text_growing(&memory_heap);
    const bool is_fine = farm_log(owner, given->arguments[1] ? given->arguments[1] : "", &text);
    if (is_fine)
        fputs(text.start, stdout);
    text_done(&text);
    return is_fine ? EXIT_FINE : complain_of_farm(owner);
}

int lab_audit(const Given *given)
{
    return with_farm(given, audit);
}

// nebel lab keep: checks what workers report and writes it to the match files of the experiment.

// What the callbacks of the keeper need.
typedef struct Keeping {
    FarmDatabase *owner;
    const char *name, *folder;
    Live live;
} Keeping;

static bool keep_forget(void *context, const ExperimentCell *cell)
{
    static const char *const endings[] = {".match", ".json", ".curves.json"};
    const Keeping *keeping = context;
    for (unsigned i = 0; i < COUNT_OF(endings); i++) {
        char path[PATH_ROOM];
        if (!cell_path(path, keeping->folder, cell, endings[i]))
            return false;
        if (remove(path) != 0 && errno != ENOENT) {
            complain("cannot remove %s: %s", path, strerror(errno));
            return false;
        }
    }
    return true;
}

static void keep_hide(void *context)
{
    Keeping *keeping = context;
    live_end(&keeping->live);
}

static void keep_notify(void *context, const char *news)
{
    keep_hide(context);
    printf("%s\n", news);
    fflush(stdout);
}

static void keep_wait(void *context)
{
    static const struct timespec pause = {.tv_nsec = 300000000};
    Keeping *keeping = context;
    Text picture = text_growing(&memory_heap);
    bool is_open;
    if (live_is_due(&keeping->live) &&
        farm_status(keeping->owner, keeping->name, &picture, &is_open))
        live_show(&keeping->live, picture.start);
    text_done(&picture);
    nanosleep(&pause, NULL);
}

static int keep_conclude(const FarmCoordinator *keeper, const Keeping *keeping, int status)
{
    if (keeper->end == FARM_COORDINATOR_CANCELLED)
        return complain_failed("%s was cancelled; %s has what was checked before", keeping->name,
                               keeping->folder);
    if (keeper->end == FARM_COORDINATOR_FAILED)
        return complain_of_farm(keeper->owner);
    return status;
}

// Gathers until every cell has its pairs. A machine that is refused begins it anew, from what is left.
static int keep_experiment(FarmCoordinator *keeper, Keeping *keeping, const ExperimentRun *plan)
{
    const PairSource source = farm_coordinator_source(keeper);
    bool is_missing;
    int status;
    farm_database_persist(keeper->owner);
    keeping->live = live_begin();
    do {
        keeper->end = FARM_COORDINATOR_FINE;
        status = experiment_gather(plan, &source, &is_missing);
    } while (keeper->end == FARM_COORDINATOR_AGAIN && !atomic_load(keeper->is_stopped));
    if (!status && !farm_finish(keeper->owner, keeper->found))
        keeper->end = FARM_COORDINATOR_FAILED;
    return keep_conclude(keeper, keeping, status);
}

static int keep_found(const Given *given, FarmDatabase *owner, const FarmExperiment *found)
{
    char folder[PATH_ROOM], why[MESSAGE_ROOM];
    Text message = TEXT_IN(why);
    ExperimentFile file = {.text = found->description};
    Keeping keeping = {.owner = owner, .name = given->arguments[1], .folder = folder};
    FarmCoordinator keeper = {.owner = owner,
                              .found = found,
                              .experiment = &file.experiment,
                              .is_stopped = interrupts_catch(),
                              .forget = keep_forget,
                              .notify = keep_notify,
                              .wait = keep_wait,
                              .hide = keep_hide,
                              .context = &keeping};
    const ExperimentRun plan = {.experiment = &file.experiment,
                                .folder = folder,
                                .program = lab_program(),
                                .scale = found->scale,
                                .concurrency = 1};
    snprintf(file.name, sizeof file.name, "%s", keeping.name);
    snprintf(file.path, sizeof file.path, "%s", keeping.name);
    if (!experiment_read((Slice){file.text.start, file.text.length}, &file.experiment, &message))
        return complain_failed("this build cannot read the experiment: %s", why);
    if (!lab_check_cells(&file))
        return EXIT_USAGE;
    if (!join_path(folder, results_folder(given), keeping.name, "") || !make_folder(folder))
        return EXIT_FAILED;
    const int status = keep_experiment(&keeper, &keeping, &plan);
    return status || lab_print_verdict(&file, folder) ? status : EXIT_FAILED;
}

static int keep(const Given *given, FarmDatabase *owner)
{
    FarmExperiment found;
    bool is_there;
    const char *name = farm_name(given);
    if (!name)
        return EXIT_USAGE;
    int status = EXIT_FAILED;
    if (!farm_find(owner, name, &found, &is_there))
        complain_of_farm(owner);
    else if (!is_there || !found.is_open)
        complain("no experiment '%s' is open in the farm; nebel lab submit %s submits it", name,
                 name);
    else
        status = keep_found(given, owner, &found);
    farm_experiment_done(&found);
    return status;
}

int lab_keep(const Given *given)
{
    return with_farm(given, keep);
}

// nebel lab work: plays units of the farm's experiments until none is open.

enum { NAME_BYTES_MAX = 128, CPU_ROOM = 96, TIME_ROOM = 32 };

static void work_tell_played(void *context, const FarmWorkProgress *news)
{
    (void)context;
    char memory[TIME_ROOM];
    Text time = TEXT_IN(memory);
    report_time(news->seconds, &time);
    printf("unit %" PRIu64 " of cell %" PRIu32 " played in %s; %" PRIu64 " units, %" PRIu64
           " games so far\n",
           news->unit, news->cell + 1, memory, news->units, news->games);
    fflush(stdout);
}

static int work_conclude(FarmWorkEnd end, const char *why)
{
    switch (end) {
    case FARM_WORK_IDLE:
        printf("nothing is left to play; --wait waits for the next experiment\n");
        return EXIT_FINE;
    case FARM_WORK_STOPPED:
        return complain_failed("stopped; the unit in play was given back");
    case FARM_WORK_REFUSED:
        return complain_failed("the farm refuses this build: its players play otherwise than those "
                               "of the experiment. Use the same commit, models and engines");
    case FARM_WORK_BROKEN:
        return complain_failed("the farm refuses this machine: it reported games that do not "
                               "replay. Check its memory and its build; when they are sound, "
                               "--machine NAME lets it play under another name");
    case FARM_WORK_FAILED:
        break;
    }
    return complain_failed("the farm: %s", why);
}

int lab_work(const Given *given)
{
    char why[MESSAGE_ROOM * 2], name[NAME_BYTES_MAX + 1], cpu[CPU_ROOM], signature[17];
    Text message = TEXT_IN(why), name_text = TEXT_IN(name), cpu_text = TEXT_IN(cpu);
    const Program program = lab_program();
    FarmWorkPlan plan = {.database = farm_database(given),
                         .machine = given->options[LAB_MACHINE],
                         .commit = program.commit,
                         .signature = signature,
                         .cpu = cpu,
                         .cores = machine_cores(),
                         .waits = given->options[LAB_WAIT],
                         .clocks = &system_clocks,
                         .played = work_tell_played,
                         .lost = farm_tell_lost};
    if (!lab_read_concurrency(given, &plan.threads))
        return EXIT_USAGE;
    if (given->argument_count > 1)
        return complain("lab work plays whatever is open, without the name of an experiment");
    snprintf(signature, sizeof signature, "%016" PRIx64, program.signature);
    machine_cpu(&cpu_text);
    machine_name(&name_text);
    if (!plan.machine)
        plan.machine = name;
    plan.is_stopped = interrupts_catch();
    return work_conclude(farm_work(&memory_heap, &plan, &message), why);
}
