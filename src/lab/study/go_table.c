// The table of how good pools of Phantom Go are, by turn.
#include "lab/study/table.h"

#include "base/stats/bands.h"
#include "lab/study/go_pool_turn.h"

#include <assert.h>

enum { GO_TABLE_ROWS = 8 };

// Turns added up.
typedef struct GoTableRow {
    uint32_t turns;
    uint32_t exact;                // turns with an exact pool
    uint32_t found;                // with the truth among the boards
    uint32_t empty;                // with no board at all
    uint64_t stones, known, wrong; // of the enemy; held certain rightly and wrongly
    double truth_weight, brier, expected;
} GoTableRow;

// A zeroed one is empty.
typedef struct GoTable {
    GoTableRow rows[GO_TABLE_ROWS], all;
} GoTable;

// Numbers count the turns of both seats.
static const Band bands[GO_TABLE_ROWS] = {
    {"1-10", 10},  {"11-20", 20}, {"21-30", 30},   {"31-40", 40},
    {"41-60", 60}, {"61-80", 80}, {"81-120", 120}, {"121 on", UINT32_MAX},
};

static void add_turn(GoTableRow *row, const GoPoolTurn *turn)
{
    row->turns++;
    row->exact += turn->is_exact;
    row->found += turn->truth_weight > 0;
    row->empty += turn->boards == 0;
    row->stones += turn->view->enemies;
    row->known += turn->known;
    row->wrong += turn->wrong;
    row->truth_weight += turn->truth_weight;
    row->brier += turn->brier;
    row->expected += turn->expected;
}

static bool add_studied(void *context, const StudyTurn *studied)
{
    GoTable *table = context;
    GoPoolTurn judged;
    const GoPoolTurn *turn = &judged;
    go_pool_turn(studied, &judged);
    add_turn(&table->rows[band_of(bands, turn->turn)], turn);
    add_turn(&table->all, turn);
    return true;
}

static double share(double part, double whole)
{
    assert(part >= 0);
    return whole > 0 ? part / whole : 0;
}

static void add_row(const char *name, const GoTableRow *row, Text *text)
{
    const double turns = row->turns;
    if (!row->turns)
        return;
    text_format(text, "| %s | %u | %.2f | %.2f | %.4f | %.3f | %.3f | %.4f | %.4f | %u |\n", name,
                row->turns, row->exact / turns, row->found / turns, row->truth_weight / turns,
                share((double)row->known, (double)row->stones),
                share((double)row->wrong, (double)(row->known + row->wrong)), row->brier / turns,
                row->expected / turns, row->empty);
}

static void to_text(void *context, uint64_t games, Text *text)
{
    const GoTable *table = context;
    (void)games;
    text_add(text,
             "| turns | own turns | exact | truth found | its weight | stones known | wrongly "
             "| Brier | expected | without a board |\n"
             "|---|---|---|---|---|---|---|---|---|---|\n");
    for (unsigned i = 0; i < GO_TABLE_ROWS; i++)
        add_row(bands[i].name, &table->rows[i], text);
    add_row("all", &table->all, text);
}

const StudyTable go_quality_table = {
    .bytes = sizeof(GoTable), .turn = add_studied, .to_text = to_text};
