// Studies the games one after another and prints the tables at the end, unless there was an error.
#include "lab/study/studies.h"

#include "base/cli/output.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { LIMITS_MAX = 8 };

// A table in the making.
typedef struct TableRun {
    const BeliefTable *plan;
    const StudyTable *kind; // set by the first record; a table is of one game
    const Game *game;
    void *table;
    uint64_t games;
} TableRun;

// The first game decides what table it is.
static int begin_table(TableRun *run, const Game *game)
{
    assert(!run->table && run->plan->kind < TABLE_KINDS);
    run->game = game;
    const StudyReport *report = study_report(game);
    if (!report)
        return EXIT_USAGE;
    run->kind = report->tables[run->plan->kind];
    if (!run->kind)
        return complain("--observed is for Kriegspiel");
    run->table = memory_resize(&memory_heap, NULL, run->kind->bytes);
    if (!run->table)
        return complain_of_memory("the table");
    memset(run->table, 0, run->kind->bytes);
    return EXIT_FINE;
}

static int add_game_to_table(TableRun *run, const StudyPlan *plan)
{
    const StudyTable *kind = run->kind;
    const StudySink sink = {.turn = kind->turn, .hear = kind->hear, .context = run->table};
    if (kind->begin)
        kind->begin(run->table, plan);
    const int status = record_study_run(plan, &sink);
    if (kind->end)
        kind->end(run->table);
    return !status && kind->is_short && kind->is_short(run->table) ? complain_of_memory("the table")
                                                                   : status;
}

static int add_record(void *context, GameRecord *record)
{
    TableRun *run = context;
    RecordStudy study = {.record = *record};
    PoolPlan pool = run->plan->pool;
    if (run->games && run->game != record->game)
        return complain("the files hold games of Kriegspiel and of Go; give files of one of them");
    pool.seed += run->games++;
    int status = record_study_plan(&study, run->plan->who, &pool);
    if (!status && !run->kind)
        status = begin_table(run, record->game);
    return status ? status : add_game_to_table(run, &study.plan);
}

// One limit: its heading and its table.
static int add_table_of_limit(const BeliefTable *plan, Text *text)
{
    TableRun run = {.plan = plan};
    const int status = records_each_of(&plan->files, add_record, &run);
    assert(status || (run.kind && run.games > 0));
    if (!status) {
        text_format(text, "%sSeat %s, %" PRIu64 " games, at most %u boards:\n\n",
                    text->length ? "\n" : "", plan->who, run.games, plan->pool.limit);
        run.kind->to_text(run.table, run.games, text);
    }
    if (run.table && run.kind->done)
        run.kind->done(run.table);
    memory_resize(&memory_heap, run.table, 0);
    return status;
}

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
        status = add_table_of_limit(&one, &text);
    }
    if (!status)
        status = print_text(&text, "the table");
    text_done(&text);
    return status;
}
