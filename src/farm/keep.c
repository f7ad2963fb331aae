// Checking reports, handing out their pairs, and barring.
#include "farm/keep.h"

#include "farm/judge.h"
#include "farm/proof.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WHO_ROOM = 256, NEWS_ROOM = 512 };

// A report of a unit as it was read.
typedef struct Report {
    uint64_t unit, first;
    uint32_t pairs;
    bool is_checked;
    uint64_t worker, member, replayed;
    char who[WHO_ROOM];
    Text lines;
} Report;

static bool fail(FarmKeeper *keeper, FarmKeepEnd end)
{
    keeper->end = end;
    return false;
}

static bool ask(FarmKeeper *keeper, OwnerStatement statement, const char *const *values)
{
    return farm_ask(keeper->owner, statement, values) || fail(keeper, FARM_KEEP_FAILED);
}

static bool fail_with(FarmKeeper *keeper, const char *why)
{
    text_add(&keeper->owner->message, why);
    return fail(keeper, FARM_KEEP_FAILED);
}

static Slice slice_of_text(const Text *text)
{
    return (Slice){text->start, text->length};
}

// --- Experiments ---------------------------------------------------------------------------------

bool farm_find(FarmOwner *owner, const char *name, FarmExperiment *found, bool *is_there)
{
    const char *const values[] = {name};
    *found = (FarmExperiment){.description = text_growing(&owner->memory)};
    if (!farm_ask(owner, FARM_FIND, values))
        return false;
    *is_there = store_call_rows(owner->caller) > 0;
    if (!*is_there)
        return true;
    Text secret = TEXT_IN(found->secret);
    found->id = store_call_number(owner->caller, 0, 0);
    text_add(&found->description, store_call_field(owner->caller, 0, 1));
    found->scale = strtod(store_call_field(owner->caller, 0, 2), NULL);
    found->is_open = strcmp(store_call_field(owner->caller, 0, 3), "open") == 0;
    text_add(&secret, store_call_field(owner->caller, 0, 4));
    return true;
}

void farm_experiment_done(FarmExperiment *experiment)
{
    text_done(&experiment->description);
}

bool farm_finish(FarmOwner *owner, const FarmExperiment *experiment)
{
    const FarmNumber id = farm_number(experiment->id);
    const char *const values[] = {id.text};
    return farm_ask(owner, FARM_FINISH, values);
}

// --- Barring -------------------------------------------------------------------------------------

// Forgets what was written of cells in which a member has played.
static bool forget_cells(FarmKeeper *keeper, const char *member)
{
    const FarmNumber id = farm_number(keeper->found->id);
    const char *const values[] = {id.text, member};
    if (!ask(keeper, FARM_TOUCHED, values))
        return false;
    const uint32_t count = store_call_rows(keeper->owner->caller);
    for (uint32_t i = 0; i < count; i++) {
        ExperimentCell cell;
        const uint64_t number = store_call_number(keeper->owner->caller, i, 0);
        experiment_cell(keeper->experiment, (uint32_t)number, &cell);
        experiment_cell_scale(&cell, keeper->found->scale);
        if (!keeper->forget(keeper->context, &cell))
            return fail(keeper, FARM_KEEP_FAILED);
    }
    return true;
}

// The files go first: if the keeper dies in between, it reads the reports again and finds the same.
static bool bar(FarmKeeper *keeper, uint64_t member, const char *who, const char *why)
{
    const FarmNumber number = farm_number(member);
    const char *const values[] = {number.text, why};
    char memory[NEWS_ROOM];
    Text news = TEXT_IN(memory);
    if (!forget_cells(keeper, number.text) || !ask(keeper, FARM_BAR, values))
        return false;
    text_format(&news, "%s is barred: %s", who, why);
    keeper->tell(keeper->context, memory);
    return fail(keeper, FARM_KEEP_AGAIN);
}

// --- Playing again -------------------------------------------------------------------------------

