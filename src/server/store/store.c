// The store: a connection that writes batches, and one that reads, listens and watches whether the database is there.
#include "server/store/internal.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// The values of a batch as PostgreSQL takes them, and what was read back of it. Arrays are texts, made once, so that a second attempt sends the
// same bytes.
typedef struct Batch {
    LiveBatch hall;
    Text games, numbers, lines, lasts; // arrays
    char node[16], alive_ms[24];
    CommitRow *found; // room for one a row
    uint64_t *lost;
    uint32_t lost_count;
} Batch;

// Adds an element of an array of texts, in quotes.
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

static void batch_add_row(Batch *batch, const LiveRow *row, const char *separator)
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

static void batch_done(Batch *batch, const Memory *memory)
{
    Text *const arrays[] = {&batch->games, &batch->numbers, &batch->lines, &batch->lasts};
    for (unsigned i = 0; i < COUNT_OF(arrays); i++)
        if (arrays[i]->memory)
            text_done(arrays[i]);
    memory_resize(memory, batch->found, 0);
    memory_resize(memory, batch->lost, 0);
    *batch = (Batch){0};
}

// Returns false, with nothing changed, if out of memory.
static bool batch_make(Batch *batch, const Memory *memory, const LiveBatch *hall, uint32_t node)
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
        batch_add_row(&made, &hall->rows[i], i ? "," : "");
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
        batch_done(&made, memory);
    return is_made;
}

static void batch_send(const Batch *batch, StoreLink *link, WriterStatement statement,
                       uint64_t now_ms)
{
    const char *const values[WRITER_STATEMENTS][STATEMENT_VALUES_MAX] = {
        [WRITE_BATCH] = {batch->node, batch->alive_ms, batch->games.start, batch->numbers.start,
                         batch->lines.start, batch->lasts.start},
        [FIND_BATCH] = {batch->games.start, batch->numbers.start},
    };
    store__link_send(link, statement, values[statement], now_ms);
}

// Judges an error. A key that was there refuses the batch. Any other error says nothing of other nodes: the connection is closed, and after a
// pause the journal is asked.
static CommitNews judge_error(const PGresult *result)
{
    static const char unique_violation[] = "23505";
    const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return code && strcmp(code, unique_violation) == 0 ? COMMIT_FAILED : COMMIT_LOST;
}

static CommitNews judge_found(Batch *batch, uint32_t node, const PGresult *result)
{
    const uint32_t count = batch->hall.count;
    if (PQntuples(result) != (int)count)
        return COMMIT_LOST;
    for (uint32_t i = 0; i < count; i++)
        batch->found[i] = (CommitRow){.game = batch->hall.rows[i].game,
                                      .node = (uint32_t)atol(PQgetvalue(result, (int)i, 0)),
                                      .has_before = PQgetvalue(result, (int)i, 1)[0] == 't'};
    return commit_judge(batch->found, count, node, batch->lost, &batch->lost_count);
}

// Returns what the answer to either statement says; COMMIT_LOST if it says nothing of the batch.
static CommitNews batch_judge(Batch *batch, uint32_t node, WriterStatement statement,
                              const PGresult *result)
{
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        return judge_error(result);
    if (statement == FIND_BATCH)
        return judge_found(batch, node, result);
    const bool is_written = atol(PQgetvalue(result, 0, 0)) == (long)batch->hall.count;
    return is_written ? COMMIT_WROTE : COMMIT_FAILED;
}

// The statement that the reader's connection waits for.
typedef enum ReaderTask {
    READING_NOTHING,
    READING_START,
    READING_LISTEN,
    READING_REVOKED,
    READING_BEAT,
    READING_ANSWER
} ReaderTask;

struct Store {
    Memory memory;
    StorePlan plan;
    StoreLink writer, reader;
    CommitState ledger;
    Batch batch;
    bool has_news; // a batch came, which the ledger has not taken
    uint32_t node; // 0 until it has started
    uint8_t reading;
    bool
        is_listening; // to what happens elsewhere: sessions that end, ratings that move, blocks, wishes of operators
    bool knows_revoked; // sessions that ended before
    bool knows_reasons; // and those for which a reason was noted
    bool is_away;
    char seen[PROBLEM_MAX]; // the logins of its cluster that are not trusted, in words; "" for none
    uint64_t beat_ms;       // when the next one is due
    StoreQuestion *questions; // a ring of plan.asks_max
    uint32_t first, count;
};

