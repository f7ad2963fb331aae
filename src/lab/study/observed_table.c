// The table of how many last-observation boards agree with the whole game, by move. Boards are drawn at every turn whose set is
// exact.
#include "base/stats/bands.h"
#include "base/stats/binomial.h"
#include "base/stats/sizes.h"
#include "engine/kriegspiel_belief/last_turn_sampler.h"
#include "lab/study/table.h"

#include <assert.h>
#include <inttypes.h>

// The first ten moves have a row each; later rows have more moves.
enum { OBSERVED_ROWS = 16 };

typedef struct ObservedRow {
    uint32_t outgrown; // games whose set was too large at this move or earlier
    uint64_t drawn, inside;
    Sizes sizes; // of the exact sets, one a turn
} ObservedRow;

typedef struct ObservedTable {
    ObservedRow rows[OBSERVED_ROWS];
    LastTurnSampler last_turn; // of the game that is followed
    Rng rng;
    bool is_short; // of memory
} ObservedTable;

enum { DRAWS = 50 }; // a turn

static const Band bands[] = {
    {"1", 1},      {"2", 2},      {"3", 3},      {"4", 4},
    {"5", 5},      {"6", 6},      {"7", 7},      {"8", 8},
    {"9", 9},      {"10", 10},    {"11-15", 15}, {"16-20", 20},
    {"21-30", 30}, {"31-40", 40}, {"41-60", 60}, {"61 on", UINT32_MAX},
};
_Static_assert(COUNT_OF(bands) == OBSERVED_ROWS, "every row has its moves");

static void done(void *context)
{
    ObservedTable *table = context;
    for (unsigned i = 0; i < OBSERVED_ROWS; i++)
        sizes_done(&table->rows[i].sizes);
}

static void begin(void *context, const StudyPlan *plan)
{
    ObservedTable *table = context;
    last_turn_begin(&table->last_turn, kriegspiel_rules(plan->rules), plan->seat);
    table->rng = rng_from_seed(plan->pool.seed);
}

static bool hear(void *context, const void *view, Try own, const Hearing *heard)
{
    (void)view;
    ObservedTable *table = context;
    last_turn_hear(&table->last_turn, own, heard);
    return true;
}

// The game ends for this table when its set outgrows the limit.
static bool add_turn(void *context, const StudyTurn *turn)
{
    ObservedTable *table = context;
    const Boards *boards = pool_boards(turn->pool);
    const unsigned row = band_of(bands, turn->number);
    assert(row < OBSERVED_ROWS);
    if (!pool_is_exact(turn->pool)) {
        for (unsigned i = row; i < OBSERVED_ROWS; i++)
            table->rows[i].outgrown++;
        return false;
    }
    const Consistency consistency =
        consistency_of(&table->last_turn, turn->view, boards, DRAWS, &table->rng);
    table->rows[row].drawn += consistency.drawn;
    table->rows[row].inside += consistency.inside;
    table->is_short |= !sizes_add(&table->rows[row].sizes, boards->count);
    return !table->is_short;
}

static void add_row(const char *name, ObservedRow *row, Text *text)
{
    assert(row->inside <= row->drawn);
    sizes_sort(&row->sizes);
    text_format(text, "| %s | %" PRIu32 " | %" PRIu32 " | ", name, row->sizes.count, row->outgrown);
    sizes_add_quartile(&row->sizes, 2, text);
    text_format(text, " | %" PRIu64 " | %" PRIu64 " | ", row->drawn, row->inside);
    if (row->drawn) {
        const Estimate share = binomial_share(row->inside, row->drawn);
        text_format(text, "%.1f %% (%.1f to %.1f)", 100 * share.value, 100 * share.low,
                    100 * share.high);
    }
    text_add(text, " |\n");
}

static bool is_short(const void *table)
{
    return ((const ObservedTable *)table)->is_short;
}

static void to_text(void *context, uint64_t games, Text *text)
{
    ObservedTable *table = context;
    (void)games;
    text_add(text, "| moves | turns | outgrown | median size | drawn | consistent | share, 95 % |\n"
                   "|---|--:|--:|--:|--:|--:|---|\n");
    for (unsigned i = 0; i < OBSERVED_ROWS; i++)
        if (table->rows[i].sizes.count)
            add_row(bands[i].name, &table->rows[i], text);
}

const StudyTable observed_table = {.bytes = sizeof(ObservedTable),
                                   .begin = begin,
                                   .turn = add_turn,
                                   .hear = hear,
                                   .is_short = is_short,
                                   .to_text = to_text,
                                   .done = done};
