// A database, units that nobody plays, and threads that lease and report them.
#include "load/farm_load.h"

#include "base/os/clocks.h"
#include "base/os/disk.h"
#include "base/rng.h"
#include "engine/external/child.h"
#include "lab/farm/statements.h"
#include "load/histogram.h"
#include "load/usage.h"
#include "server/devdb/devdb.h"
#include "server/store/caller.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PATIENCE_MS = 60000,
    GIVE_UP_MS = 15000,
    TRIES_A_PAIR = 500, // some 2.5 kilobytes a line, as of Kriegspiel with 1,000 nodes a try
    KEY_ROOM = 64,
    NUMBER_ROOM = 24,
    WHY_ROOM = 256,
    CELLS_ROOM = 512,
    LEASE_SECONDS = 3600,
    COMMAND_ROOM = 1024,
    LINE_BYTES_MAX = 256,
    PGBENCH_PATIENCE_US = 60 * 1000000,
};
static const double us_per_second = 1e6, ms_per_second = 1e3;

enum { FARM_LOAD_FOLDER_ROOM = 64 };

struct FarmLoad {
    Memory memory;
    FarmLoadPlan plan;
    char folder[FARM_LOAD_FOLDER_ROOM];
    TempPostgres *db;
    Text lines;               // of every report
    struct Member *members;   // the connections
    struct StoreCaller *care; // a connection for what is not measured
};

static const char proof[] = "proof"; // the line of the only cell's proof pair

// What is said beside the calls of workers.
typedef enum CareStatement {
    CARE_SUBMIT,
    CARE_SIZE,
    CARE_CHECKPOINT,
    CARE_STATEMENTS
} CareStatement;

// A worker of the crowd: as the farm knows it, and the unit that it holds; "" for none.
typedef struct Worker {
    char number[NUMBER_ROOM], key[KEY_ROOM], unit[NUMBER_ROOM];
} Worker;

// A connection, its workers, and the thread that uses both in a stretch.
typedef struct Member {
    FarmLoad *load;
    StoreCaller *caller;
    Worker *workers;
    uint32_t count, next; // workers; whose turn it is
    const FarmLoadStretch *stretch;
    double begin, first_due; // seconds
    Histogram histogram;     // of microseconds
    uint64_t calls, reports;
    char why[WHY_ROOM]; // "" if nothing went wrong
} Member;

static bool fail(Member *member, const char *why)
{
    snprintf(member->why, sizeof member->why, "%s", why);
    return false;
}

static bool call(Member *member, FarmWorkerStatement statement, const char *const *values)
{
    return store_call(member->caller, statement, values) == STORE_CALL_OK ||
           fail(member, store_caller_problem(member->caller));
}

static bool report(Member *member, const Worker *worker, const char *unit, const char *cell,
                   const char *lines)
{
    const char *const values[] = {worker->number, worker->key, unit, cell, lines, "60"};
    return call(member, FARM_REPORT, values) &&
           (strcmp(store_call_field(member->caller, 0, 0), "taken") == 0 ||
            fail(member, "a report was not taken"));
}

static bool lease(Member *member, Worker *worker)
{
    const char *const values[] = {worker->number, worker->key, "1"};
    if (!call(member, FARM_LEASE, values))
        return false;
    const char *unit = store_call_field(member->caller, 0, 5);
    snprintf(worker->unit, sizeof worker->unit, "%s", unit ? unit : "");
    return true;
}

// Enrols a worker and reports its proof pair.
static bool enrol(Member *member, Worker *worker)
{
    static const char *const values[] = {"crowd", "bench", "0", "none", "1", "1"};
    if (!call(member, FARM_ENROL, values))
        return false;
    snprintf(worker->number, sizeof worker->number, "%s", store_call_field(member->caller, 0, 0));
    snprintf(worker->key, sizeof worker->key, "%s", store_call_field(member->caller, 0, 1));
    if (!lease(member, worker))
        return false;
    char cell[NUMBER_ROOM];
    snprintf(cell, sizeof cell, "%" PRIu64, store_call_number(member->caller, 0, 3));
    return report(member, worker, NULL, cell, proof);
}

// The next call of a worker: a report of the unit that it holds, or a lease.
static bool step(Member *member)
{
    Worker *worker = &member->workers[member->next];
    if (!worker->unit[0])
        return lease(member, worker) && (worker->unit[0] || fail(member, "no units are left"));
    if (!report(member, worker, worker->unit, NULL, member->load->lines.start))
        return false;
    worker->unit[0] = '\0';
    member->reports++;
    member->next = (member->next + 1) % member->count;
    return true;
}