static bool has_player(FarmKeeper *keeper)
{
    FarmOwner *owner = keeper->owner;
    if (!keeper->player)
        keeper->player =
            pair_player_create(&owner->memory, &keeper->cell->plan, owner->clocks, &owner->message);
    return keeper->player || fail(keeper, FARM_KEEP_FAILED);
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
                             farm_line(slice_of_text(&report->lines), index),
                             &keeper->owner->memory, &is_same))
            return fail_with(keeper, "there is not enough memory to play");
        if (!is_same)
            return bar(keeper, report->member, report->who,
                       "it reported a pair that its players do not play");
    }
    return true;
}

// --- Disputes ------------------------------------------------------------------------------------

// Two reports of a unit, in the order in which they came.
typedef struct Dispute {
    uint64_t first;
    uint32_t cell_number;
    uint64_t members[2];
    char who[2][WHO_ROOM];
    Text lines[2];
} Dispute;

static void dispute_done(Dispute *dispute)
{
    text_done(&dispute->lines[0]);
    text_done(&dispute->lines[1]);
}

// Reads the first report of a disputed unit and the first that differs from it; `*is_there` is false if there is no dispute.
static bool read_dispute(FarmKeeper *keeper, Dispute *dispute, bool *is_there)
{
    const StoreCaller *caller = keeper->owner->caller;
    const FarmNumber id = farm_number(keeper->found->id);
    const char *const values[] = {id.text};
    if (!ask(keeper, FARM_DISPUTE, values))
        return false;
    const uint32_t count = store_call_rows(caller);
    *is_there = count > 0;
    for (uint32_t row = 0, side = 0; row < count && side < 2; row++) {
        const char *lines = store_call_field(caller, row, 5);
        if (side && strcmp(lines, dispute->lines[0].start) == 0)
            continue;
        Text who = TEXT_IN(dispute->who[side]);
        dispute->cell_number = (uint32_t)store_call_number(caller, row, 1);
        dispute->first = store_call_number(caller, row, 2);
        dispute->members[side] = store_call_number(caller, row, 3);
        text_add(&who, store_call_field(caller, row, 4));
        text_add(&dispute->lines[side++], lines);
    }
    return (!dispute->lines[0].cut && !dispute->lines[1].cut) ||
           fail_with(keeper, "there is not enough memory");
}

static uint32_t first_difference(const Dispute *dispute)
{
    uint32_t index = 0;
    for (;; index++) {
        const Slice one = farm_line(slice_of_text(&dispute->lines[0]), index);
        const Slice other = farm_line(slice_of_text(&dispute->lines[1]), index);
        if (one.length != other.length || memcmp(one.start, other.start, one.length) != 0)
            return index;
        if (!one.length)
            return index; // one of them only ends otherwise
    }
}

// Plays the first pair in which the reports differ, and bars who has it wrong. If both have, the next look finds the other.
static bool arbitrate(FarmKeeper *keeper, const Dispute *dispute)
{
    FarmOwner *owner = keeper->owner;
    ExperimentCell cell;
    const uint32_t index = first_difference(dispute);
    bool is_same[2] = {false, false}, is_played = true;
    experiment_cell(keeper->experiment, dispute->cell_number, &cell);
    PairPlayer *player =
        pair_player_create(&owner->memory, &cell.plan, owner->clocks, &owner->message);
    for (unsigned side = 0; side < 2 && player; side++) {
        const Slice line = farm_line(slice_of_text(&dispute->lines[side]), index);
        is_played = is_played && farm_play_again(player, dispute->first + index, line,
                                                 &owner->memory, &is_same[side]);
    }
    pair_player_destroy(player);
    if (!player || !is_played)
        return fail_with(keeper, player ? "there is not enough memory to play" : "");
    const unsigned liar = is_same[0] ? 1 : 0;
    return bar(keeper, dispute->members[liar], dispute->who[liar],
               "of two reports that differ, its is not what the players play");
}

