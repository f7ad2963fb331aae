// Checking reports, and handing out their pairs.
#include "lab/farm/keep.h"

#include "lab/farm/inside.h"
#include "lab/farm/judge.h"
#include "lab/farm/proof.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// A report of a unit as it was read.
typedef struct Report {
    uint64_t unit, first;
    uint32_t pairs;
    bool is_checked;
    uint64_t worker, member, replayed;
    char who[FARM_WHO_ROOM];
    Text lines;
} Report;

// --- Playing again -------------------------------------------------------------------------------

static bool has_player(FarmKeeper *keeper)
{
    FarmOwner *owner = keeper->owner;
    if (!keeper->player)
        keeper->player =
            pair_player_create(&owner->memory, &keeper->cell->plan, owner->clocks, &owner->message);
    return keeper->player || farm__fail(keeper, FARM_KEEP_FAILED);
}

// Plays the sample of a report again; bars its member if a pair differs.
static bool play_sample(FarmKeeper *keeper, const Report *report, FarmSample sample)
{
    if (sample.count && !has_player(keeper))
        return false;
    for (uint32_t i = 0; i < sample.count; i++) {
        const uint32_t index = (sample.from + i) % report->pairs;
        bool is_same;
        if (!farm_play_again(keeper->player, report->first + index,
                             farm_line(farm__slice(&report->lines), index), &keeper->owner->memory,
                             &is_same))
            return farm__fail_with(keeper, "there is not enough memory to play");
        if (!is_same)
            return farm__bar(keeper, report->member, report->who,
                             "it reported a pair that its players do not play");
    }
    return true;
}

// --- Units ---------------------------------------------------------------------------------------

// Reads the report of the unit with this pair; `*is_there` is false if there is none yet.
static bool read_report(FarmKeeper *keeper, uint64_t number, Report *report, bool *is_there)
{
    const StoreCaller *caller = keeper->owner->caller;
    const FarmNumber cell = farm_number(keeper->cell_id), pair = farm_number(number),
                     limit = farm_number(PROBATION_PAIRS);
    const char *const values[] = {cell.text, pair.text, limit.text};
    if (!farm__ask(keeper, FARM_UNIT, values))
        return false;
    *is_there = store_call_rows(caller) > 0;
    if (!*is_there)
        return true;
    Text who = TEXT_IN(report->who);
    report->unit = store_call_number(caller, 0, 0);
    report->first = store_call_number(caller, 0, 1);
    report->pairs = (uint32_t)store_call_number(caller, 0, 2);
    report->is_checked = strcmp(store_call_field(caller, 0, 3), "checked") == 0;
    report->worker = store_call_number(caller, 0, 4);
    report->member = store_call_number(caller, 0, 5);
    text_add(&who, store_call_field(caller, 0, 6));
    text_add(&report->lines, store_call_field(caller, 0, 7));
    report->replayed = store_call_number(caller, 0, 8);
    return !report->lines.cut || farm__fail_with(keeper, "there is not enough memory");
}

static bool approve(FarmKeeper *keeper, const Report *report, uint32_t replayed, bool *is_approved)
{
    const FarmNumber unit = farm_number(report->unit), worker = farm_number(report->worker),
                     pairs = farm_number(replayed);
    const char *const values[] = {unit.text, worker.text, pairs.text};
    if (!farm__ask(keeper, FARM_APPROVE, values))
        return false;
    *is_approved = store_call_field(keeper->owner->caller, 0, 0)[0] == 't';
    return true;
}

// Looks whether a report can be true. If another report of its unit came meanwhile, it is not approved.
static bool check_report(FarmKeeper *keeper, const Report *report, bool *is_approved)
{
    const FarmExperiment *found = keeper->found;
    if (!farm_lines_are_possible(&keeper->cell->plan, report->first, report->pairs,
                                 farm__slice(&report->lines), &keeper->owner->memory))
        return farm__bar(keeper, report->member, report->who,
                         "it reported a record that no umpire would have let pass");
    *is_approved = report->is_checked;
    if (report->is_checked)
        return true;
    FarmSample sample = {0};
    if (keeper->is_deterministic)
        sample =
            farm_sample(slice_of(found->secret), report->unit, report->pairs, report->replayed);
    return play_sample(keeper, report, sample) &&
           approve(keeper, report, sample.count, is_approved);
}

