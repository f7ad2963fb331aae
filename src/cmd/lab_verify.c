// nebel lab verify: plays the games of kept results again and compares.
#include "cmd/lab.h"
#include "lab/run/experiment_run.h"

static int verify_file(const Given *given, const ExperimentFile *file, ExperimentVerify plan)
{
    char folder[PATH_ROOM];
    ExperimentResults results = {0};
    int status = EXIT_FAILED;
    if (join_path(folder, results_folder(given), file->name, "") &&
        experiment_results_load(&results, folder, &file->experiment)) {
        plan.name = file->name;
        plan.experiment = &file->experiment;
        plan.results = &results;
        status = lab_check_cells(file) ? experiment_verify(&plan) : EXIT_USAGE;
    }
    experiment_results_done(&results);
    return status;
}

int lab_verify(const Given *given)
{
    ExperimentVerify plan = {.scale = 1, .program = lab_program()};
    ExperimentFile file;
    if (!lab_read_scale(given, &plan.scale) || !lab_read_concurrency(given, &plan.concurrency))
        return EXIT_USAGE;
    const int status = lab_load(&file, given) ? verify_file(given, &file, plan) : EXIT_USAGE;
    experiment_file_done(&file);
    return status;
}
