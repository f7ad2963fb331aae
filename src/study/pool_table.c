// Tables by move. Games are studied one after the other; the text is printed when all is well.
#include "study/pool_table.h"

#include "cli/print.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { LIMITS_MAX = 8 };

// --- All games -----------------------------------------------------------------------------------

// Games on their way into a table.
typedef struct Tabling {
    const BeliefTable *plan;
    const StudyTable *kind; // once there is a game; one table is of one game
    const Game *game;
    void *table;
    uint64_t games;
} Tabling;

// The first game decides what table it is.
static int begin_table(Tabling *tabling, const Game *game)
{
    assert(!tabling->table && tabling->plan->kind < TABLE_KINDS);
    tabling->game = game;
    tabling->kind = study_report(game)->tables[tabling->plan->kind];
    if (!tabling->kind)
        return complain("--observed is for Kriegspiel");
    tabling->table = memory_resize(&memory_heap, NULL, tabling->kind->bytes);
    if (!tabling->table)
        return complain_of_memory("the table");
    memset(tabling->table, 0, tabling->kind->bytes);
    return EXIT_FINE;
}

static int add_game(Tabling *tabling, const StudyPlan *plan)
{
    const StudyTable *kind = tabling->kind;
    const StudySink sink = {.turn = kind->turn, .hear = kind->hear, .context = tabling->table};
    if (kind->begin)
        kind->begin(tabling->table, plan);
    const int status = record_study_walk(plan, &sink);
    if (kind->end)
        kind->end(tabling->table);
    return !status && kind->is_short && kind->is_short(tabling->table)
               ? complain_of_memory("the table")
               : status;
}

static int add_record(void *context, GameRecord *record)
{
    Tabling *tabling = context;
    RecordStudy study = {.record = *record};
    PoolPlan pool = tabling->plan->pool;
    if (tabling->games && tabling->game != record->game)
        return complain("the files hold games of Kriegspiel and of Go; give files of one of them");
    pool.seed += tabling->games++;
    int status = record_study_plan(&study, tabling->plan->who, &pool);
    if (!status && !tabling->kind)
        status = begin_table(tabling, record->game);
    return status ? status : add_game(tabling, &study.plan);
}

// One limit: its heading and its table.
static int add_table(const BeliefTable *plan, Text *text)
{
    Tabling tabling = {.plan = plan};
    const int status = records_each_of(&plan->files, add_record, &tabling);
    assert(status || (tabling.kind && tabling.games > 0));
    if (!status) {
        text_format(text, "%sSeat %s, %" PRIu64 " games, at most %u boards:\n\n",
                    text->length ? "\n" : "", plan->who, tabling.games, plan->pool.limit);
        tabling.kind->to_text(tabling.table, tabling.games, text);
    }
    if (tabling.table && tabling.kind->done)
        tabling.kind->done(tabling.table);
    memory_resize(&memory_heap, tabling.table, 0);
    return status;
}

// --- The limits ----------------------------------------------------------------------------------

// Returns how many there are; 0 if it complained.
static unsigned read_limits(const BeliefTable *table, uint32_t limits[LIMITS_MAX])
{
    unsigned count = 0;
    Slice rest = slice_of(table->limits ? table->limits : "");
    if (!table->limits)
        limits[count++] = table->pool.limit;
    while (rest.length) {
        const Slice word = slice_take(&rest, ",");
        uint64_t limit;
        if (count == LIMITS_MAX || !slice_number(word, LIMIT_MAX, &limit) || limit < LIMIT_MIN) {
            complain("--limits takes at most %d numbers from %d to %d, as in 1000,10000",
                     LIMITS_MAX, LIMIT_MIN, LIMIT_MAX);
            return 0;
        }
        limits[count++] = (uint32_t)limit;
    }
    return count;
}

int belief_table(const BeliefTable *table)
{
    assert(table->files.count > 0 && table->who);
    uint32_t limits[LIMITS_MAX];
    const unsigned count = read_limits(table, limits);
    if (!count)
        return EXIT_USAGE;
    Text text = text_growing(&memory_heap);
    int status = EXIT_FINE;
    for (unsigned i = 0; i < count && !status; i++) {
        BeliefTable one = *table;
        one.pool.limit = limits[i];
        status = add_table(&one, &text);
    }
    if (!status)
        status = print_text(&text, "the table");
    text_done(&text);
    return status;
}
