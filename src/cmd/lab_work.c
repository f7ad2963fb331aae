// nebel lab work: plays units of the farm's experiments until none is open.
#include "cmd/lab_farm.h"

#include "base/os/clocks.h"
#include "base/os/interrupt.h"
#include "base/os/machine.h"
#include "lab/farm/worker.h"
#include "lab/report/report.h"

#include <inttypes.h>
#include <stdio.h>

enum { NAME_BYTES_MAX = 128, CPU_ROOM = 96, TIME_ROOM = 32 };

static void tell_played(void *context, const FarmWorkNews *news)
{
    (void)context;
    char memory[TIME_ROOM];
    Text time = TEXT_IN(memory);
    report_time(news->seconds, &time);
    printf("unit %" PRIu64 " of cell %" PRIu32 " played in %s; %" PRIu64 " units, %" PRIu64
           " games so far\n",
           news->unit, news->cell + 1, memory, news->units, news->games);
    fflush(stdout);
}

static void tell_lost(void *context, const char *problem)
{
    (void)context;
    farm_tell_away(problem);
}

static int conclude(FarmWorkEnd end, const char *why)
{
    switch (end) {
    case FARM_WORK_IDLE:
        printf("nothing is left to play; --wait waits for the next experiment\n");
        return EXIT_FINE;
    case FARM_WORK_STOPPED:
        return complain_failed("stopped; the unit in play was given back");
    case FARM_WORK_REFUSED:
        return complain_failed("the farm refuses this build: its players play otherwise than those "
                               "of the experiment. Use the same commit, models and engines");
    case FARM_WORK_BROKEN:
        return complain_failed("the farm refuses this machine: it reported games that do not "
                               "replay. Check its memory and its build; when they are sound, "
                               "--machine NAME lets it play under another name");
    case FARM_WORK_FAILED:
        break;
    }
    return complain_failed("the farm: %s", why);
}

int lab_work(const Given *given)
{
    char why[MESSAGE_ROOM * 2], name[NAME_BYTES_MAX + 1], cpu[CPU_ROOM], signature[17];
    Text message = TEXT_IN(why), name_text = TEXT_IN(name), cpu_text = TEXT_IN(cpu);
    const Program program = lab_program();
    FarmWorkPlan plan = {.database = farm_database(given),
                         .machine = given->options[LAB_MACHINE],
                         .commit = program.commit,
                         .signature = signature,
                         .cpu = cpu,
                         .cores = machine_cores(),
                         .waits = given->options[LAB_WAIT],
                         .clocks = &system_clocks,
                         .played = tell_played,
                         .lost = tell_lost};
    if (!lab_read_concurrency(given, &plan.threads))
        return EXIT_USAGE;
    if (given->argument_count > 1)
        return complain("lab work plays whatever is open, without the name of an experiment");
    snprintf(signature, sizeof signature, "%016" PRIx64, program.signature);
    machine_cpu(&cpu_text);
    machine_name(&name_text);
    if (!plan.machine)
        plan.machine = name;
    plan.is_stopped = interrupts_catch();
    return conclude(farm_work(&memory_heap, &plan, &message), why);
}