Store *store_create(const Memory *memory, const StorePlan *plan)
{
    assert(plan->asks_max > 0);
    Store *store = memory_resize(memory, NULL, sizeof *store);
    StoreQuestion *questions = memory_resize(memory, NULL, plan->asks_max * sizeof *questions);
    if (!store || !questions) {
        memory_resize(memory, store, 0);
        memory_resize(memory, questions, 0);
        return NULL;
    }
    const StoreLink link = {.database = plan->database,
                            .application = "nebel node", // farm.check_cluster looks for it
                            .patience_ms = plan->patience_ms};
    *store = (Store){.memory = *memory,
                     .plan = *plan,
                     .writer = link,
                     .reader = link,
                     .is_away = true,
                     .questions = questions};
    store->writer.statements = store__writer_statements;
    store->writer.statement_count = WRITER_STATEMENTS;
    store->reader.statements = store__reader_statements;
    store->reader.statement_count = READER_STATEMENTS;
    return store;
}

void store_destroy(Store *store)
{
    if (!store)
        return;
    const Memory memory = store->memory;
    store__link_done(&store->writer);
    store__link_done(&store->reader);
    batch_done(&store->batch, &memory);
    memory_resize(&memory, store->questions, 0);
    memory_resize(&memory, store, 0);
}

const char *store_problem(const Store *store)
{
    if (store->ledger.state == COMMIT_HALTED)
        return "the journal holds a part of a batch: somebody has changed it. Nothing is "
               "acknowledged any "
               "more; mend the database and link_start this node again";
    return store->reader.problem[0]   ? store->reader.problem
           : store->writer.problem[0] ? store->writer.problem
                                      : store->seen;
}

bool store_is_busy(const Store *store)
{
    return !store->node || store->has_news || commit_is_busy(&store->ledger);
}

bool store_write(Store *store, const LiveBatch *batch)
{
    assert(!store_is_busy(store));
    Batch made;
    if (!batch_make(&made, &store->memory, batch, store->node))
        return false;
    batch_done(&store->batch, &store->memory);
    store->batch = made;
    store->has_news = true;
    return true;
}

// Takes the step that the ledger returns. The owner may hand over the next batch meanwhile.
static void take_step(Store *store, CommitStep step, uint64_t now_ms)
{
    const StoreOwner *owner = &store->plan.owner;
    if (step == COMMIT_WRITE)
        batch_send(&store->batch, &store->writer, WRITE_BATCH, now_ms);
    else if (step == COMMIT_ASK)
        batch_send(&store->batch, &store->writer, FIND_BATCH, now_ms);
    else if (step == COMMIT_DURABLE)
        owner->durable(owner->context);
    else if (step == COMMIT_REFUSED)
        owner->refused(owner->context, store->batch.lost, store->batch.lost_count);
}

// Returns the answer to a batch, as news for the ledger.
static CommitNews judge_answer(Store *store, uint64_t now_ms)
{
    const WriterStatement statement =
        store->ledger.state == COMMIT_WRITING ? WRITE_BATCH : FIND_BATCH;
    const CommitNews news =
        batch_judge(&store->batch, store->node, statement, store->writer.result);
    if (news == COMMIT_LOST)
        store__link_drop(&store->writer, NULL, now_ms);
    else
        store__link_is_well(&store->writer);
    return news;
}

static void run_writer(Store *store, uint64_t now_ms)
{
    for (;;) {
        const LinkNews news = store__link_run(&store->writer, now_ms);
        if (news == LINK_UP)
            take_step(store, commit_take(&store->ledger, COMMIT_UP), now_ms);
        else if (news == LINK_LOST)
            take_step(store, commit_take(&store->ledger, COMMIT_LOST), now_ms);
        else if (news == LINK_ANSWERED)
            take_step(store, commit_take(&store->ledger, judge_answer(store, now_ms)), now_ms);
        else if (!store->has_news)
            return;
        if (store->has_news) {
            store->has_news = false;
            take_step(store, commit_take(&store->ledger, COMMIT_BATCH), now_ms);
        }
    }
}

bool store_ask(Store *store, const StoreQuestion *question)
{
    assert(question->ask < STORE_ASK_COUNT && question->game <= INT64_MAX);
    if (store->count == store->plan.asks_max)
        return false;
    store->questions[(store->first + store->count++) % store->plan.asks_max] = *question;
    return true;
}

