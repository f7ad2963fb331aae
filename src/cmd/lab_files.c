// Experiment files and the folders of results.
#define _GNU_SOURCE
#include "cmd/lab.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ending[] = ".txt"; // of every experiment's file

const char *experiments_folder(const Given *given)
{
    return given->arguments[1] ? given->arguments[1] : "experiments";
}

const char *results_folder(const Given *given)
{
    return given->options[LAB_RESULTS] ? given->options[LAB_RESULTS] : "results";
}

// --- Experiment files ----------------------------------------------------------------------------

void experiment_file_done(ExperimentFile *file)
{
    text_done(&file->text);
}

static bool read_name(const char *path, char name[NAME_ROOM])
{
    const char *slash = strrchr(path, '/');
    const char *start = slash ? slash + 1 : path;
    const size_t length = strlen(start), tail = sizeof ending - 1;
    if (!path_ends_in(start, ending) || length - tail >= NAME_ROOM) {
        complain("an experiment is a file NAME%s, not '%s'", ending, path);
        return false;
    }
    snprintf(name, NAME_ROOM, "%.*s", (int)(length - tail), start);
    return true;
}

bool experiment_file_load(ExperimentFile *file, const char *path)
{
    char why[512];
    Text message = TEXT_IN(why);
    file->text = text_growing(&memory_heap);
    if (!read_name(path, file->name))
        return false;
    if (!load_text(path, &file->text)) {
        complain("cannot read the experiment %s: %s", path, strerror(errno));
        return false;
    }
    const Slice text = {file->text.start, file->text.length};
    if (experiment_read(text, &file->experiment, &message))
        return true;
    complain("%s: %s", path, why);
    return false;
}

Page lab_page(const ExperimentFile *file, const ExperimentResults *results)
{
    return (Page){.name = file->name,
                  .experiment = &file->experiment,
                  .results = results->cells,
                  .curves = results->curves,
                  .runs = results->runs,
                  .run_count = results->run_count};
}

static int is_experiment(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && path_ends_in(entry->d_name, ending);
}

int each_experiment_file(const char *folder, ExperimentVisitor *visit, void *context)
{
    struct dirent **entries;
    const int count = scandir(folder, &entries, is_experiment, alphasort);
    if (count < 0)
        return complain("cannot read the folder %s: %s", folder, strerror(errno));
    int status = EXIT_FINE;
    for (int i = 0; i < count; i++) {
        char path[PATH_ROOM];
        ExperimentFile file = {.text = text_growing(&memory_heap)};
        if (status == EXIT_FINE && (!join_path(path, folder, entries[i]->d_name, "") ||
                                    !experiment_file_load(&file, path)))
            status = EXIT_USAGE;
        else if (status == EXIT_FINE && !visit(context, &file))
            status = EXIT_FAILED;
        experiment_file_done(&file);
        free(entries[i]);
    }
    free(entries);
    return status;
}
