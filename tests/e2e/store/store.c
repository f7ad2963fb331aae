// The store with a real PostgreSQL, which this program starts in a folder of its own and kills: batches, the fence, answers that are
// lost, journals, tokens, the watch.
//
//     store SCHEMA [--kills N]        the folder db/; so many kills with a batch in flight, 10 unless told
#define _GNU_SOURCE
#include "server/store/store.h"

#include "base/os/clocks.h"
#include "base/rng.h"
#include "database.h"
#include "games/registry/games.h"
#include "oracle/options.h"
#include "unit/miser.h"

#include <inttypes.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEAT_MS = 50,
    WATCH_MS = 2000,
    PATIENCE_MS = 20000,
    ASKS_MAX = 8,
    SAID_MAX = 4000,
    DEADLINE_MS = 60000, // of every wait; a test that reaches it fails
};

// --- The database --------------------------------------------------------------------------------

static uint64_t kills = 10;

// A connection of the test's own.
static PGconn *connect_database(void)
{
    PGconn *connection = PQconnectdb(temp_postgres_database(db));
    if (PQstatus(connection) != CONNECTION_OK)
        fail_msg("%s", PQerrorMessage(connection));
    return connection;
}

// Runs a command; the first field of its answer is left in `field`.
static void run_sql(PGconn *connection, const char *sql, char *field, size_t capacity)
{
    PGresult *result = PQexec(connection, sql);
    const ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQresultErrorMessage(result));
    if (field)
        snprintf(field, capacity, "%s", PQntuples(result) ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
}

// A command of its own connection.
static void run_command(const char *sql)
{
    PGconn *connection = connect_database();
    run_sql(connection, sql, NULL, 0);
    PQfinish(connection);
}

static void assert_sql(const char *sql, const char *expected)
{
    char field[256];
    PGconn *connection = connect_database();
    run_sql(connection, sql, field, sizeof field);
    PQfinish(connection);
    assert_string_equal(field, expected);
}

// --- Nodes ---------------------------------------------------------------------------------------

// A node: a hall, its store, and what the store has told it as one text: "durable; refused 7; ".
typedef struct Node {
    LiveGames *hall; // NULL if the test makes its own batches
    Store *store;
    uint32_t number;
    uint64_t ahead_ms; // how far its clock is ahead of the machine's
    bool is_away;
    uint32_t durable, answers, wishes;
    char said[SAID_MAX];
    Text text;
    GameJournal journal; // of the last answer
    uint64_t alive_ms;
    StoreAnswer answer;
} Node;

static uint64_t now_ms(const Node *node)
{
    return (uint64_t)(wall_seconds() * 1000) + node->ahead_ms;
}

static void on_started(void *context, uint32_t number)
{
    Node *node = context;
    node->number = number;
}

static void on_durable(void *context)
{
    Node *node = context;
    node->durable++;
    text_add(&node->text, "durable; ");
    if (node->hall)
        live_games_batch_durable(node->hall, now_ms(node));
}

static void on_refused(void *context, const uint64_t *lost, uint32_t count)
{
    Node *node = context;
    text_add(&node->text, "refused");
    for (uint32_t i = 0; i < count; i++) {
        text_format(&node->text, " %u", (unsigned)lost[i]);
        if (node->hall)
            live_games_lose(node->hall, lost[i]);
    }
    text_add(&node->text, "; ");
    if (node->hall)
        assert_int_equal(live_games_batch_refused(node->hall), LIVE_OK);
}

static void on_watch(void *context, bool is_away)
{
    Node *node = context;
    node->is_away = is_away;
}

// Keeps a journal as lines do, since the answer's own lives no longer than the call.
static void keep_journal(Node *node, const GameJournal *journal)
{
    game_journal_done(&node->journal, &memory_heap);
    for (uint32_t i = 0; i < journal->count; i++) {
        char memory[JOURNAL_LINE_MAX];
        Text line = TEXT_IN(memory);
        journal_row_to_text(&journal->opening, &journal->rows[i], &line);
        assert_int_equal(game_journal_add(&node->journal, &memory_heap, slice_of(memory)),
                         GAME_JOURNAL_OK);
    }
}

static void write_blocks(Node *node, const StoreAnswer *answer)
{
    text_add(&node->text, "without");
    for (uint32_t i = 0; i < answer->block_count; i++)
        text_format(&node->text, " %u", (unsigned)answer->blocks[i]);
    text_add(&node->text, "; ");
}

