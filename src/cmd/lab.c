// nebel lab: experiments from files, listed, played and reported. The latter two have files of
// their own.
#define _GNU_SOURCE
#include "cmd/lab.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *experiments_folder(const Given *given)
{
    return given->arguments[1] ? given->arguments[1] : "experiments";
}

const char *results_folder(const Given *given)
{
    return given->options[LAB_RESULTS] ? given->options[LAB_RESULTS] : "results";
}

// --- Experiment files ----------------------------------------------------------------------------

void sheet_done(Sheet *sheet)
{
    text_done(&sheet->text);
}

static bool read_name(const char *path, char name[NAME_ROOM])
{
    static const char ending[] = ".txt";
    const char *slash = strrchr(path, '/');
    const char *start = slash ? slash + 1 : path;
    const size_t length = strlen(start), tail = sizeof ending - 1;
    if (length <= tail || length - tail >= NAME_ROOM ||
        strcmp(start + length - tail, ending) != 0) {
        complain("an experiment is a file NAME%s, not '%s'", ending, path);
        return false;
    }
    snprintf(name, NAME_ROOM, "%.*s", (int)(length - tail), start);
    return true;
}

bool sheet_load(Sheet *sheet, const char *path)
{
    char why[512];
    Text message = TEXT_IN(why);
    sheet->text = text_growing(&memory_heap);
    if (!read_name(path, sheet->name))
        return false;
    if (!load_text(path, &sheet->text)) {
        complain("cannot read the experiment %s: %s", path, strerror(errno));
        return false;
    }
    const Slice text = {sheet->text.start, sheet->text.length};
    if (experiment_read(text, &sheet->experiment, &message))
        return true;
    complain("%s: %s", path, why);
    return false;
}

static int is_experiment(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return length > 4 && entry->d_name[0] != '.' && strcmp(entry->d_name + length - 4, ".txt") == 0;
}

int each_sheet(const char *folder, SheetVisitor *visit, void *context)
{
    struct dirent **entries;
    const int count = scandir(folder, &entries, is_experiment, alphasort);
    if (count < 0)
        return complain("cannot read the folder %s: %s", folder, strerror(errno));
    int status = EXIT_FINE;
    for (int i = 0; i < count; i++) {
        char path[PATH_ROOM];
        Sheet sheet = {.text = text_growing(&memory_heap)};
        if (status == EXIT_FINE &&
            (!join_path(path, folder, entries[i]->d_name, "") || !sheet_load(&sheet, path)))
            status = EXIT_USAGE;
        else if (status == EXIT_FINE && !visit(context, &sheet))
            status = EXIT_FAILED;
        sheet_done(&sheet);
        free(entries[i]);
    }
    free(entries);
    return status;
}

// --- list ----------------------------------------------------------------------------------------

enum { NAME_WIDTH = 40 };

static bool print_sheet(void *context, Sheet *sheet)
{
    (void)context;
    const Slice title = sheet->experiment.title;
    printf("%-*s %4" PRIu32 " x %-6" PRIu64 " %.*s\n", NAME_WIDTH, sheet->name,
           experiment_cell_count(&sheet->experiment), sheet->experiment.cell_games,
           (int)title.length, title.start);
    return true;
}

static int list(const Given *given)
{
    printf("%-*s cells x games %s\n", NAME_WIDTH, "experiment", "title");
    return each_sheet(experiments_folder(given), print_sheet, NULL);
}

// --- The command ---------------------------------------------------------------------------------

static const struct Verb {
    const char *name;
    int (*run)(const Given *given);
} verbs[] = {{"list", list}, {"run", lab_run}, {"report", lab_report}};

static int run(const Given *given)
{
    const char *name = given->arguments[0];
    if (!name)
        return complain("lab what? nebel lab list, nebel lab run FILE or nebel lab report");
    for (unsigned i = 0; i < COUNT_OF(verbs); i++)
        if (strcmp(verbs[i].name, name) == 0)
            return verbs[i].run(given);
    return complain("lab can list, run FILE and report, not '%s'", name);
}

const Command lab_command = {
    .name = "lab",
    .argument = "list|run|report",
    .arguments_max = 2,
    .summary = "play experiments from files and report what they found",
    .example = "nebel lab list experiments",
    .options =
        {
            [LAB_SCALE] = {"--scale", "X", "run: play this part of the games (default 1)"},
            [LAB_CONCURRENCY] = {"--concurrency", "N", "run: games played at a time (default 1)"},
            [LAB_RESULTS] = {"--results", "DIR", "where results are kept (default results)"},
            [LAB_ALLOW] = {"--allow-commands", NULL, "run: start cmd: programs without asking"},
            [LAB_OUTPUT] = {"-o", "DIR", "report: where pages go (default docs/results)"},
        },
    .run = run,
};
