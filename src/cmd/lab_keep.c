// nebel lab keep: checks what workers report and writes it to the match files of the experiment.
#include "cmd/lab_farm.h"

#include "base/cli/progress.h"
#include "base/os/interrupt.h"
#include "lab/farm/coordinator.h"
#include "lab/farm/status.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// What the callbacks of the coordinator need.
typedef struct Keeping {
    FarmOwner *owner;
    const char *name, *folder;
    Live live;
} Keeping;

static bool forget(void *context, const ExperimentCell *cell)
{
    static const char *const endings[] = {".match", ".json", ".curves.json"};
    const Keeping *keeping = context;
    for (unsigned i = 0; i < COUNT_OF(endings); i++) {
        char path[PATH_ROOM];
        if (!cell_path(path, keeping->folder, cell, endings[i]))
            return false;
        if (remove(path) != 0 && errno != ENOENT) {
            complain("cannot remove %s: %s", path, strerror(errno));
            return false;
        }
    }
    return true;
}

static void hide(void *context)
{
    Keeping *keeping = context;
    live_end(&keeping->live);
}

static void notify_operator(void *context, const char *news)
{
    hide(context);
    printf("%s\n", news);
    fflush(stdout);
}

static void wait_a_while(void *context)
{
    static const struct timespec pause = {.tv_nsec = 300000000};
    Keeping *keeping = context;
    Text picture = text_growing(&memory_heap);
    bool is_open;
    if (live_is_due(&keeping->live) &&
        farm_picture(keeping->owner, keeping->name, &picture, &is_open))
        live_show(&keeping->live, picture.start);
    text_done(&picture);
    nanosleep(&pause, NULL);
}

static int conclude(const FarmKeeper *keeper, const Keeping *keeping, int status)
{
    if (keeper->end == FARM_KEEP_CANCELLED)
        return complain_failed("%s was cancelled; %s has what was checked before", keeping->name,
                               keeping->folder);
    if (keeper->end == FARM_KEEP_FAILED)
        return complain_of_farm(keeper->owner);
    return status;
}

// Gathers until every cell has its pairs. A machine that is refused begins it anew, from what is left.
static int keep_experiment(FarmKeeper *keeper, Keeping *keeping, const ExperimentRun *plan)
{
    const PairSource source = farm_keeper_source(keeper);
    bool is_missing;
    int status;
    farm_owner_persist(keeper->owner);
    keeping->live = live_begin();
    do {
        keeper->end = FARM_KEEP_FINE;
        status = experiment_gather(plan, &source, &is_missing);
    } while (keeper->end == FARM_KEEP_AGAIN && !atomic_load(keeper->is_stopped));
    if (!status && !farm_finish(keeper->owner, keeper->found))
        keeper->end = FARM_KEEP_FAILED;
    return conclude(keeper, keeping, status);
}

static int keep_found(const Given *given, FarmOwner *owner, const FarmExperiment *found)
{
    char folder[PATH_ROOM], why[MESSAGE_ROOM];
    Text message = TEXT_IN(why);
    ExperimentFile file = {.text = found->description};
    Keeping keeping = {.owner = owner, .name = given->arguments[1], .folder = folder};
    FarmKeeper keeper = {.owner = owner,
                         .found = found,
                         .experiment = &file.experiment,
                         .is_stopped = interrupts_catch(),
                         .forget = forget,
                         .notify = notify_operator,
                         .wait = wait_a_while,
                         .hide = hide,
                         .context = &keeping};
    const ExperimentRun plan = {.experiment = &file.experiment,
                                .folder = folder,
                                .program = lab_program(),
                                .scale = found->scale,
                                .concurrency = 1};
    snprintf(file.name, sizeof file.name, "%s", keeping.name);
    snprintf(file.path, sizeof file.path, "%s", keeping.name);
    if (!experiment_read((Slice){file.text.start, file.text.length}, &file.experiment, &message))
        return complain_failed("this build cannot read the experiment: %s", why);
    if (!lab_check_cells(&file))
        return EXIT_USAGE;
    if (!join_path(folder, results_folder(given), keeping.name, "") || !make_folder(folder))
        return EXIT_FAILED;
    const int status = keep_experiment(&keeper, &keeping, &plan);
    return status || lab_print_verdict(&file, folder) ? status : EXIT_FAILED;
}

static int keep(const Given *given, FarmOwner *owner)
{
    FarmExperiment found;
    bool is_there;
    const char *name = farm_name(given);
    if (!name)
        return EXIT_USAGE;
    int status = EXIT_FAILED;
    if (!farm_find(owner, name, &found, &is_there))
        complain_of_farm(owner);
    else if (!is_there || !found.is_open)
        complain("no experiment '%s' is open in the farm; nebel lab submit %s submits it", name,
                 name);
    else
        status = keep_found(given, owner, &found);
    farm_experiment_done(&found);
    return status;
}

int lab_keep(const Given *given)
{
    return with_farm(given, keep);
}
