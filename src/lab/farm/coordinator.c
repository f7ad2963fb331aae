// Checks reports, refuses machines whose games do not replay, and hands out checked pairs.
#include "lab/farm/coordinator.h"

#include "lab/farm/results_check.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MACHINE_ROOM = 256 /* for "ada on laptop" */, NEWS_ROOM = 512 };

// A report of a unit as it was read.
typedef struct FarmReport {
    uint64_t unit, first;
    uint32_t pairs;
    bool is_checked;
    uint64_t worker, machine;
    char machine_name[MACHINE_ROOM];
    Text lines;
} FarmReport;

// Ends the source for this reason; always false.
static bool coordinator_end(FarmCoordinator *coordinator, FarmCoordinatorEnd end)
{
    coordinator->end = end;
    return false;
}

static bool coordinator_fail(FarmCoordinator *coordinator, const char *why)
{
    text_add(&coordinator->owner->message, why);
    return coordinator_end(coordinator, FARM_COORDINATOR_FAILED);
}

// Runs a statement of the owner; ends the source if that fails.
static bool coordinator_ask(FarmCoordinator *coordinator, FarmOwnerStatement statement,
                            const char *const *values)
{
    return farm_call(coordinator->owner, statement, values) ||
           coordinator_end(coordinator, FARM_COORDINATOR_FAILED);
}

// Removes what was written of cells in which a machine has played.
static bool forget_cells(FarmCoordinator *coordinator, const char *machine)
{
    const FarmNumber id = farm_number(coordinator->found->id);
    const char *const values[] = {id.text, machine};
    if (!coordinator_ask(coordinator, FARM_TOUCHED, values))
        return false;
    const uint32_t count = store_call_rows(coordinator->owner->caller);
    for (uint32_t i = 0; i < count; i++) {
        ExperimentCell cell;
        const uint64_t number = store_call_number(coordinator->owner->caller, i, 0);
        experiment_cell(coordinator->experiment, (uint32_t)number, &cell);
        experiment_cell_scale(&cell, coordinator->found->scale);
        if (!coordinator->forget(coordinator->context, &cell))
            return coordinator_end(coordinator, FARM_COORDINATOR_FAILED);
    }
    return true;
}

// Refuses the machine of a report and ends the source with FARM_COORDINATOR_AGAIN, or with a failure; always false. The files go
// first: a coordinator that dies in between reads the reports again and finds the same, since the sample is fixed.
static bool refuse_machine(FarmCoordinator *coordinator, const FarmReport *report, const char *why)
{
    const FarmNumber machine = farm_number(report->machine);
    const char *const values[] = {machine.text, why};
    char memory[NEWS_ROOM];
    Text news = TEXT_IN(memory);
    if (!forget_cells(coordinator, machine.text) ||
        !coordinator_ask(coordinator, FARM_REFUSE, values))
        return false;
    text_format(&news, "%s is refused: %s; its reports are dropped, units that are open again: %s",
                report->machine_name, why, store_call_field(coordinator->owner->caller, 0, 0));
    coordinator->notify(coordinator->context, memory);
    return coordinator_end(coordinator, FARM_COORDINATOR_AGAIN);
}

// Plays the sample of a report again, if its unit has one; refuses its machine if the pair differs.
static bool check_sample(FarmCoordinator *coordinator, const FarmReport *report)
{
    FarmDatabase *owner = coordinator->owner;
    uint32_t index;
    bool is_same;
    if (!plan_is_deterministic(&coordinator->cell->plan) ||
        !farm_is_sampled(report->unit, report->pairs, &index))
        return true;
    if (!coordinator->player)
        coordinator->player = pair_player_create(&owner->memory, &coordinator->cell->plan,
                                                 owner->clocks, &owner->message);
    if (!coordinator->player)
        return coordinator_end(coordinator, FARM_COORDINATOR_FAILED);
    const Slice line = farm_line((Slice){report->lines.start, report->lines.length}, index);
    if (!farm_play_again(coordinator->player, report->first + index, line, &owner->memory,
                         &is_same))
        return coordinator_fail(coordinator, "there is not enough memory to play");
    return is_same ||
           refuse_machine(coordinator, report, "it reported a pair that its players do not play");
}