static void on_answer(void *context, const StoreAnswer *answer)
{
    Node *node = context;
    node->answers++;
    node->answer = *answer;
    if (answer->ask == STORE_LIST || answer->ask == STORE_LIST_ENDS) {
        for (uint32_t i = 0; i < answer->game_count; i++)
            text_format(&node->text, "%u%s ", (unsigned)answer->games[i].game,
                        answer->games[i].has_persons ? " of guests" : "");
        text_add(&node->text, "live; ");
    }
    if (answer->ask == STORE_PERSON_GAMES) {
        for (uint32_t i = 0; i < answer->game_count; i++)
            text_format(&node->text, "%u %u %s ", (unsigned)answer->seats[i].game,
                        answer->seats[i].seat, answer->seats[i].opponent);
        text_add(&node->text, "own; ");
    }
    if (answer->ask == STORE_FIND_PERSON && !answer->error)
        text_format(&node->text, "%u %s%s; ", (unsigned)answer->person, answer->name,
                    answer->has_account ? " with an account" : "");
    for (uint32_t i = 0; i < answer->rating_count; i++)
        text_format(&node->text, "%s %u%s; ", answer->ratings[i].pool,
                    (unsigned)answer->ratings[i].rating,
                    answer->ratings[i].is_provisional ? "?" : "");
    for (uint32_t i = 0; i < answer->address_count; i++)
        text_format(&node->text, "from %016" PRIx64 "; ", answer->addresses[i]);
    if (answer->ask == STORE_FIND_BLOCKS || answer->block_count)
        write_blocks(node, answer);
    if (answer->journal)
        keep_journal(node, answer->journal);
    node->alive_ms = answer->alive_ms;
}

static void on_revoked(void *context, const StoreHash *session, const char *suspended)
{
    Node *node = context;
    text_format(&node->text, "revoked %02x%s%s; ", session->bytes[0], suspended ? " " : "",
                suspended ? suspended : "");
}

static void on_blocked(void *context, uint64_t person)
{
    Node *node = context;
    if (person) // 0 comes with each connection
        text_format(&node->text, "blocked by %u; ", (unsigned)person);
}

static void on_wished(void *context)
{
    Node *node = context;
    node->wishes++;
}

static void on_rated(void *context, uint64_t person)
{
    Node *node = context;
    text_format(&node->text, "rated %u; ", (unsigned)person);
}

static void ignore_mail(void *context, const LiveMail *mail)
{
    (void)context;
    (void)mail;
}

static void create_store(Node *node, const Memory *memory, const char *database)
{
    const StorePlan plan = {.database = database,
                            .trusted = "",
                            .asks_max = ASKS_MAX,
                            .beat_ms = BEAT_MS,
                            .watch_ms = WATCH_MS,
                            .patience_ms = PATIENCE_MS,
                            .owner = {on_started, on_durable, on_refused, on_watch, on_answer,
                                      on_revoked, on_rated, on_blocked, on_wished, node}};
    node->store = store_create(memory, &plan);
}

// Waits for the store's sockets, or for at most `wait_ms`, and lets it run once.
static void run_once(Node *node, uint64_t wait_ms)
{
    StoreWait waits[STORE_WAITS_MAX];
    struct pollfd sockets[STORE_WAITS_MAX];
    const unsigned count = store_waits(node->store, waits);
    const uint64_t now = now_ms(node), next = store_next_ms(node->store);
    const uint64_t rest_ms = next > now ? next - now : 0;
    for (unsigned i = 0; i < count; i++)
        sockets[i] =
            (struct pollfd){.fd = waits[i].socket,
                            .events = (short)(POLLIN | (waits[i].wants_write ? POLLOUT : 0))};
    poll(sockets, count, (int)(rest_ms < wait_ms ? rest_ms : wait_ms));
    store_run(node->store, now_ms(node));
}

typedef bool Condition(const Node *node);

static void run_until(Node *node, Condition *condition)
{
    const uint64_t deadline_ms = now_ms(node) + DEADLINE_MS;
    while (!condition(node)) {
        if (now_ms(node) > deadline_ms)
            fail_msg("nothing came; the store says: %s", store_problem(node->store));
        run_once(node, 100);
    }
}

static bool has_started(const Node *node)
{
    return node->number != 0 && !node->is_away;
}

static bool is_settled(const Node *node)
{
    return !store_is_busy(node->store);
}

static bool is_away(const Node *node)
{
    return node->is_away;
}

static bool has_problem(const Node *node)
{
    return store_problem(node->store)[0] != '\0';
}

static bool has_no_problem(const Node *node)
{
    return !has_problem(node);
}

static bool has_answer(const Node *node)
{
    return node->answers != 0;
}

static void start_node(Node *node)
{
    *node = (Node){.is_away = true};
    node->text = TEXT_IN(node->said);
    create_store(node, &memory_heap, temp_postgres_database(db));
    assert_non_null(node->store);
    run_until(node, has_started);
    const LiveGamesPlan plan = {
        .node = node->number, .games_max = 100, .rows_max = 1000, .post = {ignore_mail, NULL}};
    node->hall = live_games_create(&memory_heap, &plan);
    assert_non_null(node->hall);
}

static void stop_node(Node *node)
{
    store_destroy(node->store);
    live_games_destroy(node->hall);
    game_journal_done(&node->journal, &memory_heap);
}

static void assert_said(Node *node, const char *expected)
{
    assert_string_equal(node->said, expected);
    node->text = TEXT_IN(node->said);
    node->said[0] = '\0';
}

// --- What nodes do -------------------------------------------------------------------------------

