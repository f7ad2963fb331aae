// nebel lab run: plays the cells of an experiment one after another, each into its own match file. nebel lab gather: joins what several
// runs have played of it, each its share. nebel lab verify: plays the games of kept results again and compares.
#include "cmd/lab.h"
#include "engine/players/roster.h"
#include "lab/run/experiment_files.h"
#include "lab/run/experiment_run.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { REPLACED_MAX = 99 }; // replaced results of one experiment that are kept

// For runs that must not touch the results, and for results that were replaced.
static const char scratch[] = "build/lab";

// Where a run writes.
typedef struct ResultsPlace {
    const char *name; // of the experiment
    char folder[PATH_ROOM];
} ResultsPlace;

// Moves results that are to be replaced to the first free name of the scratch folder.
static bool move_away(const ResultsPlace *place)
{
    char target[PATH_ROOM], ending[16];
    if (access(place->folder, F_OK) != 0)
        return true;
    if (!make_folder(scratch))
        return false;
    int error = EEXIST;
    for (unsigned i = 1; i <= REPLACED_MAX && (error == EEXIST || error == ENOTEMPTY); i++) {
        snprintf(ending, sizeof ending, ".replaced-%u", i);
        if (!join_path(target, scratch, place->name, ending))
            return false;
        error = rename(place->folder, target) == 0 ? 0 : errno;
    }
    if (error)
        complain("cannot move %s to %s: %s", place->folder, target, strerror(error));
    else
        printf("the results that were in %s are now in %s\n", place->folder, target);
    return !error;
}

// A run of fewer games than there are, which it cannot extend, is a trial: it goes to the scratch folder.
static bool go_elsewhere(ResultsPlace *place, ExperimentRun *plan)
{
    char kept[PATH_ROOM];
    bool is_all_kept;
    memcpy(kept, place->folder, sizeof kept);
    if (!join_path(place->folder, scratch, place->name, "") ||
        !experiment_run_is_kept(plan, &is_all_kept))
        return false;
    if (is_all_kept) {
        complain("%s and %s have as many games or more; --results DIR plays into another folder, "
                 "--replace plays these anew",
                 kept, place->folder);
        return false;
    }
    printf("%s has as many games or more: this run is written to %s (--replace replaces what is "
           "there)\n",
           kept, place->folder);
    return true;
}

static bool choose_folder(const Given *given, ResultsPlace *place, ExperimentRun *plan)
{
    bool is_all_kept;
    plan->folder = place->folder;
    if (!join_path(place->folder, results_folder(given), place->name, ""))
        return false;
    plan->is_replacing = given->options[LAB_REPLACE] != NULL;
    if (plan->is_replacing)
        return move_away(place) && make_folder(place->folder);
    if (!experiment_run_is_kept(plan, &is_all_kept))
        return false;
    if (is_all_kept && plan->scale < 1 && !go_elsewhere(place, plan))
        return false;
    if (is_all_kept && plan->scale >= 1)
        printf("%s has all its games; --replace plays them anew, --results DIR in another folder\n",
               place->folder);
    return make_folder(place->folder);
}

// The question before an experiment starts programs of its own: its file may be a stranger's.

// A file may hold control characters; a terminal must not obey them.
static void print_guest(const char *text)
{
    fputs("  ", stderr);
    for (; *text; text++)
        fputc((unsigned char)*text < ' ' || *text == '\x7f' ? '?' : *text, stderr);
    fputc('\n', stderr);
}

// Whether a player was printed before: it is in an earlier cell, or is the first side of this cell.
static bool is_repeated(const Experiment *experiment, uint32_t number, unsigned side,
                        const char *player)
{
    assert(side < 2);
    ExperimentCell cell;
    for (uint32_t i = 0; i <= number; i++) {
        experiment_cell(experiment, i, &cell);
        for (unsigned j = 0; j < (i < number ? 2 : side); j++)
            if (strcmp(cell.players[j], player) == 0)
                return true;
    }
    return false;
}

// Prints every guest of an experiment once. Returns how many there are.
static unsigned print_guests(const char *path, const Experiment *experiment)
{
    const uint32_t count = experiment_cell_count(experiment);
    unsigned guests = 0;
    for (uint32_t i = 0; i < count; i++) {
        ExperimentCell cell;
        experiment_cell(experiment, i, &cell);
        for (unsigned side = 0; side < 2; side++) {
            const char *player = cell.players[side];
            if (!roster_is_guest(player) || is_repeated(experiment, i, side, player))
                continue;
            if (!guests++)
                fprintf(stderr, "%s runs these programs on this machine:\n", path);
            print_guest(player);
        }
    }
    return guests;
}