// Sends what is next, if anything is: first of all the link_start of the node, then what a new connection must know, and a beat if it is due.
static bool send_next(Store *store, uint64_t now_ms)
{
    if (store->reader.state != LINK_READY)
        return false;
    store->reading = READING_NOTHING;
    if (!store->node) {
        store->reading = READING_START;
        store__link_send(&store->reader, START_NODE, &store->plan.trusted, now_ms);
    } else if (!store->is_listening) {
        store->reading = READING_LISTEN;
        store__link_send(&store->reader, LISTEN, NULL, now_ms);
    } else if (!store->knows_revoked || !store->knows_reasons) {
        const char *const values[] = {store->knows_revoked ? "f" : "t"};
        store->reading = READING_REVOKED;
        store__link_send(&store->reader, REVOKED, values, now_ms);
    } else if (store->count) {
        store->reading = READING_ANSWER;
        store__question_send(&store->questions[store->first], &store->reader, now_ms);
    } else if (now_ms >= store->beat_ms) {
        store->reading = READING_BEAT;
        store__link_send(&store->reader, BEAT, &store->plan.trusted, now_ms);
    }
    return store->reading != READING_NOTHING;
}

// A database that does not wait for its disk could link_lose what it has acknowledged.
static const char no_fsync[] =
    "the database does not wait for its disk: set fsync = on in its postgresql.conf";

// Notes which logins see what this node writes.
static void note_seen(Store *store, const PGresult *result, int column)
{
    Text seen = TEXT_IN(store->seen);
    if (!PQgetisnull(result, 0, column))
        text_format(&seen,
                    "other logins of this PostgreSQL could count the hidden tries of running "
                    "games: drop them, or name them by --trust: %s",
                    PQgetvalue(result, 0, column));
}

bool store_is_seen(const Store *store)
{
    return store->seen[0];
}

// Returns why this node does not link_start on a database that answers; NULL if it does.
static const char *find_refusal(const Store *store)
{
    const PGresult *result = store->reader.result;
    if (store->reading != READING_START || PQresultStatus(result) != PGRES_TUPLES_OK)
        return NULL;
    return strcmp(PQgetvalue(result, 0, 1), "on") != 0 ? no_fsync
           : store->seen[0]                            ? store->seen
                                                       : NULL;
}

static bool take_node(Store *store)
{
    const PGresult *result = store->reader.result;
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        return false;
    note_seen(store, result, 2);
    if (find_refusal(store))
        return false;
    store->node = (uint32_t)atol(PQgetvalue(result, 0, 0));
    store->plan.owner.started(store->plan.owner.context, store->node);
    return true;
}

static bool take_question_answer(Store *store)
{
    const StoreQuestion question = store->questions[store->first];
    if (!store__question_answer(&question, store->reader.result, &store->memory,
                                &store->plan.owner))
        return false;
    store->first = (store->first + 1) % store->plan.asks_max;
    store->count--;
    return true;
}

static bool take_beat(Store *store)
{
    const PGresult *result = store->reader.result;
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        return false;
    note_seen(store, result, 0);
    return true;
}

static void report_revoked(const Store *store, const char *text, const char *suspended)
{
    const StoreOwner *owner = &store->plan.owner;
    StoreHash session;
    if (store__hash_read(text, &session))
        owner->revoked(owner->context, &session, suspended);
}

// Takes the answer to LISTEN. What happened before this connection listened may have been missed.
static bool take_listen(Store *store)
{
    const StoreOwner *owner = &store->plan.owner;
    store->is_listening = PQresultStatus(store->reader.result) == PGRES_COMMAND_OK;
    if (store->is_listening) {
        owner->blocked(owner->context, 0);
        owner->wished(owner->context);
    }
    return store->is_listening;
}

static bool take_revoked(Store *store)
{
    const PGresult *result = store->reader.result;
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        return false;
    store->knows_revoked = store->knows_reasons = true;
    for (int row = 0; row < PQntuples(result); row++)
        report_revoked(store, PQgetvalue(result, row, 0),
                       PQgetisnull(result, row, 1) ? NULL : PQgetvalue(result, row, 1));
    return true;
}

// Takes the notice of a session that has ended. If that has a reason, the notice says only so: any login could hear it.
static void note_revoked(Store *store, const char *text)
{
    if (strcmp(text, "why") == 0)
        store->knows_reasons = false;
    else
        report_revoked(store, text, NULL);
}

