// nebel lab submit, watch, cancel and audit: the farm from its owner's side. keep and work have files of their own.
#include "cmd/lab_farm.h"

#include "base/cli/progress.h"
#include "base/os/clocks.h"
#include "base/os/interrupt.h"
#include "cmd/values.h"
#include "lab/experiments/cost.h"
#include "lab/farm/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { UNIT_PAIRS_MAX = 100000, LEASE_SECONDS_MAX = 7 * 24 * 3600 };

const char *farm_database(const Given *given)
{
    return given->options[LAB_DATABASE] ? given->options[LAB_DATABASE] : "";
}

int complain_of_farm(const FarmOwner *owner)
{
    return complain_failed("the farm: %s", owner->why);
}

void farm_tell_away(const char *problem)
{
    complain("the farm is away and is asked again: %s", problem);
}

const char *farm_name(const Given *given)
{
    if (!given->arguments[1])
        complain("name an experiment, as in nebel lab %s NAME; nebel lab watch lists those of the "
                 "farm",
                 given->arguments[0]);
    return given->arguments[1];
}

static void tell_lost(void *context, const char *problem)
{
    (void)context;
    farm_tell_away(problem);
}

int with_farm(const Given *given, FarmVerb *run)
{
    FarmOwner owner;
    const FarmOwnerPlan plan = {.database = farm_database(given),
                                .clocks = &system_clocks,
                                .is_stopped = interrupts_catch(),
                                .lost = tell_lost};
    const int status = farm_owner_init(&owner, &memory_heap, &plan) ? run(given, &owner)
                                                                    : complain_of_farm(&owner);
    farm_owner_done(&owner);
    return status;
}

// --- submit --------------------------------------------------------------------------------------

static void step(void *context, uint32_t proofs)
{
    progress_step(context, proofs);
}

static int submit_cells(FarmOwner *owner, FarmSubmission submission)
{
    uint64_t units;
    Progress progress = progress_begin("proof pairs", experiment_cell_count(submission.experiment));
    submission.proved = step;
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
static int submit_file(const Given *given, FarmOwner *owner, const ExperimentFile *file,
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

static int submit(const Given *given, FarmOwner *owner)
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

// --- watch ---------------------------------------------------------------------------------------

static const struct timespec between_looks = {.tv_sec = 1};

// On a terminal the picture is repainted until nothing is open or somebody presses Ctrl-C; elsewhere it is printed once.
static int watch(const Given *given, FarmOwner *owner)
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
        is_fine = farm_picture(owner, name, &picture, &is_open);
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

// --- cancel, audit -------------------------------------------------------------------------------

static int cancel(const Given *given, FarmOwner *owner)
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

static int audit(const Given *given, FarmOwner *owner)
{
    Text text = text_growing(&memory_heap);
    const bool is_fine = farm_audit(owner, given->arguments[1] ? given->arguments[1] : "", &text);
    if (is_fine)
        fputs(text.start, stdout);
    text_done(&text);
    return is_fine ? EXIT_FINE : complain_of_farm(owner);
}

int lab_audit(const Given *given)
{
    return with_farm(given, audit);
}
