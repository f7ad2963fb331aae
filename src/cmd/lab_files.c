// Experiment files and folders of results as the subcommands of `nebel lab` name them, with the options and the verdict that all of these have.
#include "base/cli/output.h"
#include "cmd/lab.h"
#include "cmd/values.h"
#include "engine/players/roster.h"
#include "games/kriegspiel/random_games.h"
#include "lab/match/workers.h"
#include "lab/report/report.h"
#include "version.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double scale_max = 1000;

void lab_time(uint64_t games, double seconds, Text *text)
{
    if (games)
        report_time(seconds, text);
    else
        text_add_char(text, '-');
}

Program lab_program(void)
{
    return (Program){.commit = NEBEL_COMMIT, .signature = umpire_signature()};
}

bool lab_read_scale(const Given *given, double *scale)
{
    const char *text = given->options[LAB_SCALE];
    char after;
    double read;
    if (!text)
        return true;
    if (sscanf(text, "%lf%c", &read, &after) != 1 || !(read > 0 && read <= scale_max)) {
        complain("--scale takes a number above 0, as in 0.1 for a tenth of the games, not '%s'",
                 text);
        return false;
    }
    *scale = read;
    return true;
}

bool lab_read_concurrency(const Given *given, unsigned *concurrency)
{
    uint64_t threads = 1;
    if (!read_number("--concurrency", given->options[LAB_CONCURRENCY], 1, WORKERS_THREADS_MAX,
                     &threads))
        return false;
    *concurrency = (unsigned)threads;
    return true;
}

bool lab_check_cells(const ExperimentFile *file)
{
    const uint32_t count = experiment_cell_count(&file->experiment);
    for (uint32_t i = 0; i < count; i++) {
        char why[MESSAGE_ROOM];
        Text message = TEXT_IN(why);
        ExperimentCell cell;
        experiment_cell(&file->experiment, i, &cell);
        if (check_players(&cell.plan, &message))
            continue;
        complain("%s: line %" PRIu32 ": %s", file->path, cell.fixture->line, why);
        return false;
    }
    return true;
}

// Better said now than in game 17.
bool check_players(const Plan *plan, Text *message)
{
    for (uint32_t i = 0; i < plan->player_count; i++) {
        if (!roster_check(&memory_heap, plan->players[i], plan->game, message))
            return false;
        complain_of_sandbox(roster_lack(plan->players[i]));
    }
    return true;
}

static const char ending[] = ".txt"; // of every experiment's file
static const char experiments_default[] = "experiments";

const char *experiments_folder(const Given *given)
{
    return given->arguments[1] ? given->arguments[1] : experiments_default;
}

const char *results_folder(const Given *given)
{
    return given->options[LAB_RESULTS] ? given->options[LAB_RESULTS] : "results";
}

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
    if (!join_path(path, experiments_default, word, ending))
        return false;
    if (access(path, F_OK) == 0)
        return experiment_file_load(file, path);
    complain("there is no experiment '%s' in the folder %s; nebel lab list lists them, and a file "
             "elsewhere is named by its path",
             word, experiments_default);
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

// Prints text of a page without the marks of bold words.
static void print_unmarked(const char *text)
{
    while (*text) {
        const char *mark = strstr(text, "**");
        const size_t length = mark ? (size_t)(mark - text) : strlen(text);
        fwrite(text, 1, length, stdout);
        text += mark ? length + 2 : length;
    }
}

bool lab_print_verdict(const ExperimentFile *file, const char *folder)
{
    ExperimentResults results = {0};
    Text text = text_growing(&memory_heap);
    const bool is_fine = experiment_results_load(&results, folder, &file->experiment);
    if (is_fine) {
        const Page page = lab_page(file, &results);
        page_write_answer(&page, &text);
        printf("\nVerdict\n\n");
        print_unmarked(text.start);
    }
    text_done(&text);
    experiment_results_done(&results);
    return is_fine;
}

bool lab_has_guests(const Experiment *experiment)
{
    for (uint32_t i = 0; i < experiment_cell_count(experiment); i++) {
        ExperimentCell cell;
        experiment_cell(experiment, i, &cell);
        if (plan_has_external_programs(&cell.plan))
            return true;
    }
    return false;
}