static JournalGame game_of_test(void)
{
    char why[GAME_TEXT_MAX];
    Text message = TEXT_IN(why);
    JournalGame opening = {.clock = {180000, 2000}};
    opening.game = game_read("kriegspiel(board=4x4)", &opening.rules, &message);
    assert_non_null(opening.game);
    return opening;
}

static void open_game(Node *node, uint64_t number)
{
    const JournalGame opening = game_of_test();
    assert_int_equal(live_games_open(node->hall, number, &opening, now_ms(node)), LIVE_OK);
}

static void hand_over(Node *node)
{
    LiveBatch batch;
    assert_true(live_games_take_batch(node->hall, now_ms(node), &batch));
    assert_true(store_write(node->store, &batch));
}

// Writes what waits and waits for the answer.
static void write_rows(Node *node)
{
    hand_over(node);
    run_until(node, is_settled);
}

static void resign(Node *node, uint64_t game)
{
    const LiveCommand command = {.game = game, .kind = EVENT_RESIGN, .ref = 1, .heard = 1};
    live_games_take_command(node->hall, &command, now_ms(node));
}

// A try that no rule allows: it is refused, and it is in the journal.
static void try_nonsense(Node *node, uint64_t game, uint32_t ref)
{
    const LiveCommand command = {
        .game = game, .kind = EVENT_TRY, .attempt = UINT16_MAX, .ref = ref, .heard = 1};
    live_games_take_command(node->hall, &command, now_ms(node));
}

static void ask(Node *node, const StoreQuestion *question)
{
    node->answers = 0;
    assert_true(store_ask(node->store, question));
    run_until(node, has_answer);
    assert_int_equal(node->answer.ask, question->ask);
    assert_int_equal(node->answer.id, question->id);
}

static void read_journal(Node *node, uint64_t game)
{
    ask(node, &(StoreQuestion){.ask = STORE_JOURNAL, .id = 77, .game = game});
}

// --- Batches -------------------------------------------------------------------------------------

static void a_batch_is_durable_and_comes_back(void **state)
{
    (void)state;
    Node node;
    start_node(&node);
    open_game(&node, 7);
    write_rows(&node);
    try_nonsense(&node, 7, 1);
    try_nonsense(&node, 7, 2);
    write_rows(&node);
    assert_said(&node, "durable; durable; ");
    read_journal(&node, 7);
    assert_int_equal(node.answer.error, STORE_OK);
    assert_int_equal(node.journal.count, 3);
    assert_int_equal(node.journal.rows[0].node, node.number);
    assert_int_equal(node.journal.rows[2].ref, 2);
    assert_true(node.alive_ms >= node.journal.rows[2].now_ms);
    read_journal(&node, 8);
    assert_int_equal(node.answer.error, STORE_ERR_NONE);
    stop_node(&node);
}

static void an_empty_batch_tells_that_the_node_lives(void **state)
{
    (void)state;
    Node node;
    start_node(&node);
    open_game(&node, 9);
    write_rows(&node);
    read_journal(&node, 9);
    const uint64_t before_ms = node.alive_ms;
    node.ahead_ms += 5000;
    write_rows(&node);
    read_journal(&node, 9);
    assert_true(node.alive_ms >= before_ms + 5000);
    assert_int_equal(node.journal.count, 1);
    stop_node(&node);
}

static void games_are_live_until_they_are_over(void **state)
{
    (void)state;
    Node node;
    start_node(&node);
    run_command("TRUNCATE nebel.live_game");
    for (uint64_t game = 20; game < 23; game++)
        open_game(&node, game);
    write_rows(&node);
    resign(&node, 21);
    write_rows(&node);
    ask(&node, &(StoreQuestion){.ask = STORE_LIST});
    assert_said(&node, "durable; durable; 20 22 live; ");
    // Nobody ever plays this one: it opens and ends in one batch.
    open_game(&node, 23);
    LiveBatch batch;
    assert_true(live_games_take_batch(node.hall, now_ms(&node), &batch));
    LiveRow rows[2] = {batch.rows[0], batch.rows[0]};
    rows[1].number = 1;
    rows[1].is_last = true;
    rows[1].row = (JournalRow){.kind = JOURNAL_EVENT, .event = EVENT_ABORT};
    const LiveBatch both = {rows, 2, batch.alive_ms};
    assert_true(store_write(node.store, &both));
    run_until(&node, is_settled);
    ask(&node, &(StoreQuestion){.ask = STORE_LIST});
    assert_said(&node, "durable; 20 22 live; ");
    stop_node(&node);
}

// --- Two nodes -----------------------------------------------------------------------------------