// Reads the report of the unit with this pair; `*is_there` is false if there is none yet.
static bool read_report(FarmCoordinator *coordinator, uint64_t number, FarmReport *report,
                        bool *is_there)
{
    const StoreCaller *caller = coordinator->owner->caller;
    const FarmNumber cell = farm_number(coordinator->cell_id), pair = farm_number(number);
    const char *const values[] = {cell.text, pair.text};
    if (!coordinator_ask(coordinator, FARM_UNIT, values))
        return false;
    *is_there = store_call_rows(caller) > 0;
    if (!*is_there)
        return true;
    Text name = TEXT_IN(report->machine_name);
    report->unit = store_call_number(caller, 0, 0);
    report->first = store_call_number(caller, 0, 1);
    report->pairs = (uint32_t)store_call_number(caller, 0, 2);
    report->is_checked = strcmp(store_call_field(caller, 0, 3), "checked") == 0;
    report->worker = store_call_number(caller, 0, 4);
    report->machine = store_call_number(caller, 0, 5);
    text_add(&name, store_call_field(caller, 0, 6));
    text_add(&report->lines, store_call_field(caller, 0, 7));
    return !report->lines.cut || coordinator_fail(coordinator, "there is not enough memory");
}

// Checks a report. It is not approved if it was dropped meanwhile.
static bool check_report(FarmCoordinator *coordinator, const FarmReport *report, bool *is_approved)
{
    const FarmNumber unit = farm_number(report->unit), worker = farm_number(report->worker);
    const char *const values[] = {unit.text, worker.text};
    const Slice lines = {report->lines.start, report->lines.length};
    if (!farm_lines_are_possible(&coordinator->cell->plan, report->first, report->pairs, lines,
                                 &coordinator->owner->memory))
        return refuse_machine(coordinator, report,
                              "it reported a record that no umpire would have let pass");
    *is_approved = report->is_checked;
    if (report->is_checked)
        return true;
    if (!check_sample(coordinator, report) || !coordinator_ask(coordinator, FARM_APPROVE, values))
        return false;
    *is_approved = store_call_rows(coordinator->owner->caller) > 0;
    return true;
}

// Takes the unit with this pair, if it is there and approved.
static bool take_unit(FarmCoordinator *coordinator, uint64_t number, bool *is_there)
{
    FarmReport report = {.lines = text_growing(&coordinator->owner->memory)};
    const bool is_fine = read_report(coordinator, number, &report, is_there) &&
                         (!*is_there || check_report(coordinator, &report, is_there));
    if (!is_fine || !*is_there) {
        text_done(&report.lines);
        return is_fine;
    }
    text_done(&coordinator->lines);
    coordinator->lines = report.lines;
    coordinator->rest = (Slice){report.lines.start, report.lines.length};
    coordinator->first = report.first;
    coordinator->pairs = report.pairs;
    for (uint64_t i = report.first; i < number; i++)
        (void)slice_take(&coordinator->rest, "\n"); // the match file has it already
    return true;
}

// Saves in the farm what the match file has.
static bool save_counts(FarmCoordinator *coordinator, bool is_over)
{
    const Meeting *meeting = tally_match(coordinator->tally);
    const FarmNumber cell = farm_number(coordinator->cell_id);
    char pairs[128], games[128];
    Text pairs_text = TEXT_IN(pairs), games_text = TEXT_IN(games);
    for (unsigned i = 0; i < PAIR_SCORES; i++)
        text_format(&pairs_text, "%c%" PRIu32, i ? ',' : '{', meeting->pairs.count[i]);
    text_add_char(&pairs_text, '}');
    text_format(&games_text, "{%" PRIu32 ",%" PRIu32 ",%" PRIu32 "}", meeting->games.wins,
                meeting->games.draws, meeting->games.losses);
    const char *const values[] = {cell.text, pairs, games, is_over ? "t" : "f"};
    return coordinator_ask(coordinator, FARM_COUNT, values);
}

// Returns whether this build plays as the one that submitted the experiment; otherwise it would refuse every machine.
static bool has_same_proof(FarmCoordinator *coordinator, const char *expected)
{
    FarmDatabase *owner = coordinator->owner;
    Text line = text_growing(&owner->memory), kept = text_growing(&owner->memory);
    text_add(&kept, expected);
    const bool is_played =
        farm_proof(coordinator->cell, &owner->memory, owner->clocks, &line, &owner->message);
    const bool is_same = is_played && !kept.cut && strcmp(line.start, kept.start) == 0;
    text_done(&line);
    text_done(&kept);
    if (is_played && !is_same)
        return coordinator_fail(coordinator,
                                "this build plays otherwise than the one that submitted the "
                                "experiment; keep it with that one");
    return is_same || coordinator_end(coordinator, FARM_COORDINATOR_FAILED);
}