// Takes the unit with this pair, if it is there and approved.
static bool take_unit(FarmKeeper *keeper, uint64_t number, bool *is_there)
{
    Report report = {.lines = text_growing(&keeper->owner->memory)};
    if (!read_report(keeper, number, &report, is_there) ||
        (*is_there && !check_report(keeper, &report, is_there))) {
        text_done(&report.lines);
        return false;
    }
    if (!*is_there) {
        text_done(&report.lines);
        return true;
    }
    text_done(&keeper->lines);
    keeper->lines = report.lines;
    keeper->rest = farm__slice(&report.lines);
    keeper->first = report.first;
    keeper->pairs = report.pairs;
    for (uint64_t i = report.first; i < number; i++)
        (void)slice_take(&keeper->rest, "\n"); // the match file has it already
    return true;
}

// --- Counts --------------------------------------------------------------------------------------

// Tells the farm what the match file has.
static bool tell_counts(FarmKeeper *keeper, bool is_over)
{
    const Meeting *meeting = tally_match(keeper->tally);
    const FarmNumber cell = farm_number(keeper->cell_id);
    char pairs[128], games[128];
    Text pairs_text = TEXT_IN(pairs), games_text = TEXT_IN(games);
    for (unsigned i = 0; i < PAIR_SCORES; i++)
        text_format(&pairs_text, "%c%" PRIu32, i ? ',' : '{', meeting->pairs.count[i]);
    text_add_char(&pairs_text, '}');
    text_format(&games_text, "{%" PRIu32 ",%" PRIu32 ",%" PRIu32 "}", meeting->games.wins,
                meeting->games.draws, meeting->games.losses);
    const char *const values[] = {cell.text, pairs, games, is_over ? "t" : "f"};
    return farm__ask(keeper, FARM_COUNT, values);
}

// --- The source ----------------------------------------------------------------------------------

// This build must play as the one that submitted the experiment; otherwise it would bar everybody.
static bool has_same_proof(FarmKeeper *keeper, const char *expected)
{
    FarmOwner *owner = keeper->owner;
    Text line = text_growing(&owner->memory), kept = text_growing(&owner->memory);
    text_add(&kept, expected);
    const bool is_played =
        farm_proof(keeper->cell, &owner->memory, owner->clocks, &line, &owner->message);
    const bool is_same = is_played && !kept.cut && strcmp(line.start, kept.start) == 0;
    text_done(&line);
    text_done(&kept);
    if (is_played && !is_same)
        return farm__fail_with(keeper, "this build plays otherwise than the one that submitted the "
                                       "experiment; keep it with that one");
    return is_same || farm__fail(keeper, FARM_KEEP_FAILED);
}

static bool open_cell(void *context, const ExperimentCell *cell, uint32_t number,
                      const Tally *tally)
{
    FarmKeeper *keeper = context;
    const StoreCaller *caller = keeper->owner->caller;
    const FarmNumber id = farm_number(keeper->found->id), cell_number = farm_number(number),
                     pairs = farm_number(tally->pairs);
    const char *const values[] = {id.text, cell_number.text};
    keeper->cell = cell;
    keeper->tally = tally;
    keeper->pairs = 0;
    keeper->lines = text_growing(&keeper->owner->memory);
    if (!farm__ask(keeper, FARM_CELL, values))
        return false;
    if (!store_call_rows(caller))
        return farm__fail_with(keeper,
                               "this build finds more cells in the experiment than the farm has");
    keeper->cell_id = store_call_number(caller, 0, 0);
    keeper->is_deterministic = store_call_field(caller, 0, 2)[0] == 't';
    const FarmNumber farm_cell = farm_number(keeper->cell_id);
    const char *const skipped[] = {farm_cell.text, pairs.text};
    return has_same_proof(keeper, store_call_field(caller, 0, 1)) &&
           farm__ask(keeper, FARM_SKIP, skipped);
}

