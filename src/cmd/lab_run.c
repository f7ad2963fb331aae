// nebel lab run: plays the cells of an experiment one after another, each into its own match file.
#include "cmd/lab.h"
#include "cmd/match_options.h"
#include "console/experiment_run.h"
#include "match/workers.h"
#include "version.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

static const double scale_max = 1000;

static bool check_cells(const char *path, const Experiment *experiment)
{
    const uint32_t count = experiment_cell_count(experiment);
    for (uint32_t i = 0; i < count; i++) {
        char why[MESSAGE_ROOM];
        Text message = TEXT_IN(why);
        ExperimentCell cell;
        experiment_cell(experiment, i, &cell);
        if (check_players(&cell.plan, &message))
            continue;
        complain("%s: line %" PRIu32 ": %s", path, cell.fixture->line, why);
        return false;
    }
    return true;
}

static int run_file(const Given *given, const ExperimentFile *file, ExperimentRun *plan)
{
    assert(plan->concurrency > 0 && plan->scale > 0);
    int refusal;
    if (!check_cells(given->arguments[1], &file->experiment))
        return EXIT_USAGE;
    if (!lab_may_start(given->arguments[1], &file->experiment, given->options[LAB_ALLOW], &refusal))
        return refusal;
    char folder[PATH_ROOM];
    if (!join_path(folder, results_folder(given), file->name, "") || !make_folder(folder))
        return EXIT_FAILED;
    plan->experiment = &file->experiment;
    plan->folder = folder;
    return experiment_run(plan);
}

static bool read_scale(const char *text, double *scale)
{
    char after;
    double read;
    if (sscanf(text, "%lf%c", &read, &after) != 1 || !(read > 0 && read <= scale_max)) {
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
    uint64_t threads = 1;
    ExperimentRun plan = {.scale = 1, .commit = NEBEL_COMMIT};
    if (!given->arguments[1])
        return complain("name an experiment, as in nebel lab run FILE; nebel lab list lists them");
    if ((scale && !read_scale(scale, &plan.scale)) ||
        !read_number("--concurrency", given->options[LAB_CONCURRENCY], 1, WORKERS_THREADS_MAX,
                     &threads))
        return EXIT_USAGE;
    plan.concurrency = (unsigned)threads;
    ExperimentFile file;
    const int status = experiment_file_load(&file, given->arguments[1])
                           ? run_file(given, &file, &plan)
                           : EXIT_USAGE;
    experiment_file_done(&file);
    return status;
}
