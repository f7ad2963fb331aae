// Experiment files and the folders of results.
#include "cmd/lab.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char ending[] = ".txt"; // of every experiment's file
static const char default_experiments[] = "experiments";

const char *experiments_folder(const Given *given)
{
    return given->arguments[1] ? given->arguments[1] : default_experiments;
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
    snprintf(file->path, sizeof file->path, "%s", path);
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

// A name is no path: it has no folder and no ending of ours.
static bool is_name(const char *word)
{
    return !strchr(word, '/') && !path_ends_in(word, ending);
}

bool lab_load_named(ExperimentFile *file, const char *word)
{
    char path[PATH_ROOM];
    file->text = text_growing(&memory_heap);
    if (!is_name(word))
        return experiment_file_load(file, word);
    if (!join_path(path, default_experiments, word, ending))
        return false;
    if (access(path, F_OK) == 0)
        return experiment_file_load(file, path);
    complain("there is no experiment '%s' in the folder %s; nebel lab list lists them, and a file "
             "elsewhere is named by its path",
             word, default_experiments);
    return false;
}

bool lab_load(ExperimentFile *file, const Given *given)
{
    file->text = text_growing(&memory_heap);
    if (given->arguments[1])
        return lab_load_named(file, given->arguments[1]);
    complain("name an experiment, as in nebel lab %s NAME; nebel lab list lists them",
             given->arguments[0]);
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

// By name: a whole file name would put NAME-nodes.txt before NAME.txt.
static int compare_names(const struct dirent **a, const struct dirent **b)
{
    const size_t tail = sizeof ending - 1;
    const size_t a_length = strlen((*a)->d_name) - tail, b_length = strlen((*b)->d_name) - tail;
    const int order = memcmp((*a)->d_name, (*b)->d_name, a_length < b_length ? a_length : b_length);
    return order ? order : (a_length > b_length) - (a_length < b_length);
}

int each_experiment_file(const char *folder, ExperimentVisitor *visit, void *context)
{
    struct dirent **entries;
    const int count = scandir(folder, &entries, is_experiment, compare_names);
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