static void the_key_is_a_fence(void **state)
{
    (void)state;
    Node first, second;
    start_node(&first);
    open_game(&first, 30);
    open_game(&first, 31);
    write_rows(&first);
    start_node(&second);
    assert_true(second.number > first.number);
    read_journal(&second, 30);
    assert_int_equal(
        live_games_adopt(second.hall, 30, &second.journal, second.alive_ms, now_ms(&second)),
        LIVE_OK);
    write_rows(&second);
    assert_said(&second, "durable; ");
    // The first node does not know. Its batch fails whole; the other game is written without game 30.
    try_nonsense(&first, 30, 1);
    try_nonsense(&first, 30, 2);
    try_nonsense(&first, 31, 1);
    write_rows(&first);
    assert_said(&first, "durable; refused 30; ");
    assert_sql("SELECT count(*) FROM nebel.journal WHERE game IN (30, 31)", "3");
    write_rows(&first);
    assert_said(&first, "durable; ");
    assert_sql("SELECT count(*) FROM nebel.journal WHERE game = 30", "2");
    assert_sql(
        "SELECT line LIKE 'white try #65535 1 %' FROM nebel.journal WHERE game = 31 AND number = 1",
        "t");
    stop_node(&first);
    stop_node(&second);
}

static void a_row_that_follows_nothing_is_refused(void **state)
{
    (void)state;
    Node node;
    start_node(&node);
    open_game(&node, 40);
    LiveBatch batch;
    assert_true(live_games_take_batch(node.hall, now_ms(&node), &batch));
    LiveRow late = batch.rows[0];
    late.number = 5;
    const LiveBatch gap = {&late, 1, batch.alive_ms};
    assert_true(store_write(node.store, &gap));
    run_until(&node, is_settled);
    assert_said(&node, "refused 40; ");
    assert_sql("SELECT count(*) FROM nebel.journal WHERE game = 40", "0");
    stop_node(&node);
}

// The first attempt hangs in the database, and the store gives its connection up. It asks: nothing is there. So it writes again, and
// then both attempts are in the database. One of them wins, and the batch is durable once.
static void an_attempt_that_was_given_up_can_still_win(void **state)
{
    (void)state;
    Node node;
    start_node(&node);
    open_game(&node, 50);
    PGconn *connection = connect_database();
    run_sql(connection, "BEGIN", NULL, 0);
    run_sql(connection, "LOCK TABLE nebel.journal IN EXCLUSIVE MODE", NULL, 0);
    hand_over(&node);
    static const char waiting[] = "SELECT count(*) FROM pg_locks WHERE NOT granted";
    char field[16] = "";
    for (unsigned attempt = 1; attempt <= 2; attempt++) {
        while (field[0] != (char)('0' + attempt)) {
            run_once(&node, 10);
            run_sql(connection, waiting, field, sizeof field);
        }
        assert_int_equal(node.durable, 0);
        if (attempt == 1)
            node.ahead_ms += PATIENCE_MS;
    }
    run_sql(connection, "COMMIT", NULL, 0);
    run_until(&node, is_settled);
    assert_said(&node, "durable; ");
    assert_sql("SELECT count(*) FROM nebel.journal WHERE game = 50", "1");
    PQfinish(connection);
    stop_node(&node);
}

static bool is_halted(const Node *node)
{
    return strstr(store_problem(node->store), "part of a batch") != NULL;
}

static void a_part_of_a_batch_halts_the_store(void **state)
{
    (void)state;
    Node node;
    char sql[200];
    start_node(&node);
    open_game(&node, 60);
    open_game(&node, 61);
    snprintf(sql, sizeof sql, "INSERT INTO nebel.journal VALUES (60, 0, %u, 'by hand')",
             (unsigned)node.number);
    PGconn *connection = connect_database();
    run_sql(connection, sql, NULL, 0);
    hand_over(&node);
    run_until(&node, is_halted);
    assert_true(store_is_busy(node.store));
    assert_said(&node, "");
    run_sql(connection, "DELETE FROM nebel.journal WHERE game = 60", NULL, 0);
    PQfinish(connection);
    stop_node(&node);
}

// --- The database goes ---------------------------------------------------------------------------

// The rows of a node's game that the test knows to be durable are there, in order, and at most one batch more.
static void assert_acknowledged(Node *node, uint64_t game, uint32_t acknowledged, uint32_t sent)
{
    read_journal(node, game);
    assert_int_equal(node->answer.error, STORE_OK);
    assert_in_range(node->journal.count, acknowledged, sent);
    for (uint32_t i = 1; i < node->journal.count; i++)
        assert_int_equal(node->journal.rows[i].ref, i);
}

static void a_killed_database_loses_and_doubles_nothing(void **state)
{
    (void)state;
    enum { GAME = 70, ROWS_A_BATCH = 3, MOMENTS = 12 };
    Node node;
    Rng rng = rng_from_seed(70);
    uint32_t in_flight = 0, ref = 0, sent = 1, acknowledged;
    start_node(&node);
    open_game(&node, GAME);
    write_rows(&node);
    acknowledged = 1;
    for (uint64_t i = 0; i < kills; i++) {
        for (unsigned row = 0; row < ROWS_A_BATCH; row++)
            try_nonsense(&node, GAME, ++ref);
        sent += ROWS_A_BATCH;
        hand_over(&node);
        const uint32_t before = node.durable;
        // The batch is somewhere on its way: not sent, in the database, committed, or answered. In every other round it has
        // just been sent.
        const bool is_just_sent = i % 2 == 0;
        for (uint32_t moment = is_just_sent ? 1 : rng_below(&rng, MOMENTS); moment; moment--)
            run_once(&node, is_just_sent ? 0 : 1);
        temp_postgres_kill(db);
        in_flight += node.durable == before;
        if (node.durable > before)
            acknowledged = sent;
        run_until(&node, is_away);
        start_database();
        run_until(&node, has_started);
        assert_acknowledged(&node, GAME, acknowledged, sent);
        run_until(&node, is_settled);
        assert_int_equal(node.durable, before + 1);
        acknowledged = sent;
        assert_acknowledged(&node, GAME, acknowledged, sent);
    }
    printf("# %u of %u kills met a batch in flight\n", (unsigned)in_flight, (unsigned)kills);
    assert_true(in_flight > 0);
    stop_node(&node);
}

