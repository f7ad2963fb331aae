// nebel lab: the table of its verbs, and `list`, which lists experiments. The other verbs have files of their own.
#include "cmd/lab.h"
#include "lab/experiments/cost.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct Listing {
    const char *results; // a folder
} Listing;

static void list_row(const ExperimentFile *file, const Cost *cost)
{
    const Slice title = file->experiment.title;
    char memory[LAB_TIME_ROOM];
    Text time = TEXT_IN(memory);
    lab_time(cost->left, cost->seconds_left, &time);
    printf("%-*s %5" PRIu32 " %7" PRIu64 " of %-7" PRIu64 " %-*s %.*s\n", LAB_NAME_WIDTH,
           file->name, experiment_cell_count(&file->experiment), cost->played, cost->asked,
           LAB_TIME_WIDTH, memory, (int)title.length, title.start);
}

static bool list_file(void *context, ExperimentFile *file)
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
        list_row(file, &cost);
    }
    experiment_results_done(&results);
    return is_fine;
}

static int lab_list(const Given *given)
{
    Listing listing = {results_folder(given)};
    printf("%-*s cells games played      %-*s title\n", LAB_NAME_WIDTH, "experiment",
           LAB_TIME_WIDTH, "CPU time left");
    return each_experiment_file(experiments_folder(given), list_file, &listing);
}

static const struct Verb {
    const char *name;
    int (*run)(const Given *given); // NULL: of the other program
    bool takes_many;                // arguments after its name
} verbs[] = {{"list", IN_NEBEL(lab_list), false},      {"run", IN_NEBEL(lab_run), false},
             {"gather", IN_NEBEL(lab_gather), false},  {"verify", IN_NEBEL(lab_verify), false},
             {"plan", IN_NEBEL(lab_plan), true},       {"report", IN_NEBEL(lab_report), false},
             {"submit", IN_SERVER(lab_submit), false}, {"work", IN_SERVER(lab_work), false},
             {"keep", IN_SERVER(lab_keep), false},     {"watch", IN_SERVER(lab_watch), false},
             {"cancel", IN_SERVER(lab_cancel), false}, {"audit", IN_SERVER(lab_audit), false}};

static int lab_verb_run(const Given *given)
{
    const char *name = given->arguments[0];
    if (!name)
        return complain(
            "say what to do: nebel lab list, run NAME, gather NAME, verify NAME, plan or report; "
            "with the farm submit NAME, work, keep NAME, watch, cancel NAME or audit; and "
            "mistakes, model, policy or tune, each with a help of its own");
    for (unsigned i = 0; i < COUNT_OF(verbs); i++) {
        if (strcmp(verbs[i].name, name) != 0)
            continue;
        if (given->argument_count > 2 && !verbs[i].takes_many)
            return complain("lab %s: '%s' is one argument too many; see nebel lab --help", name,
                            given->arguments[2]);
        return verbs[i].run ? verbs[i].run(given) : command_run_elsewhere(given);
    }
    return complain("lab can list, run NAME, gather NAME, verify NAME, plan and report, and with "
                    "the farm submit NAME, work, keep NAME, watch, cancel NAME and audit, not '%s'",
                    name);
}

const Command lab_command = {
    .name = "lab",
    .argument = "list|run|gather|verify|plan|report|submit|work|keep|watch|cancel|audit|mistakes|"
                "model|policy|tune",
    .arguments_max = COMMAND_ARGUMENTS_MAX,
    .later_argument = "EXPERIMENT",
    .summary = "play experiments from files and report what they found",
    .example = "nebel lab list",
    .options =
        {
            [LAB_SCALE] = {"--scale", "X",
                           "run, verify, submit: play this part of the games (default 1)"},
            [LAB_CONCURRENCY] = {"--concurrency", "N",
                                 "run, verify, work: games played at a time (default 1)"},
            [LAB_RESULTS] = {"--results", "DIR", "where results are kept (default results)"},
            [LAB_REPLACE] = {"--replace", NULL, "run: move old results away and play anew"},
            [LAB_SHARE] = {"--share", "I/N",
                           "run: play only every Nth pair, from the Ith on; gather joins them"},
            [LAB_ALLOW] = {"--allow-commands", NULL, "run: start cmd: programs without asking"},
            [LAB_OUTPUT] = {"-o", "DIR", "report: where pages go (default docs/results)"},
            [LAB_DATABASE] = {"--database", "STRING",
                              "farm: how to connect, as libpq takes it (default: PGHOST and the "
                              "like)"},
            [LAB_UNIT] = {"--unit", "N", "submit: pairs of a unit (default: a minute of play)"},
            [LAB_LEASE] =
                {"--lease", "S",
                 "submit: seconds after which a silent worker's unit is given to another"},
            [LAB_MACHINE] = {"--machine", "NAME",
                             "work: the name to play under (default: that of this machine)"},
            [LAB_WAIT] = {"--wait", NULL, "work: wait for the next experiment instead of ending"},
        },
    .run = lab_verb_run,
};