static void note_block(Store *store, const char *text)
{
    const StoreOwner *owner = &store->plan.owner;
    uint64_t person;
    if (slice_number(slice_of(text), INT64_MAX, &person) && person)
        owner->blocked(owner->context, person);
}

static void note_wish(Store *store, const char *text)
{
    const StoreOwner *owner = &store->plan.owner;
    (void)text;
    owner->wished(owner->context);
}

static void note_rated(Store *store, const char *text)
{
    const StoreOwner *owner = &store->plan.owner;
    uint64_t person;
    if (slice_number(slice_of(text), INT64_MAX, &person))
        owner->rated(owner->context, person);
}

// Takes notifications that have come. An answer that came before one of them has been taken: what it found is known to the owner, who
// can end it.
static void take_notes(Store *store)
{
    static const struct {
        const char *channel;
        void (*take)(Store *store, const char *text);
    } channels[] = {{"nebel_revoked", note_revoked},
                    {"nebel_rated", note_rated},
                    {"nebel_block", note_block},
                    {"nebel_end", note_wish}};
    PGconn *connection = store->reader.connection;
    for (PGnotify *note; connection && (note = PQnotifies(connection)); PQfreemem(note))
        for (unsigned i = 0; i < COUNT_OF(channels); i++)
            if (strcmp(note->relname, channels[i].channel) == 0)
                channels[i].take(store, note->extra);
}

static void take_reading(Store *store, uint64_t now_ms)
{
    static bool (*const takers[])(Store *) = {[READING_START] = take_node,
                                              [READING_LISTEN] = take_listen,
                                              [READING_REVOKED] = take_revoked,
                                              [READING_BEAT] = take_beat,
                                              [READING_ANSWER] = take_question_answer};
    assert(store->reading != READING_NOTHING);
    store->beat_ms = now_ms + store->plan.beat_ms;
    if (takers[store->reading](store))
        store__link_is_well(&store->reader);
    else
        store__link_drop(&store->reader, find_refusal(store), now_ms);
}

// Watches whether the database is there, by the reader's connection alone.
static void watch(Store *store, uint64_t now_ms)
{
    const StoreLink *link = &store->reader;
    const bool is_silent =
        link->state == LINK_BUSY && now_ms >= link->sent_ms + store->plan.watch_ms;
    const bool is_away = !store__link_is_up(link) || is_silent;
    if (is_away == store->is_away)
        return;
    store->is_away = is_away;
    store->plan.owner.watch(store->plan.owner.context, is_away);
}

static void run_reader(Store *store, uint64_t now_ms)
{
    for (;;) {
        const LinkNews news = store__link_run(&store->reader, now_ms);
        watch(store, now_ms);
        if (news == LINK_UP)
            store->is_listening = store->knows_revoked = false;
        if (news == LINK_ANSWERED)
            take_reading(store, now_ms);
        take_notes(store);
        if (!send_next(store, now_ms) && news == LINK_NOTHING)
            return;
    }
}

void store_run(Store *store, uint64_t now_ms)
{
    run_reader(store, now_ms);
    run_writer(store, now_ms);
}

unsigned store_waits(const Store *store, StoreWait waits[STORE_WAITS_MAX])
{
    const StoreLink *const links[STORE_WAITS_MAX] = {&store->writer, &store->reader};
    unsigned count = 0;
    for (unsigned i = 0; i < STORE_WAITS_MAX; i++)
        if (links[i]->connection)
            waits[count++] = (StoreWait){.socket = PQsocket(links[i]->connection),
                                         .serial = STORE_WAITS_MAX * links[i]->serial + i,
                                         .wants_write = links[i]->wants_write};
    return count;
}

static uint64_t earlier(uint64_t one_ms, uint64_t other_ms)
{
    return one_ms < other_ms ? one_ms : other_ms;
}

uint64_t store_next_ms(const Store *store)
{
    const StoreLink *reader = &store->reader;
    uint64_t next_ms = earlier(store__link_next_ms(&store->writer), store__link_next_ms(reader));
    if (reader->state == LINK_READY)
        next_ms = earlier(next_ms, store->count ? 0 : store->beat_ms);
    if (reader->state == LINK_BUSY && !store->is_away)
        next_ms = earlier(next_ms, reader->sent_ms + store->plan.watch_ms);
    return store->has_news ? 0 : next_ms;
}