static void nothing_is_acknowledged_while_the_database_is_away(void **state)
{
    (void)state;
    Node node;
    start_node(&node);
    temp_postgres_kill(db);
    run_until(&node, is_away);
    open_game(&node, 80);
    hand_over(&node);
    for (unsigned i = 0; i < 20; i++)
        run_once(&node, 5);
    assert_said(&node, "");
    assert_true(has_problem(&node));
    start_database();
    run_until(&node, is_settled);
    assert_said(&node, "durable; ");
    run_until(&node, has_no_problem);
    stop_node(&node);
}

static void a_database_that_does_not_answer_is_away(void **state)
{
    (void)state;
    Node node;
    start_node(&node);
    PGconn *connection = connect_database();
    run_sql(connection, "BEGIN", NULL, 0);
    run_sql(connection, "LOCK TABLE nebel.live_game", NULL, 0);
    const StoreQuestion question = {.ask = STORE_LIST};
    node.answers = 0;
    assert_true(store_ask(node.store, &question));
    run_once(&node, 0);
    assert_false(node.is_away);
    node.ahead_ms += WATCH_MS;
    run_until(&node, is_away);
    run_sql(connection, "COMMIT", NULL, 0);
    run_until(&node, has_answer);
    assert_int_equal(node.answers, 1);
    PQfinish(connection);
    stop_node(&node);
}

static void what_is_wrong_with_a_database_is_said(void **state)
{
    (void)state;
    char database[256];
    Node node = {.is_away = true};
    node.text = TEXT_IN(node.said);
    snprintf(database, sizeof database, "%s dbname=postgres", temp_postgres_database(db));
    create_store(&node, &memory_heap, database);
    run_until(&node, has_problem);
    assert_string_equal(
        store_problem(node.store),
        "the database lacks a table of Nebel's: run sqitch deploy in deploy/schema");
    store_destroy(node.store);

    PGconn *connection = connect_database();
    run_sql(connection, "ALTER SYSTEM SET fsync = off", NULL, 0);
    run_sql(connection, "SELECT pg_reload_conf()", NULL, 0);
    char field[8] = "";
    while (strcmp(field, "off") != 0)
        run_sql(connection, "SHOW fsync", field, sizeof field);
    create_store(&node, &memory_heap, temp_postgres_database(db));
    run_until(&node, has_problem);
    assert_non_null(strstr(store_problem(node.store), "set fsync = on"));
    assert_int_equal(node.number, 0);
    run_sql(connection, "ALTER SYSTEM RESET fsync", NULL, 0);
    run_sql(connection, "SELECT pg_reload_conf()", NULL, 0);
    run_until(&node, has_started);
    PQfinish(connection);
    stop_node(&node);
}

// --- Questions -----------------------------------------------------------------------------------

static void tokens_are_found_until_they_expire(void **state)
{
    (void)state;
    Node node;
    StoreQuestion add = {.ask = STORE_ADD_TOKENS, .id = 1, .game = 90, .life_s = 3600};
    memset(&add.hashes[0], 0xab, sizeof add.hashes[0]);
    memset(&add.hashes[1], 0x5c, sizeof add.hashes[1]);
    start_node(&node);
    ask(&node, &add);
    ask(&node, &add); // as after a lost answer
    assert_int_equal(node.answer.error, STORE_OK);
    for (uint8_t seat = 0; seat < 2; seat++) {
        ask(&node,
            &(StoreQuestion){.ask = STORE_FIND_TOKEN, .id = 2, .hashes = {add.hashes[seat]}});
        assert_int_equal(node.answer.error, STORE_OK);
        assert_int_equal(node.answer.game, 90);
        assert_int_equal(node.answer.seat, seat);
    }
    ask(&node, &(StoreQuestion){.ask = STORE_FIND_TOKEN});
    assert_int_equal(node.answer.error, STORE_ERR_NONE);

    StoreQuestion short_lived = {.ask = STORE_ADD_TOKENS, .game = 91};
    memset(short_lived.hashes, 0x11, sizeof short_lived.hashes[0]);
    ask(&node, &short_lived);
    ask(&node, &(StoreQuestion){.ask = STORE_FIND_TOKEN, .hashes = {short_lived.hashes[0]}});
    assert_int_equal(node.answer.error, STORE_ERR_NONE);
    ask(&node, &add); // which removes those that have expired
    assert_sql("SELECT count(*) FROM nebel.seat_token", "2");
    stop_node(&node);
}