static bool ask_to_run(void)
{
    char answer[16];
    fputs("Run them? [y/N] ", stderr);
    fflush(stderr);
    return fgets(answer, sizeof answer, stdin) && (answer[0] == 'y' || answer[0] == 'Y');
}

// Whether the guests of an experiment may be started: there are none, `is_allowed` is set, or the user agrees at the
// terminal. If not, says what to do and sets `*status`.
static bool may_start(const char *path, const Experiment *experiment, bool is_allowed, int *status)
{
    if (is_allowed || !print_guests(path, experiment))
        return true;
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO)) {
        *status = complain("an experiment with programs of its own is run with --allow-commands, "
                           "or at a terminal");
        return false;
    }
    *status = EXIT_FAILED;
    if (ask_to_run())
        return true;
    complain("nothing was run");
    return false;
}

static int run_file(const Given *given, const ExperimentFile *file, ExperimentRun plan)
{
    assert(plan.concurrency > 0 && plan.scale > 0);
    int refusal;
    ResultsPlace place = {.name = file->name};
    plan.experiment = &file->experiment;
    if (!lab_check_cells(file))
        return EXIT_USAGE;
    if (!may_start(file->path, &file->experiment, given->options[LAB_ALLOW], &refusal))
        return refusal;
    if (!choose_folder(given, &place, &plan))
        return EXIT_FAILED;
    const int status = experiment_run(&plan);
    return status || lab_print_verdict(file, place.folder) ? status : EXIT_FAILED;
}

// Plays a share into its own folder.
static int run_share(const Given *given, const ExperimentFile *file, ExperimentRun plan)
{
    char folder[PATH_ROOM], results[PATH_ROOM];
    plan.experiment = &file->experiment;
    plan.folder = folder;
    if (given->options[LAB_REPLACE])
        return complain(
            "--replace is for whole runs; remove the folder of a share to play it anew");
    if (lab_has_guests(&file->experiment))
        return complain("%s starts programs by cmd:, whose seeds are secrets of one run; it cannot "
                        "be played in shares",
                        file->path);
    if (!lab_check_cells(file))
        return EXIT_USAGE;
    if (!join_path(results, results_folder(given), file->name, "") ||
        !share_folder(folder, results, plan.share) || !make_folder(folder))
        return EXIT_FAILED;
    const int status = experiment_run(&plan);
    if (!status)
        printf("share %s is played; nebel lab gather %s joins all shares\n",
               given->options[LAB_SHARE], given->arguments[1]);
    return status;
}

static int gather_file(const Given *given, const ExperimentFile *file, ExperimentRun plan)
{
    char folder[PATH_ROOM];
    Shares shares = {.folder = folder};
    const PairSource source = shares_source(&shares);
    bool is_missing;
    plan.experiment = &file->experiment;
    plan.folder = folder;
    if (!join_path(folder, results_folder(given), file->name, "") ||
        !shares_find(folder, &shares.count))
        return EXIT_FAILED;
    const int status = experiment_gather(&plan, &source, &is_missing);
    if (is_missing)
        complain("some shares are missing; what there is has been gathered");
    return status || lab_print_verdict(file, folder) ? status : EXIT_FAILED;
}

static bool read_share(const Given *given, MatchShare *share)
{
    const char *text = given->options[LAB_SHARE];
    if (!text || share_from_text((Slice){text, strlen(text)}, share))
        return true;
    complain("--share takes which of how many, as in 2/4, at most %d, not '%s'", SHARES_MAX, text);
    return false;
}

typedef int FileRunner(const Given *given, const ExperimentFile *file, ExperimentRun plan);

static int with_file(const Given *given, FileRunner *run, ExperimentRun plan)
{
    ExperimentFile file;
    plan.program = lab_program();
    const int status = lab_load(&file, given) ? run(given, &file, plan) : EXIT_USAGE;
    experiment_file_done(&file);
    return status;
}

int lab_run(const Given *given)
{
    ExperimentRun plan = {.scale = 1};
    if (!lab_read_scale(given, &plan.scale) || !lab_read_concurrency(given, &plan.concurrency) ||
        !read_share(given, &plan.share))
        return EXIT_USAGE;
    return with_file(given, plan.share.count ? run_share : run_file, plan);
}

int lab_gather(const Given *given)
{
    ExperimentRun plan = {.scale = 1};
    return lab_read_scale(given, &plan.scale) ? with_file(given, gather_file, plan) : EXIT_USAGE;
}

// nebel lab verify.

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
