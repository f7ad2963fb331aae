// The table of how good pools of Kriegspiel are, by move.
#include "lab/study/table.h"

#include "base/stats/bands.h"
#include "lab/study/pool_turn.h"

#include <assert.h>
#include <inttypes.h>

static const Band bands[] = {
    {"1-5", 5},    {"6-10", 10},  {"11-15", 15}, {"16-20", 20},
    {"21-30", 30}, {"31-40", 40}, {"41-60", 60}, {"61 on", UINT32_MAX},
};
enum { BAND_COUNT = COUNT_OF(bands) };

typedef struct QualityTable {
    PoolSums sums[BAND_COUNT], all;
    uint64_t deaths[BAND_COUNT];
    PoolCounts before;      // at the turn before, in the current game
    PoolCounts counts;      // of all games
    uint32_t games_empty;   // games in which the pool had no board at some turn
    bool is_empty;          // so in the current game
    uint32_t games_guessed; // games in which its boards were guessed at some turn
    bool is_guessed;        // so in the current game
} QualityTable;

static void begin(void *context, const StudyPlan *plan)
{
    QualityTable *table = context;
    (void)plan;
    table->before = (PoolCounts){0};
    table->is_empty = table->is_guessed = false;
}

static bool add_turn(void *context, const StudyTurn *studied)
{
    const PoolTurn judged = pool_turn(studied), *turn = &judged;
    QualityTable *table = context;
    const unsigned band = band_of(bands, turn->move);
    const PoolCounts counts = turn->counts;
    assert(band < BAND_COUNT);
    assert(counts.deaths >= table->before.deaths && counts.revivals >= table->before.revivals);
    pool_sums_add(&table->sums[band], turn);
    pool_sums_add(&table->all, turn);
    table->deaths[band] += counts.deaths - table->before.deaths;
    table->counts.deaths += counts.deaths - table->before.deaths;
    table->counts.revivals += counts.revivals - table->before.revivals;
    table->before = counts;
    table->is_empty |= turn->boards->count == 0;
    table->is_guessed |= turn->is_guessed;
    return true;
}

static void end(void *context)
{
    QualityTable *table = context;
    table->games_empty += table->is_empty;
    table->games_guessed += table->is_guessed;
}

static void add_sums(const char *name, const PoolSums *sums, uint64_t deaths, Text *text)
{
    const Quality mean = pool_sums_mean(sums);
    const double turns = sums->turns;
    text_format(text,
                "| %s | %u | %.2f | %.2f | %.4f | %.3f | %.3f | %.3f | %.4f | %" PRIu64 " |\n",
                name, sums->turns, sums->exact / turns, sums->found / turns, mean.truth_weight,
                mean.king_chance, mean.king_log_loss, mean.king_entropy, mean.brier, deaths);
}

static void to_text(void *context, uint64_t games, Text *text)
{
    const QualityTable *table = context;
    assert(games > 0);
    text_add(text, "| moves | turns | exact | truth found | its weight | king chance "
                   "| king log-loss | expected | Brier | deaths "
                   "|\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (unsigned i = 0; i < BAND_COUNT; i++)
        if (table->sums[i].turns)
            add_sums(bands[i].name, &table->sums[i], table->deaths[i], text);
    if (table->all.turns)
        add_sums("all", &table->all, table->counts.deaths, text);
    text_format(text,
                "\nA game: %.2f deaths, %.2f revivals. Without a board: %u turns, in %u games. "
                "Guessed: %u turns, in %u games.\n",
                (double)table->counts.deaths / (double)games,
                (double)table->counts.revivals / (double)games, table->all.empty,
                table->games_empty, table->all.guessed, table->games_guessed);
}

const StudyTable kriegspiel_quality_table = {.bytes = sizeof(QualityTable),
                                             .begin = begin,
                                             .turn = add_turn,
                                             .end = end,
                                             .to_text = to_text};