// Guest `number` is called by its letter, and its hash is made of its number.
static StoreQuestion guest_question(StoreAsk kind, uint64_t number, const char *name)
{
    StoreQuestion question = {.ask = (uint8_t)kind, .persons = {number}, .life_s = 3600};
    Text text = TEXT_IN(question.name);
    text_add(&text, name);
    memset(&question.hashes[0], (int)number, sizeof question.hashes[0]);
    return question;
}

static void guests_are_kept_and_found_until_they_expire(void **state)
{
    (void)state;
    Node node;
    start_node(&node);
    const StoreQuestion add = guest_question(STORE_ADD_ANONYMOUS, 1, "a");
    ask(&node, &add);
    ask(&node, &add); // as after a lost answer
    assert_int_equal(node.answer.error, STORE_OK);
    const StoreQuestion same_name = guest_question(STORE_ADD_ANONYMOUS, 2, "a");
    ask(&node, &same_name);
    assert_int_equal(node.answer.error, STORE_ERR_NONE);
    const StoreQuestion find = guest_question(STORE_FIND_PERSON, 1, "");
    ask(&node, &find);
    assert_said(&node, "1 a; ");
    run_command("UPDATE nebel.person SET expires = now() + interval '5 seconds'");
    StoreQuestion find_longer = find;
    find_longer.life_s = 90 * 24 * 3600;
    ask(&node, &find_longer); // which keeps it longer
    assert_said(&node, "1 a; ");
    assert_sql("SELECT expires > now() + interval '89 days' FROM nebel.person", "t");
    run_command("UPDATE nebel.person SET expires = now()");
    ask(&node, &find);
    assert_int_equal(node.answer.error, STORE_ERR_NONE);
    const StoreQuestion next = guest_question(STORE_ADD_ANONYMOUS, 3, "c");
    ask(&node, &next); // which removes those that have expired
    assert_sql("SELECT string_agg(name, ' ') FROM nebel.person", "c");
    run_command("TRUNCATE nebel.person, nebel.revoked CASCADE");
    stop_node(&node);
}

static void guests_have_seats(void **state)
{
    (void)state;
    Node node;
    start_node(&node);
    run_command("TRUNCATE nebel.live_game");
    for (uint64_t number = 1; number <= 2; number++) {
        const StoreQuestion add =
            guest_question(STORE_ADD_ANONYMOUS, number, number == 1 ? "a" : "b");
        ask(&node, &add);
    }
    StoreQuestion seats = {
        .ask = STORE_ADD_TOKENS, .id = 180, .game = 180, .persons = {1, 2}, .life_s = 3600};
    memset(&seats.sessions[0], 1, sizeof seats.sessions[0]);
    memset(&seats.sessions[1], 2, sizeof seats.sessions[1]);
    memset(&seats.hashes[0], 0x21, sizeof seats.hashes[0]);
    memset(&seats.hashes[1], 0x22, sizeof seats.hashes[1]);
    ask(&node, &seats);
    ask(&node, &seats); // as after a lost answer
    assert_int_equal(node.answer.error, STORE_OK);
    open_game(&node, 180);
    open_game(&node, 181);
    write_rows(&node);
    ask(&node, &(StoreQuestion){.ask = STORE_LIST});
    assert_said(&node, "durable; 180 of guests 181 live; ");
    // The token of a seat may be gone; who asks for its games can have it kept again.
    run_command("DELETE FROM nebel.seat_token WHERE game = 180");
    ask(&node, &(StoreQuestion){.ask = STORE_PERSON_GAMES, .persons = {2}});
    assert_said(&node, "180 1 a own; ");
    const StoreQuestion keep = {.ask = STORE_KEEP_SEAT,
                                .game = 180,
                                .seat = 1,
                                .hashes = {seats.hashes[1]},
                                .sessions = {seats.sessions[1]},
                                .life_s = 3600,
                                .name = "a"};
    ask(&node, &keep);
    ask(&node, &keep); // as after a lost answer
    assert_true(!node.answer.error && node.answer.game == 180 && node.answer.seat == 1);
    ask(&node, &(StoreQuestion){.ask = STORE_FIND_TOKEN, .hashes = {seats.hashes[1]}});
    assert_int_equal(node.answer.error, STORE_OK);
    const StoreQuestion find = {
        .ask = STORE_FIND_SEAT, .persons = {2}, .hashes = {seats.hashes[1]}};
    ask(&node, &find);
    assert_true(node.answer.is_live && node.answer.game == 180 && node.answer.seat == 1);
    assert_int_equal(node.answer.person, 1);
    assert_int_equal(node.journal.count, 1);
    ask(&node,
        &(StoreQuestion){.ask = STORE_FIND_SEAT, .persons = {1}, .hashes = {seats.hashes[1]}});
    assert_int_equal(node.answer.error, STORE_ERR_NONE); // it is the other's
    resign(&node, 180);
    write_rows(&node);
    ask(&node, &find);
    assert_false(node.answer.is_live);
    ask(&node, &(StoreQuestion){.ask = STORE_PERSON_GAMES, .persons = {2}});
    assert_said(&node, "durable; own; ");
    // Nobody can sit down who is no guest.
    seats.game = 182;
    seats.persons[0] = 7;
    ask(&node, &seats);
    assert_int_equal(node.answer.error, STORE_ERR_REFUSED);
    run_command("TRUNCATE nebel.person CASCADE");
    stop_node(&node);
}

