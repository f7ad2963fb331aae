// A batch as PostgreSQL takes it: arrays as text, made once, so that a second attempt sends the same bytes.
#include "server/store/inside.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// An element of an array of texts, in quotes.
static void add_quoted(Text *array, const char *element)
{
    text_add_char(array, '"');
    for (; *element; element++) {
        if (*element == '"' || *element == '\\')
            text_add_char(array, '\\');
        text_add_char(array, *element);
    }
    text_add_char(array, '"');
}

static void add_row(Batch *batch, const HallRow *row, const char *separator)
{
    char memory[JOURNAL_LINE_MAX];
    Text line = TEXT_IN(memory);
    journal_row_to_text(row->opening, &row->row, &line);
    assert(!line.cut && row->game <= INT64_MAX);
    text_format(&batch->games, "%s%" PRIu64, separator, row->game);
    text_format(&batch->numbers, "%s%" PRIu32, separator, row->number);
    text_add(&batch->lines, separator);
    add_quoted(&batch->lines, memory);
    text_format(&batch->lasts, "%s%c", separator, row->is_last ? 't' : 'f');
}

void store__batch_done(Batch *batch, const Memory *memory)
{
    Text *const arrays[] = {&batch->games, &batch->numbers, &batch->lines, &batch->lasts};
    for (unsigned i = 0; i < COUNT_OF(arrays); i++)
        if (arrays[i]->memory)
            text_done(arrays[i]);
    memory_resize(memory, batch->found, 0);
    memory_resize(memory, batch->lost, 0);
    *batch = (Batch){0};
}

bool store__batch_make(Batch *batch, const Memory *memory, const HallBatch *hall, uint32_t node)
{
    Batch made = {.hall = *hall,
                  .games = text_growing(memory),
                  .numbers = text_growing(memory),
                  .lines = text_growing(memory),
                  .lasts = text_growing(memory)};
    Text *const arrays[] = {&made.games, &made.numbers, &made.lines, &made.lasts};
    Text node_text = TEXT_IN(made.node), alive_text = TEXT_IN(made.alive_ms);
    bool is_made = true;
    text_format(&node_text, "%" PRIu32, node);
    text_format(&alive_text, "%" PRIu64, hall->alive_ms);
    for (unsigned i = 0; i < COUNT_OF(arrays); i++)
        text_add_char(arrays[i], '{');
    for (uint32_t i = 0; i < hall->count; i++)
        add_row(&made, &hall->rows[i], i ? "," : "");
    for (unsigned i = 0; i < COUNT_OF(arrays); i++) {
        text_add_char(arrays[i], '}');
        is_made &= !arrays[i]->cut;
    }
    made.found = memory_resize(memory, NULL, (hall->count + 1) * sizeof *made.found);
    made.lost = memory_resize(memory, NULL, (hall->count + 1) * sizeof *made.lost);
    is_made &= made.found && made.lost;
    if (is_made)
        *batch = made;
    else
        store__batch_done(&made, memory);
    return is_made;
}

void store__batch_send(const Batch *batch, Link *link, WriterStatement statement, uint64_t now_ms)
{
    const char *const values[WRITER_STATEMENTS][STATEMENT_VALUES_MAX] = {
        [WRITE_BATCH] = {batch->node, batch->alive_ms, batch->games.start, batch->numbers.start,
                         batch->lines.start, batch->lasts.start},
        [FIND_BATCH] = {batch->games.start, batch->numbers.start},
    };
    store__link_send(link, statement, values[statement], now_ms);
}

// A key that was there refuses the batch. Any other error tells nothing of other nodes: the connection is closed, and after a pause
// the journal is asked.
static LedgerNews judge_error(const PGresult *result)
{
    static const char unique_violation[] = "23505";
    const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return code && strcmp(code, unique_violation) == 0 ? LEDGER_FAILED : LEDGER_LOST;
}

static LedgerNews judge_found(Batch *batch, uint32_t node, const PGresult *result)
{
    const uint32_t count = batch->hall.count;
    if (PQntuples(result) != (int)count)
        return LEDGER_LOST;
    for (uint32_t i = 0; i < count; i++)
        batch->found[i] = (LedgerRow){.game = batch->hall.rows[i].game,
                                      .node = (uint32_t)atol(PQgetvalue(result, (int)i, 0)),
                                      .has_before = PQgetvalue(result, (int)i, 1)[0] == 't'};
    return ledger_judge(batch->found, count, node, batch->lost, &batch->lost_count);
}

LedgerNews store__batch_judge(Batch *batch, uint32_t node, WriterStatement statement,
                              const PGresult *result)
{
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        return judge_error(result);
    if (statement == FIND_BATCH)
        return judge_found(batch, node, result);
    const bool is_written = atol(PQgetvalue(result, 0, 0)) == (long)batch->hall.count;
    return is_written ? LEDGER_WROTE : LEDGER_FAILED;
}