static bool settle_disputes(FarmKeeper *keeper)
{
    const Memory *memory = &keeper->owner->memory;
    Dispute dispute = {.lines = {text_growing(memory), text_growing(memory)}};
    bool is_there;
    const bool is_fine =
        read_dispute(keeper, &dispute, &is_there) && (!is_there || arbitrate(keeper, &dispute));
    dispute_done(&dispute);
    return is_fine;
}

// --- Units ---------------------------------------------------------------------------------------

// Reads the report of the unit with this pair; `*is_there` is false if there is none yet.
static bool read_report(FarmKeeper *keeper, uint64_t number, Report *report, bool *is_there)
{
    const StoreCaller *caller = keeper->owner->caller;
    const FarmNumber cell = farm_number(keeper->cell_id), pair = farm_number(number),
                     limit = farm_number(PROBATION_PAIRS);
    const char *const values[] = {cell.text, pair.text, limit.text};
    if (!ask(keeper, FARM_UNIT, values))
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
    return !report->lines.cut || fail_with(keeper, "there is not enough memory");
}

static bool approve(FarmKeeper *keeper, const Report *report, uint32_t replayed, bool *is_approved)
{
    const FarmNumber unit = farm_number(report->unit), worker = farm_number(report->worker),
                     pairs = farm_number(replayed);
    const char *const values[] = {unit.text, worker.text, pairs.text};
    if (!ask(keeper, FARM_APPROVE, values))
        return false;
    *is_approved = store_call_field(keeper->owner->caller, 0, 0)[0] == 't';
    return true;
}

// Looks whether a report can be true. If another report of its unit came meanwhile, it is not approved.
static bool check_report(FarmKeeper *keeper, const Report *report, bool *is_approved)
{
    const FarmExperiment *found = keeper->found;
    if (!farm_lines_are_possible(&keeper->cell->plan, report->first, report->pairs,
                                 slice_of_text(&report->lines), &keeper->owner->memory))
        return bar(keeper, report->member, report->who,
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
    keeper->rest = slice_of_text(&report.lines);
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
    return ask(keeper, FARM_COUNT, values);
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
        return fail_with(keeper, "this build plays otherwise than the one that submitted the "
                                 "experiment; keep it with that one");
    return is_same || fail(keeper, FARM_KEEP_FAILED);
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
    if (!ask(keeper, FARM_CELL, values))
        return false;
    if (!store_call_rows(caller))
        return fail_with(keeper, "this build finds more cells in the experiment than the farm has");
    keeper->cell_id = store_call_number(caller, 0, 0);
    keeper->is_deterministic = store_call_field(caller, 0, 2)[0] == 't';
    const FarmNumber farm_cell = farm_number(keeper->cell_id);
    const char *const skipped[] = {farm_cell.text, pairs.text};
    return has_same_proof(keeper, store_call_field(caller, 0, 1)) &&
           ask(keeper, FARM_SKIP, skipped);
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
    if (!ask(keeper, FARM_STATE, values))
        return false;
    return strcmp(store_call_field(keeper->owner->caller, 0, 0), "open") == 0 ||
           fail(keeper, FARM_KEEP_CANCELLED);
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
        if (!settle_disputes(keeper) || !take_unit(keeper, number, &is_there))
            return false;
        if (!is_there && !wait_for_reports(keeper))
            return false;
    }
    return pair_from_line(&keeper->cell->plan, slice_take(&keeper->rest, "\n"), result) ||
           fail_with(keeper, "a report that was checked has changed since");
}

static bool finish_cell(void *context, bool is_over, double *games_per_second)
{
    FarmKeeper *keeper = context;
    const FarmNumber cell = farm_number(keeper->cell_id);
    const char *const values[] = {cell.text};
    if (!tell_counts(keeper, is_over) || !ask(keeper, FARM_SPEED, values))
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
    if (!ask(keeper, FARM_RUNS, values))
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
            return fail_with(keeper, "there is not enough memory");
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