static bool has_heard(const Node *node)
{
    return node->text.length > 0;
}

static void a_session_that_ends_is_told_and_its_seats_are_gone(void **state)
{
    (void)state;
    Node node;
    start_node(&node);
    for (uint64_t number = 1; number <= 2; number++) {
        const StoreQuestion add =
            guest_question(STORE_ADD_ANONYMOUS, number, number == 1 ? "a" : "b");
        ask(&node, &add);
        const StoreQuestion keep = {.ask = STORE_KEEP_SEAT,
                                    .game = 190,
                                    .seat = (uint8_t)(number - 1),
                                    .hashes = {add.hashes[0]},
                                    .sessions = {add.hashes[0]},
                                    .life_s = 3600};
        ask(&node, &keep);
        ask(&node, &(StoreQuestion){.ask = STORE_FIND_TOKEN, .hashes = {add.hashes[0]}});
        assert_true(node.answer.error == STORE_OK && node.answer.session);
    }
    run_command("DELETE FROM nebel.session WHERE person = 1");
    run_until(&node, has_heard);
    assert_said(&node, "revoked 01; ");
    assert_sql("SELECT string_agg(seat::text, ' ') FROM nebel.seat_token WHERE game = 190", "1");
    const StoreQuestion find = guest_question(STORE_FIND_PERSON, 1, "");
    ask(&node, &find);
    assert_int_equal(node.answer.error, STORE_ERR_NONE);
    // One that has expired needs no telling; and who was not connected is told later.
    run_command("UPDATE nebel.session SET expires = now(); DELETE FROM nebel.session");
    run_command("DELETE FROM nebel.revoked WHERE substr(hash, 1, 1) <> '\\x01'");
    temp_postgres_kill(db);
    run_until(&node, is_away);
    start_database();
    run_until(&node, has_heard);
    assert_said(&node, "revoked 01; ");
    run_command("TRUNCATE nebel.person, nebel.revoked CASCADE");
    stop_node(&node);
}

static void who_is_suspended_is_not_found_and_the_reason_is_told(void **state)
{
    (void)state;
    Node node;
    start_node(&node);
    const StoreQuestion add = guest_question(STORE_ADD_ANONYMOUS, 1, "a");
    const StoreQuestion find = guest_question(STORE_FIND_PERSON, 1, "");
    ask(&node, &add);
    run_command("INSERT INTO nebel.suspension (person, reason, until)"
                " VALUES (1, 'rude words', '2099-01-02 03:04:05Z')");
    ask(&node, &find); // though it has a session
    assert_int_equal(node.answer.error, STORE_ERR_NONE);
    run_command("DELETE FROM nebel.session");
    run_until(&node, has_heard);
    assert_said(&node, "revoked 01 2099-01-02T03:04:05Z rude words; ");
    run_command("TRUNCATE nebel.person, nebel.revoked CASCADE");
    stop_node(&node);
}

static void blocks_are_told_with_their_person_and_when_they_change(void **state)
{
    (void)state;
    Node node;
    start_node(&node);
    for (uint64_t number = 1; number <= 3; number++) {
        const char *const names[] = {"a", "b", "c"};
        const StoreQuestion add = guest_question(STORE_ADD_ANONYMOUS, number, names[number - 1]);
        ask(&node, &add);
    }
    run_command("INSERT INTO nebel.block (person, blocked) VALUES (1, 2), (1, 3)");
    run_until(&node, has_heard);
    assert_said(&node, "blocked by 1; "); // once for both
    const StoreQuestion find = guest_question(STORE_FIND_PERSON, 1, "");
    ask(&node, &find);
    assert_said(&node, "1 a; without 2 3; ");
    run_command("DELETE FROM nebel.block WHERE blocked = 2");
    run_until(&node, has_heard);
    assert_said(&node, "blocked by 1; ");
    ask(&node, &(StoreQuestion){.ask = STORE_FIND_BLOCKS, .persons = {1}});
    assert_said(&node, "without 3; ");
    ask(&node, &(StoreQuestion){.ask = STORE_FIND_BLOCKS, .persons = {2}});
    assert_said(&node, "without; ");
    run_command("TRUNCATE nebel.person, nebel.revoked CASCADE");
    stop_node(&node);
}

static bool has_wish(const Node *node)
{
    return node->wishes > 0;
}

