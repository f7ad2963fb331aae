// Cells as units of the farm.
#include "lab/farm/submit.h"

#include "lab/farm/proof.h"

#include <jansson.h>

static const double default_unit_seconds = 60;
enum {
    UNIT_PAIRS_MAX = 1000,
    LEASE_UNITS = 10,        // a lease lasts as long as so many units should take
    LEASE_SECONDS_MIN = 600, // at least: the estimate may be wrong
    LEASE_SECONDS_MAX = 7 * 24 * 3600,
    LABEL_ROOM = 1024,
};

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

// One cell with its proof pair, as the statement takes it.
static json_t *describe_cell(FarmOwner *owner, const FarmSubmission *submission, uint32_t number)
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
        row = json_pack("{s:i, s:s, s:I, s:i, s:b, s:s, s:i}", "number", (int)number, "label",
                        label, "pairs", (json_int_t)plan_job_count(&cell.plan), "unit", (int)pairs,
                        "is_deterministic", (int)plan_is_deterministic(&cell.plan), "proof",
                        proof.start, "lease",
                        (int)lease_seconds(submission, seconds * (double)pairs));
    text_done(&proof);
    return row;
}

static json_t *describe_cells(FarmOwner *owner, const FarmSubmission *submission)
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

static bool insert(FarmOwner *owner, const FarmSubmission *submission, const char *cells,
                   uint64_t *units)
{
    char scale[32];
    Text scale_text = TEXT_IN(scale), description = text_growing(&owner->memory);
    text_format(&scale_text, "%.17g", submission->scale);
    text_add_slice(&description, submission->description);
    const char *const values[] = {submission->name, description.start, scale, cells};
    const bool is_done = !description.cut && farm_ask(owner, FARM_SUBMIT, values);
    if (is_done)
        *units = store_call_rows(owner->caller) ? store_call_number(owner->caller, 0, 1) : 0;
    text_done(&description);
    return is_done;
}

bool farm_submit(FarmOwner *owner, const FarmSubmission *submission, uint64_t *units)
{
    json_t *rows = describe_cells(owner, submission);
    char *cells = rows ? json_dumps(rows, JSON_COMPACT) : NULL;
    const bool is_done = cells && insert(owner, submission, cells, units);
    if (!is_done && !owner->message.length)
        text_add(&owner->message, "there is not enough memory");
    free(cells);
    json_decref(rows);
    return is_done;
}