static void sleep_until(double moment)
{
    const double left = moment - wall_seconds();
    if (left <= 0)
        return;
    const struct timespec pause = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
    nanosleep(&pause, NULL);
}

static bool is_stopped(const FarmLoad *load)
{
    return load->plan.is_stopped && atomic_load(load->plan.is_stopped);
}

// Calls until the stretch is over. With a rate each call is due at its moment, and late ones count from then.
static void *work(void *context)
{
    Member *member = context;
    const FarmLoad *load = member->load;
    const FarmLoadStretch *stretch = member->stretch;
    const double end = member->begin + stretch->seconds;
    const double pause =
        stretch->calls_a_second > 0 ? load->plan.connections / stretch->calls_a_second : 0;
    double due = pause > 0 ? member->first_due : wall_seconds();
    while (due < end && !is_stopped(load)) {
        sleep_until(due);
        if (!step(member))
            break;
        const double now = wall_seconds();
        histogram_add(&member->histogram, (uint64_t)((now - due) * us_per_second));
        member->calls++;
        due = pause > 0 ? due + pause : now;
    }
    return NULL;
}

static void *enrol_all(void *context)
{
    Member *member = context;
    for (uint32_t i = 0; i < member->count; i++)
        if (!enrol(member, &member->workers[i]))
            break;
    return NULL;
}

