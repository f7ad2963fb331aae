// nebel lab: lists experiments. Its other verbs have files of their own.
#include "cmd/lab.h"
#include "lab/cost.h"
#include "report/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// --- list ----------------------------------------------------------------------------------------

enum { NAME_WIDTH = 40, TIME_WIDTH = 14 };

typedef struct Listing {
    const char *results; // a folder
} Listing;

static void print_row(const ExperimentFile *file, const Cost *cost)
{
    const Slice title = file->experiment.title;
    char memory[32] = "-";
    Text time = TEXT_IN(memory);
    if (cost->left)
        report_time(cost->seconds_left, &time);
    else
        text_add_char(&time, '-');
    printf("%-*s %5" PRIu32 " %7" PRIu64 " of %-7" PRIu64 " %-*s %.*s\n", NAME_WIDTH, file->name,
           experiment_cell_count(&file->experiment), cost->played, cost->asked, TIME_WIDTH, memory,
           (int)title.length, title.start);
}

static bool print_file(void *context, ExperimentFile *file)
{
    const Listing *listing = context;
    char folder[PATH_ROOM];
    ExperimentResults results = {0};
    const bool is_fine = join_path(folder, listing->results, file->name, "") &&
                         experiment_results_load(&results, folder, &file->experiment);
    if (is_fine) {
        const Pace pace =
            experiment_pace(&file->experiment, results.cells, results.runs, results.run_count);
        const Cost cost = experiment_cost(&file->experiment, results.cells, &pace);
        print_row(file, &cost);
    }
    experiment_results_done(&results);
    return is_fine;
}

static int list(const Given *given)
{
    Listing listing = {results_folder(given)};
    printf("%-*s cells games played      %-*s title\n", NAME_WIDTH, "experiment", TIME_WIDTH,
           "CPU time left");
    return each_experiment_file(experiments_folder(given), print_file, &listing);
}

// --- The command ---------------------------------------------------------------------------------

static const struct Verb {
    const char *name;
    int (*run)(const Given *given);
} verbs[] = {{"list", list}, {"run", lab_run}, {"verify", lab_verify}, {"report", lab_report}};

static int run(const Given *given)
{
    const char *name = given->arguments[0];
    if (!name)
        return complain("say what to do: nebel lab list, nebel lab run NAME, nebel lab verify NAME "
                        "or nebel lab report");
    for (unsigned i = 0; i < COUNT_OF(verbs); i++)
        if (strcmp(verbs[i].name, name) == 0)
            return verbs[i].run(given);
    return complain("lab can list, run NAME, verify NAME and report, not '%s'", name);
}

const Command lab_command = {
    .name = "lab",
    .argument = "list|run|verify|report",
    .arguments_max = 2,
    .later_argument = "EXPERIMENT",
    .summary = "play experiments from files and report what they found",
    .example = "nebel lab list",
    .options =
        {
            [LAB_SCALE] = {"--scale", "X", "run, verify: play this part of the games (default 1)"},
            [LAB_CONCURRENCY] = {"--concurrency", "N",
                                 "run, verify: games played at a time (default 1)"},
            [LAB_RESULTS] = {"--results", "DIR", "where results are kept (default results)"},
            [LAB_REPLACE] = {"--replace", NULL, "run: move old results away and play anew"},
            [LAB_ALLOW] = {"--allow-commands", NULL, "run: start cmd: programs without asking"},
            [LAB_OUTPUT] = {"-o", "DIR", "report: where pages go (default docs/results)"},
        },
    .run = run,
};