static void close_cell(void *context)
{
    FarmKeeper *keeper = context;
    pair_player_destroy(keeper->player);
    keeper->player = NULL;
    text_done(&keeper->lines);
    keeper->pairs = 0;
    keeper->hide(keeper->context);
}

// Waits a while for more; false if the experiment was cancelled.
static bool wait_for_reports(FarmKeeper *keeper)
{
    const FarmNumber id = farm_number(keeper->found->id);
    const char *const values[] = {id.text};
    keeper->wait(keeper->context);
    if (!farm__ask(keeper, FARM_STATE, values))
        return false;
    return strcmp(store_call_field(keeper->owner->caller, 0, 0), "open") == 0 ||
           farm__fail(keeper, FARM_KEEP_CANCELLED);
}

static bool next_pair(void *context, uint64_t number, PairResult *result, bool *is_pair)
{
    FarmKeeper *keeper = context;
    *is_pair = true;
    while (!keeper->pairs || number >= keeper->first + keeper->pairs) {
        bool is_there;
        *is_pair = !atomic_load(keeper->is_stopped);
        if (!*is_pair)
            return true;
        if (keeper->pairs && !tell_counts(keeper, false))
            return false;
        keeper->pairs = 0;
        if (!farm__settle_disputes(keeper) || !take_unit(keeper, number, &is_there))
            return false;
        if (!is_there && !wait_for_reports(keeper))
            return false;
    }
    return pair_from_line(&keeper->cell->plan, slice_take(&keeper->rest, "\n"), result) ||
           farm__fail_with(keeper, "a report that was checked has changed since");
}

static bool finish_cell(void *context, bool is_over, double *games_per_second)
{
    FarmKeeper *keeper = context;
    const FarmNumber cell = farm_number(keeper->cell_id);
    const char *const values[] = {cell.text};
    if (!tell_counts(keeper, is_over) || !farm__ask(keeper, FARM_SPEED, values))
        return false;
    *games_per_second = strtod(store_call_field(keeper->owner->caller, 0, 0), NULL);
    return true;
}

static bool read_runs(void *context, RunSink sink)
{
    FarmKeeper *keeper = context;
    const StoreCaller *caller = keeper->owner->caller;
    const FarmNumber id = farm_number(keeper->found->id);
    const char *const values[] = {id.text};
    if (!farm__ask(keeper, FARM_RUNS, values))
        return false;
    const uint32_t count = store_call_rows(caller);
    for (uint32_t i = 0; i < count; i++) {
        Run run = {.cores = (uint32_t)store_call_number(caller, i, 4),
                   .concurrency = (uint32_t)store_call_number(caller, i, 5),
                   .scale = keeper->found->scale};
        Text date = TEXT_IN(run.date), commit = TEXT_IN(run.commit),
             signature = TEXT_IN(run.signature), cpu = TEXT_IN(run.cpu);
        text_add(&date, store_call_field(caller, i, 0));
        text_add(&commit, store_call_field(caller, i, 1));
        text_add(&signature, store_call_field(caller, i, 2));
        text_add(&cpu, store_call_field(caller, i, 3));
        if (!sink.take(sink.context, &run))
            return farm__fail_with(keeper, "there is not enough memory");
    }
    return true;
}

PairSource farm_keeper_source(FarmKeeper *keeper)
{
    assert(keeper->owner && keeper->found && keeper->experiment);
    return (PairSource){.open = open_cell,
                        .next = next_pair,
                        .finish = finish_cell,
                        .close = close_cell,
                        .runs = read_runs,
                        .context = keeper};
}