static void games_that_are_to_end_are_listed_while_they_run(void **state)
{
    (void)state;
    Node node;
    start_node(&node);
    run_until(&node, has_wish); // there may have been some before
    node.wishes = 0;
    run_command("TRUNCATE nebel.live_game; INSERT INTO nebel.live_game (game) VALUES (7);"
                "INSERT INTO nebel.end_wish (game) VALUES (7), (8); NOTIFY nebel_end");
    run_until(&node, has_wish);
    ask(&node, &(StoreQuestion){.ask = STORE_LIST_ENDS});
    assert_int_equal(node.answer.game_count, 1);
    assert_said(&node, "7 live; ");
    run_command("TRUNCATE nebel.live_game, nebel.end_wish");
    stop_node(&node);
}

static void a_journal_that_cannot_be_read_is_an_error(void **state)
{
    (void)state;
    static const struct {
        const char *row;
        StoreError error;
    } cases[] = {
        {"(95, 0, 1, 'nonsense')", STORE_ERR_JOURNAL},
        {"(96, 1, 1, 'open 1 1 0 0+0 kriegspiel(rules=icc,board=8x8)')", STORE_ERR_JOURNAL},
        {"(97, 0, 1, 'open 1 1 0 0+0 kriegspiel(rules=icc,board=8x8)')", STORE_OK},
        {"(98, 0, 1, 'open 2 1 0 0+0 kriegspiel(rules=icc,board=8x8)')", STORE_ERR_JOURNAL},
    };
    Node node;
    start_node(&node);
    PGconn *connection = connect_database();
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        char sql[200];
        snprintf(sql, sizeof sql, "INSERT INTO nebel.journal VALUES %s", cases[i].row);
        run_sql(connection, sql, NULL, 0);
        read_journal(&node, 95 + i);
        assert_int_equal(node.answer.error, cases[i].error);
    }
    PQfinish(connection);
    stop_node(&node);
}

static void no_more_questions_wait_than_the_plan_allows(void **state)
{
    (void)state;
    Node node = {.is_away = true};
    create_store(&node, &memory_heap, temp_postgres_database(db));
    const StoreQuestion question = {.ask = STORE_LIST};
    for (unsigned i = 0; i < ASKS_MAX; i++)
        assert_true(store_ask(node.store, &question));
    assert_false(store_ask(node.store, &question));
    store_destroy(node.store);
}

// --- Memory --------------------------------------------------------------------------------------

// A node without a hall writes one row.
static bool write_with(Miser *miser)
{
    static const uint64_t game = 99;
    const Memory memory = miser_memory(miser);
    const JournalGame opening = game_of_test();
    const LiveRow row = {.game = game, .row = {.kind = JOURNAL_OPEN}, .opening = &opening};
    const LiveBatch batch = {&row, 1, 0};
    Node node = {.is_away = true};
    node.text = TEXT_IN(node.said);
    create_store(&node, &memory, temp_postgres_database(db));
    if (!node.store)
        return false;
    run_until(&node, has_started);
    const bool is_done = store_write(node.store, &batch);
    if (is_done)
        run_until(&node, is_settled);
    stop_node(&node);
    return is_done;
}

static void refused_memory_is_seen(void **state)
{
    (void)state;
    assert_refusals_are_seen(write_with, 8);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_is_durable_and_comes_back),
        cmocka_unit_test(an_empty_batch_tells_that_the_node_lives),
        cmocka_unit_test(games_are_live_until_they_are_over),
        cmocka_unit_test(the_key_is_a_fence),
        cmocka_unit_test(a_row_that_follows_nothing_is_refused),
        cmocka_unit_test(an_attempt_that_was_given_up_can_still_win),
        cmocka_unit_test(a_part_of_a_batch_halts_the_store),
        cmocka_unit_test(a_killed_database_loses_and_doubles_nothing),
        cmocka_unit_test(nothing_is_acknowledged_while_the_database_is_away),
        cmocka_unit_test(a_database_that_does_not_answer_is_away),
        cmocka_unit_test(what_is_wrong_with_a_database_is_said),
        cmocka_unit_test(tokens_are_found_until_they_expire),
        cmocka_unit_test(guests_are_kept_and_found_until_they_expire),
        cmocka_unit_test(guests_have_seats),
        cmocka_unit_test(a_session_that_ends_is_told_and_its_seats_are_gone),
        cmocka_unit_test(who_is_suspended_is_not_found_and_the_reason_is_told),
        cmocka_unit_test(blocks_are_told_with_their_person_and_when_they_change),
        cmocka_unit_test(games_that_are_to_end_are_listed_while_they_run),
        cmocka_unit_test(a_journal_that_cannot_be_read_is_an_error),
        cmocka_unit_test(no_more_questions_wait_than_the_plan_allows),
        cmocka_unit_test(refused_memory_is_seen),
    };
    if (count < 2) {
        fprintf(stderr, "usage: store SCHEMA [--kills N]\n");
        return 2;
    }
    schema = arguments[1];
    kills = number_option(count, arguments, "--kills", kills);
    return cmocka_run_group_tests(tests, open_database, close_database);
}