static bool coordinator_open_cell(void *context, const ExperimentCell *cell, uint32_t number,
                                  const Tally *tally)
{
    FarmCoordinator *coordinator = context;
    const StoreCaller *caller = coordinator->owner->caller;
    const FarmNumber id = farm_number(coordinator->found->id), cell_number = farm_number(number),
                     pairs = farm_number(tally->pairs);
    const char *const values[] = {id.text, cell_number.text};
    coordinator->cell = cell;
    coordinator->tally = tally;
    coordinator->pairs = 0;
    coordinator->lines = text_growing(&coordinator->owner->memory);
    if (!coordinator_ask(coordinator, FARM_CELL, values))
        return false;
    if (!store_call_rows(caller))
        return coordinator_fail(coordinator,
                                "this build finds more cells in the experiment than the farm has");
    coordinator->cell_id = store_call_number(caller, 0, 0);
    const FarmNumber farm_cell = farm_number(coordinator->cell_id);
    const char *const skipped[] = {farm_cell.text, pairs.text};
    return has_same_proof(coordinator, store_call_field(caller, 0, 1)) &&
           coordinator_ask(coordinator, FARM_SKIP, skipped);
}

static void close_cell(void *context)
{
    FarmCoordinator *coordinator = context;
    pair_player_destroy(coordinator->player);
    coordinator->player = NULL;
    text_done(&coordinator->lines);
    coordinator->pairs = 0;
    coordinator->hide(coordinator->context);
}

// Waits a while for more; false if the experiment was cancelled.
static bool wait_for_reports(FarmCoordinator *coordinator)
{
    const FarmNumber id = farm_number(coordinator->found->id);
    const char *const values[] = {id.text};
    coordinator->wait(coordinator->context);
    if (!coordinator_ask(coordinator, FARM_STATE, values))
        return false;
    return strcmp(store_call_field(coordinator->owner->caller, 0, 0), "open") == 0 ||
           coordinator_end(coordinator, FARM_COORDINATOR_CANCELLED);
}

static bool next_pair(void *context, uint64_t number, PairResult *result, bool *is_pair)
{
    FarmCoordinator *coordinator = context;
    *is_pair = true;
    while (!coordinator->pairs || number >= coordinator->first + coordinator->pairs) {
        bool is_there;
        *is_pair = !atomic_load(coordinator->is_stopped);
        if (!*is_pair)
            return true;
        if (coordinator->pairs && !save_counts(coordinator, false))
            return false;
        coordinator->pairs = 0;
        if (!take_unit(coordinator, number, &is_there))
            return false;
        if (!is_there && !wait_for_reports(coordinator))
            return false;
    }
    return pair_from_line(&coordinator->cell->plan, slice_take(&coordinator->rest, "\n"), result) ||
           coordinator_fail(coordinator, "a report that was checked has changed since");
}

static bool finish_cell(void *context, bool is_over, double *games_per_second)
{
    FarmCoordinator *coordinator = context;
    const FarmNumber cell = farm_number(coordinator->cell_id);
    const char *const values[] = {cell.text};
    if (!save_counts(coordinator, is_over) || !coordinator_ask(coordinator, FARM_SPEED, values))
        return false;
    *games_per_second = strtod(store_call_field(coordinator->owner->caller, 0, 0), NULL);
    return true;
}

static bool read_runs(void *context, RunSink sink)
{
    FarmCoordinator *coordinator = context;
    const StoreCaller *caller = coordinator->owner->caller;
    const FarmNumber id = farm_number(coordinator->found->id);
    const char *const values[] = {id.text};
    if (!coordinator_ask(coordinator, FARM_RUNS, values))
        return false;
    const uint32_t count = store_call_rows(caller);
    for (uint32_t i = 0; i < count; i++) {
        Run run = {.cores = (uint32_t)store_call_number(caller, i, 4),
                   .concurrency = (uint32_t)store_call_number(caller, i, 5),
                   .scale = coordinator->found->scale};
        Text date = TEXT_IN(run.date), commit = TEXT_IN(run.commit),
             signature = TEXT_IN(run.signature), cpu = TEXT_IN(run.cpu);
        text_add(&date, store_call_field(caller, i, 0));
        text_add(&commit, store_call_field(caller, i, 1));
        text_add(&signature, store_call_field(caller, i, 2));
        text_add(&cpu, store_call_field(caller, i, 3));
        if (!sink.take(sink.context, &run))
            return coordinator_fail(coordinator, "there is not enough memory");
    }
    return true;
}

PairSource farm_coordinator_source(FarmCoordinator *coordinator)
{
    assert(coordinator->owner && coordinator->found && coordinator->experiment);
    return (PairSource){.open = coordinator_open_cell,
                        .next = next_pair,
                        .finish = finish_cell,
                        .close = close_cell,
                        .runs = read_runs,
                        .context = coordinator};
}