// Runs all members side by side; false, with the first message, if one fails.
static bool run_members(FarmLoad *load, void *(*run)(void *), Text *message)
{
    pthread_t threads[FARM_LOAD_CONNECTIONS_MAX];
    uint32_t started = 0;
    while (started < load->plan.connections &&
           pthread_create(&threads[started], NULL, run, &load->members[started]) == 0)
        started++;
    for (uint32_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    if (started < load->plan.connections) {
        text_add(message, "the system gives no more threads");
        return false;
    }
    for (uint32_t i = 0; i < started; i++)
        if (load->members[i].why[0]) {
            text_add(message, load->members[i].why);
            return false;
        }
    return true;
}

static bool care(FarmLoad *load, CareStatement statement, const char *const *values, Text *message)
{
    if (store_call(load->care, statement, values) == STORE_CALL_OK)
        return true;
    text_add(message, store_caller_problem(load->care));
    return false;
}

static void prepare(FarmLoad *load, const FarmLoadStretch *stretch, double begin)
{
    for (uint32_t i = 0; i < load->plan.connections; i++) {
        Member *member = &load->members[i];
        member->stretch = stretch;
        member->begin = begin;
        member->first_due = begin; // the members begin one after another, so that calls are spread
        if (stretch->calls_a_second > 0)
            member->first_due += i / stretch->calls_a_second;
        member->calls = member->reports = 0;
        memset(&member->histogram, 0, sizeof member->histogram);
    }
}

bool farm_load_run(FarmLoad *load, const FarmLoadStretch *stretch, FarmLoadFigures *figures,
                   Text *message)
{
    static Histogram all; // too large for a stack
    if (!care(load, CARE_CHECKPOINT, NULL, message))
        return false;
    const int process = temp_postgres_process(load->db);
    const double cpu = usage_cpu_seconds(process), begin = wall_seconds();
    prepare(load, stretch, begin);
    if (!run_members(load, work, message))
        return false;
    *figures = (FarmLoadFigures){.seconds = wall_seconds() - begin};
    memset(&all, 0, sizeof all);
    for (uint32_t i = 0; i < load->plan.connections; i++) {
        histogram_merge(&all, &load->members[i].histogram);
        figures->calls += load->members[i].calls;
        figures->pairs += load->members[i].reports * load->plan.unit_pairs;
    }
    figures->p50_ms = (double)histogram_quantile(&all, 0.5) / ms_per_second;
    figures->p99_ms = (double)histogram_quantile(&all, 0.99) / ms_per_second;
    figures->max_ms = (double)all.max / ms_per_second;
    if (figures->pairs)
        figures->database_us =
            (usage_cpu_seconds(process) - cpu) * us_per_second / (double)figures->pairs;
    return true;
}

bool farm_load_pair_bytes(FarmLoad *load, double *bytes, Text *message)
{
    if (!care(load, CARE_SIZE, NULL, message))
        return false;
    *bytes = strtod(store_call_field(load->care, 0, 0), NULL);
    return true;
}

// A client is a worker. It enrols once, since pgbench keeps variables, and leases and reports a unit in each
// transaction. A worker without its proof reports that instead. pgbench compares numbers alone, so the statement does
// it.
static void add_script(const FarmLoad *load, Text *text)
{
    text_add(text,
             "\\if :worker = 0\n"
             "SELECT worker, key FROM farm.enrol('crowd', 'bench', '0', 'none', 1, 1) \\gset\n"
             "\\endif\n"
             "SELECT (kind = 'proof')::integer AS is_proof, coalesce(unit, 0) AS unit,"
             " coalesce(cell, 0) AS cell FROM farm.lease(:worker, :key, 1) \\gset\n"
             "\\if :is_proof = 1\n");
    text_format(text, "SELECT farm.report(:worker, :key, NULL, :cell, '%s', 60);\n\\else\n", proof);
    text_format(text, "SELECT farm.report(:worker, :key, :unit, NULL, '%s', 60);\n\\endif\n",
                load->lines.start);
}

static bool write_script(const FarmLoad *load, Text *message)
{
    char path[FARM_LOAD_FOLDER_ROOM + 32];
    Text text = text_growing(&load->memory);
    snprintf(path, sizeof path, "%s/bare.sql", load->folder);
    add_script(load, &text);
    const bool is_kept = !text.cut && disk_write(path, (Slice){text.start, text.length});
    text_done(&text);
    if (!is_kept)
        text_format(message, "%s cannot be written", path);
    return is_kept;
}

// Runs pgbench; how many transactions it made goes to `*transactions`.
static bool run_pgbench(const FarmLoad *load, double seconds, uint64_t *transactions, Text *message)
{
    char command[COMMAND_ROOM];
    Slice line = {0};
    snprintf(command, sizeof command,
             "cd '%s' && '%s/pgbench' -n -M prepared -f bare.sql -c %" PRIu32 " -j 2 -T %.0f "
             "-D worker=0 -D key=none '%s' 2>>nebel.log | tee -a nebel.log | "
             "sed -n 's/^number of transactions actually processed: \\([0-9]*\\).*/\\1/p'",
             load->folder, temp_postgres_programs(load->db), load->plan.connections, seconds,
             temp_postgres_database(load->db));
    const ChildPlan plan = {.command = command, .line_max = LINE_BYTES_MAX, .is_trusted = true};
    Child *child = child_create(&load->memory, &plan, message);
    const uint64_t patience_us = PGBENCH_PATIENCE_US + (uint64_t)(seconds * us_per_second);
    const bool is_read = child &&
                         child_read(child, child_now_us() + patience_us, &line) == CHILD_OK &&
                         slice_number(slice_trim(line), UINT32_MAX, transactions);
    child_destroy(child);
    if (!is_read)
        text_add(message, "pgbench has failed");
    return is_read;
}

bool farm_load_run_bare(FarmLoad *load, double seconds, FarmLoadFigures *figures, Text *message)
{
    uint64_t transactions;
    if (!write_script(load, message))
        return false;
    const int process = temp_postgres_process(load->db);
    const double cpu = usage_cpu_seconds(process);
    if (!run_pgbench(load, seconds, &transactions, message))
        return false;
    // The first transaction of each client is its proof.
    const uint64_t clients = load->plan.connections;
    const uint64_t units = transactions > clients ? transactions - clients : 0;
    *figures = (FarmLoadFigures){
        .seconds = seconds, .calls = 2 * transactions, .pairs = units * load->plan.unit_pairs};
    if (figures->pairs)
        figures->database_us =
            (usage_cpu_seconds(process) - cpu) * us_per_second / (double)figures->pairs;
    return true;
}

// Lines as long as those of a match, which do not compress better than moves do.
static bool make_lines(FarmLoad *load)
{
    Rng rng = rng_from_seed(1);
    load->lines = text_growing(&load->memory);
    for (uint32_t pair = 0; pair < load->plan.unit_pairs; pair++) {
        text_format(&load->lines, "pair %" PRIu32 " | white mate 250 100 ", pair);
        for (unsigned i = 0; i < TRIES_A_PAIR; i++)
            text_format(&load->lines, "%c%c%c%c ", 'a' + (char)rng_below(&rng, 8),
                        '1' + (char)rng_below(&rng, 8), 'a' + (char)rng_below(&rng, 8),
                        '1' + (char)rng_below(&rng, 8));
        text_add(&load->lines, "| 0123456789abcdef\n");
    }
    return !load->lines.cut;
}

static StoreCaller *make_caller(const FarmLoad *load, const StoreStatement *statements,
                                unsigned count)
{
    const StoreCallerPlan plan = {.database = temp_postgres_database(load->db),
                                  .statements = statements,
                                  .statement_count = count,
                                  .clocks = &system_clocks,
                                  .patience_ms = PATIENCE_MS};
    StoreCaller *caller = store_caller_create(&load->memory, &plan);
    if (caller)
        store_caller_limit(caller, GIVE_UP_MS);
    return caller;
}

static bool make_members(FarmLoad *load)
{
    const uint32_t count = load->plan.connections;
    load->members = memory_resize(&load->memory, NULL, count * sizeof *load->members);
    if (!load->members)
        return false;
    memset(load->members, 0, count * sizeof *load->members);
    bool is_made = true;
    for (uint32_t i = 0; i < count; i++) {
        Member *member = &load->members[i];
        member->load = load;
        member->count = load->plan.workers / count + (i < load->plan.workers % count);
        member->workers =
            memory_resize(&load->memory, NULL, member->count * sizeof *member->workers);
        member->caller = make_caller(load, farm_worker_statements, FARM_WORKER_STATEMENTS);
        is_made = is_made && member->workers && member->caller;
    }
    return is_made;
}

static bool submit(FarmLoad *load, Text *message)
{
    const FarmLoadPlan *plan = &load->plan;
    char cells[CELLS_ROOM];
    snprintf(cells, sizeof cells,
             "[{\"number\":0,\"label\":\"crowd\",\"pairs\":%" PRIu64 ",\"unit\":%" PRIu32
             ",\"is_deterministic\":true,\"proof\":\"%s\",\"lease\":%d}]",
             (uint64_t)plan->units * plan->unit_pairs, plan->unit_pairs, proof, LEASE_SECONDS);
    const char *const values[] = {"crowd", "no file", "1", cells};
    return care(load, CARE_SUBMIT, values, message);
}

static bool start_database(FarmLoad *load, Text *message)
{
    snprintf(load->folder, sizeof load->folder, "/tmp/nebel-crowd-XXXXXX");
    if (!mkdtemp(load->folder)) {
        load->folder[0] = '\0';
        text_add(message, "no folder can be made in /tmp");
        return false;
    }
    load->db = temp_postgres_create(&load->memory, load->folder, message);
    return load->db && temp_postgres_start(load->db, message) &&
           temp_postgres_deploy(load->db, load->plan.schema, message);
}

static bool start(FarmLoad *load, Text *message)
{
    static const StoreStatement size = {
        "size",
        "SELECT pg_total_relation_size('farm.report')::float8 / nullif((SELECT sum(pairs)"
        " FROM farm.unit WHERE state = 'reported'), 0)",
        0};
    static const StoreStatement checkpoint = {"checkpoint", "CHECKPOINT", 0};
    static StoreStatement statements[CARE_STATEMENTS];
    statements[CARE_SUBMIT] = farm_owner_statements[FARM_SUBMIT];
    statements[CARE_SIZE] = size;
    statements[CARE_CHECKPOINT] = checkpoint;
    if (!start_database(load, message))
        return false;
    load->care = make_caller(load, statements, CARE_STATEMENTS);
    if (!load->care || !make_lines(load) || !make_members(load)) {
        text_add(message, "there is not enough memory");
        return false;
    }
    return submit(load, message) && run_members(load, enrol_all, message);
}

FarmLoad *farm_load_create(const Memory *memory, const FarmLoadPlan *plan, Text *message)
{
    assert(plan->connections > 0 && plan->connections <= FARM_LOAD_CONNECTIONS_MAX);
    assert(plan->connections <= plan->workers);
    FarmLoad *load = memory_resize(memory, NULL, sizeof *load);
    if (!load) {
        text_add(message, "there is not enough memory");
        return NULL;
    }
    *load = (FarmLoad){.memory = *memory, .plan = *plan};
    if (start(load, message))
        return load;
    farm_load_destroy(load);
    return NULL;
}

void farm_load_destroy(FarmLoad *load)
{
    if (!load)
        return;
    const Memory memory = load->memory;
    for (uint32_t i = 0; load->members && i < load->plan.connections; i++) {
        store_caller_destroy(load->members[i].caller);
        memory_resize(&memory, load->members[i].workers, 0);
    }
    memory_resize(&memory, load->members, 0);
    store_caller_destroy(load->care);
    if (load->lines.memory)
        text_done(&load->lines);
    temp_postgres_destroy(load->db);
    if (load->folder[0])
        temp_postgres_remove_folder(load->folder);
    memory_resize(&memory, load, 0);
}

uint64_t farm_load_unit_bytes(const FarmLoad *load)
{
    return load->lines.length;
}
