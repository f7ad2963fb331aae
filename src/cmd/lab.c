// nebel lab: lists experiments. Its other verbs have files of their own.
#include "cmd/lab.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// --- list ----------------------------------------------------------------------------------------

enum { NAME_WIDTH = 40 };

static bool print_file(void *context, ExperimentFile *file)
{
    (void)context;
    const Slice title = file->experiment.title;
    printf("%-*s %4" PRIu32 " x %-6" PRIu64 " %.*s\n", NAME_WIDTH, file->name,
           experiment_cell_count(&file->experiment), file->experiment.cell_games, (int)title.length,
           title.start);
    return true;
}

static int list(const Given *given)
{
    printf("%-*s cells x games %s\n", NAME_WIDTH, "experiment", "title");
    return each_experiment_file(experiments_folder(given), print_file, NULL);
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
    .summary = "play experiments from files and report what they found",
    .example = "nebel lab list experiments",
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
