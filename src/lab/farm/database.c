// The owner's connection, and the experiments that it submits, finds and ends.
#include "lab/farm/database.h"

#include "lab/farm/results_check.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATIENCE_MS = 120000, // for an answer
    GIVE_UP_MS = 15000,   // without a connection
    UNIT_PAIRS_MAX = 1000,
    LEASE_UNITS = 10,        // a lease lasts as long as so many units should take
    LEASE_SECONDS_MIN = 600, // at least: the estimate may be wrong
    LEASE_SECONDS_MAX = 7 * 24 * 3600,
    LABEL_ROOM = 1024,
};
static const double default_unit_seconds = 60;

bool farm_database_init(FarmDatabase *owner, const Memory *memory, const FarmDatabasePlan *plan)
{
    const StoreCallerPlan caller = {.database = plan->database,
                                    .statements = farm_owner_statements,
                                    .statement_count = FARM_OWNER_STATEMENTS,
                                    .clocks = plan->clocks,
                                    .patience_ms = PATIENCE_MS,
                                    .is_stopped = plan->is_stopped,
                                    .lost = plan->lost,
                                    .context = plan->context};
    *owner = (FarmDatabase){
        .memory = *memory, .clocks = plan->clocks, .caller = store_caller_create(memory, &caller)};
    owner->message = TEXT_IN(owner->why);
    if (owner->caller)
        store_caller_limit(owner->caller, GIVE_UP_MS);
    else
        text_add(&owner->message, "there is not enough memory");
    return owner->caller;
}

void farm_database_persist(FarmDatabase *owner)
{
    store_caller_limit(owner->caller, 0);
}

void farm_database_done(FarmDatabase *owner)
{
    store_caller_destroy(owner->caller);
    owner->caller = NULL;
}

bool farm_call(FarmDatabase *owner, FarmOwnerStatement statement, const char *const *values)
{
    const StoreCallError error = store_call(owner->caller, statement, values);
    if (error)
        store_caller_explain(owner->caller, error, &owner->message);
    return !error;
}

FarmNumber farm_number(uint64_t number)
{
    FarmNumber value;
    Text text = TEXT_IN(value.text);
    text_format(&text, "%" PRIu64, number);
    return value;
}

static double pair_seconds(const FarmSubmission *submission, const ExperimentCell *cell,
                           uint32_t number)
{
    return 2 * cell_game_seconds(submission->pace, cell, &submission->results[number]);
}

static uint32_t unit_pairs(const FarmSubmission *submission, double pair_seconds)
{
    if (submission->unit_pairs)
        return submission->unit_pairs;
    const double pairs = pair_seconds > 0 ? default_unit_seconds / pair_seconds : UNIT_PAIRS_MAX;
    if (pairs >= UNIT_PAIRS_MAX)
        return UNIT_PAIRS_MAX;
    return pairs < 1 ? 1 : (uint32_t)pairs;
}

static uint32_t lease_seconds(const FarmSubmission *submission, double unit_seconds)
{
    const double seconds = LEASE_UNITS * unit_seconds;
    if (submission->lease_seconds)
        return submission->lease_seconds;
    if (seconds > LEASE_SECONDS_MAX)
        return LEASE_SECONDS_MAX;
    return seconds < LEASE_SECONDS_MIN ? LEASE_SECONDS_MIN : (uint32_t)seconds;
}

// Describes one cell with its proof pair, as FARM_SUBMIT takes it; NULL if it cannot.
static json_t *describe_cell(FarmDatabase *owner, const FarmSubmission *submission, uint32_t number)
{
    ExperimentCell cell;
    char label[LABEL_ROOM];
    Text label_text = TEXT_IN(label), proof = text_growing(&owner->memory);
    json_t *row = NULL;
    experiment_cell(submission->experiment, number, &cell);
    experiment_cell_scale(&cell, submission->scale);
    experiment_cell_describe(&cell, &label_text);
    const double seconds = pair_seconds(submission, &cell, number);
    const uint32_t pairs = unit_pairs(submission, seconds);
    if (farm_proof(&cell, &owner->memory, owner->clocks, &proof, &owner->message))
        row = json_pack("{s:i, s:s, s:I, s:i, s:s, s:i}", "number", (int)number, "label", label,
                        "pairs", (json_int_t)plan_job_count(&cell.plan), "unit", (int)pairs,
                        "proof", proof.start, "lease",
                        (int)lease_seconds(submission, seconds * (double)pairs));
    text_done(&proof);
    return row;
}

static json_t *describe_cells(FarmDatabase *owner, const FarmSubmission *submission)
{
    json_t *rows = json_array();
    const uint32_t count = experiment_cell_count(submission->experiment);
    for (uint32_t i = 0; i < count && rows; i++) {
        json_t *row = describe_cell(owner, submission, i);
        if (!row || json_array_append_new(rows, row) != 0) {
            json_decref(rows);
            rows = NULL;
        }
        submission->proved(submission->context, i + 1);
    }
    return rows;
}

static bool insert_cells(FarmDatabase *owner, const FarmSubmission *submission, const char *cells,
                         uint64_t *units)
{
    char scale[32];
    Text scale_text = TEXT_IN(scale), description = text_growing(&owner->memory);
    text_format(&scale_text, "%.17g", submission->scale);
    text_add_slice(&description, submission->description);
    const char *const values[] = {submission->name, description.start, scale, cells};
    const bool is_done = !description.cut && farm_call(owner, FARM_SUBMIT, values);
    if (is_done)
        *units = store_call_rows(owner->caller) ? store_call_number(owner->caller, 0, 1) : 0;
    text_done(&description);
    return is_done;
}

bool farm_submit(FarmDatabase *owner, const FarmSubmission *submission, uint64_t *units)
{
    json_t *rows = describe_cells(owner, submission);
    char *cells = rows ? json_dumps(rows, JSON_COMPACT) : NULL;
    const bool is_done = cells && insert_cells(owner, submission, cells, units);
    if (!is_done && !owner->message.length)
        text_add(&owner->message, "there is not enough memory");
    free(cells);
    json_decref(rows);
    return is_done;
}

bool farm_find(FarmDatabase *owner, const char *name, FarmExperiment *found, bool *is_there)
{
    const char *const values[] = {name};
    *found = (FarmExperiment){.description = text_growing(&owner->memory)};
    if (!farm_call(owner, FARM_FIND, values))
        return false;
    *is_there = store_call_rows(owner->caller) > 0;
    if (!*is_there)
        return true;
    found->id = store_call_number(owner->caller, 0, 0);
    text_add(&found->description, store_call_field(owner->caller, 0, 1));
    found->scale = strtod(store_call_field(owner->caller, 0, 2), NULL);
    found->is_open = strcmp(store_call_field(owner->caller, 0, 3), "open") == 0;
    return true;
}

void farm_experiment_done(FarmExperiment *experiment)
{
    text_done(&experiment->description);
}

bool farm_finish(FarmDatabase *owner, const FarmExperiment *experiment)
{
    const FarmNumber id = farm_number(experiment->id);
    const char *const values[] = {id.text};
    return farm_call(owner, FARM_FINISH, values);
}

bool farm_cancel(FarmDatabase *owner, const char *name, bool *is_cancelled)
{
    const char *const values[] = {name};
    if (!farm_call(owner, FARM_CANCEL, values))
        return false;
    *is_cancelled = store_call_rows(owner->caller) > 0;
    return true;
}
