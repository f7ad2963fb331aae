// A database, units that nobody plays, and threads that lease and report them.
#include "lab/farm/crowd.h"

#include "base/os/clocks.h"
#include "base/rng.h"
#include "lab/farm/crowd_inside.h"
#include "lab/farm/statements.h"
#include "server/loadtest/histogram.h"
#include "server/loadtest/usage.h"
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
};
static const double us_per_second = 1e6, ms_per_second = 1e3;

const char crowd__proof[] = "proof";

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
    Crowd *crowd;
    StoreCaller *caller;
    Worker *workers;
    uint32_t count, next; // workers; whose turn it is
    const CrowdStretch *stretch;
    double begin, first_due; // seconds
    Histogram histogram;     // of microseconds
    uint64_t calls, reports;
    char why[WHY_ROOM]; // "" if nothing went wrong
} Member;

// --- Calls ---------------------------------------------------------------------------------------

static bool fail(Member *member, const char *why)
{
    snprintf(member->why, sizeof member->why, "%s", why);
    return false;
}

static bool call(Member *member, WorkerStatement statement, const char *const *values)
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
    return report(member, worker, NULL, cell, crowd__proof);
}

// The next call of a worker: a report of the unit that it holds, or a lease.
static bool step(Member *member)
{
    Worker *worker = &member->workers[member->next];
    if (!worker->unit[0])
        return lease(member, worker) && (worker->unit[0] || fail(member, "no units are left"));
    if (!report(member, worker, worker->unit, NULL, member->crowd->lines.start))
        return false;
    worker->unit[0] = '\0';
    member->reports++;
    member->next = (member->next + 1) % member->count;
    return true;
}

// --- Threads -------------------------------------------------------------------------------------

static void sleep_until(double moment)
{
    const double left = moment - wall_seconds();
    if (left <= 0)
        return;
    const struct timespec pause = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
    nanosleep(&pause, NULL);
}

static bool is_stopped(const Crowd *crowd)
{
    return crowd->plan.is_stopped && atomic_load(crowd->plan.is_stopped);
}

// Calls until the stretch is over. With a rate each call is due at its moment, and late ones count from then.
static void *work(void *context)
{
    Member *member = context;
    const Crowd *crowd = member->crowd;
    const CrowdStretch *stretch = member->stretch;
    const double end = member->begin + stretch->seconds;
    const double pause =
        stretch->calls_a_second > 0 ? crowd->plan.connections / stretch->calls_a_second : 0;
    double due = pause > 0 ? member->first_due : wall_seconds();
    while (due < end && !is_stopped(crowd)) {
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
static bool run_members(Crowd *crowd, void *(*run)(void *), Text *message)
{
    pthread_t threads[CROWD_CONNECTIONS_MAX];
    uint32_t started = 0;
    while (started < crowd->plan.connections &&
           pthread_create(&threads[started], NULL, run, &crowd->members[started]) == 0)
        started++;
    for (uint32_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    if (started < crowd->plan.connections) {
        text_add(message, "the system gives no more threads");
        return false;
    }
    for (uint32_t i = 0; i < started; i++)
        if (crowd->members[i].why[0]) {
            text_add(message, crowd->members[i].why);
            return false;
        }
    return true;
}

// --- Stretches -----------------------------------------------------------------------------------

static bool care(Crowd *crowd, CareStatement statement, const char *const *values, Text *message)
{
    if (store_call(crowd->care, statement, values) == STORE_CALL_OK)
        return true;
    text_add(message, store_caller_problem(crowd->care));
    return false;
}

static void prepare(Crowd *crowd, const CrowdStretch *stretch, double begin)
{
    for (uint32_t i = 0; i < crowd->plan.connections; i++) {
        Member *member = &crowd->members[i];
        member->stretch = stretch;
        member->begin = begin;
        member->first_due = begin; // the members begin one after another, so that calls are spread
        if (stretch->calls_a_second > 0)
            member->first_due += i / stretch->calls_a_second;
        member->calls = member->reports = 0;
        memset(&member->histogram, 0, sizeof member->histogram);
    }
}

bool crowd_run(Crowd *crowd, const CrowdStretch *stretch, CrowdFigures *figures, Text *message)
{
    static Histogram all; // too large for a stack
    if (!care(crowd, CARE_CHECKPOINT, NULL, message))
        return false;
    const int process = devdb_process(crowd->db);
    const double cpu = usage_cpu_seconds(process), begin = wall_seconds();
    prepare(crowd, stretch, begin);
    if (!run_members(crowd, work, message))
        return false;
    *figures = (CrowdFigures){.seconds = wall_seconds() - begin};
    memset(&all, 0, sizeof all);
    for (uint32_t i = 0; i < crowd->plan.connections; i++) {
        histogram_merge(&all, &crowd->members[i].histogram);
        figures->calls += crowd->members[i].calls;
        figures->pairs += crowd->members[i].reports * crowd->plan.unit_pairs;
    }
    figures->p50_ms = (double)histogram_quantile(&all, 0.5) / ms_per_second;
    figures->p99_ms = (double)histogram_quantile(&all, 0.99) / ms_per_second;
    figures->max_ms = (double)all.max / ms_per_second;
    if (figures->pairs)
        figures->database_us =
            (usage_cpu_seconds(process) - cpu) * us_per_second / (double)figures->pairs;
    return true;
}

bool crowd_pair_bytes(Crowd *crowd, double *bytes, Text *message)
{
    if (!care(crowd, CARE_SIZE, NULL, message))
        return false;
    *bytes = strtod(store_call_field(crowd->care, 0, 0), NULL);
    return true;
}

// --- Creating ------------------------------------------------------------------------------------

// Lines as long as those of a match, which do not compress better than moves do.
static bool make_lines(Crowd *crowd)
{
    Rng rng = rng_from_seed(1);
    crowd->lines = text_growing(&crowd->memory);
    for (uint32_t pair = 0; pair < crowd->plan.unit_pairs; pair++) {
        text_format(&crowd->lines, "pair %" PRIu32 " | white mate 250 100 ", pair);
        for (unsigned i = 0; i < TRIES_A_PAIR; i++)
            text_format(&crowd->lines, "%c%c%c%c ", 'a' + (char)rng_below(&rng, 8),
                        '1' + (char)rng_below(&rng, 8), 'a' + (char)rng_below(&rng, 8),
                        '1' + (char)rng_below(&rng, 8));
        text_add(&crowd->lines, "| 0123456789abcdef\n");
    }
    return !crowd->lines.cut;
}

static StoreCaller *make_caller(const Crowd *crowd, const StoreStatement *statements,
                                unsigned count)
{
    const StoreCallerPlan plan = {.database = devdb_database(crowd->db),
                                  .statements = statements,
                                  .statement_count = count,
                                  .clocks = &system_clocks,
                                  .patience_ms = PATIENCE_MS};
    StoreCaller *caller = store_caller_create(&crowd->memory, &plan);
    if (caller)
        store_caller_limit(caller, GIVE_UP_MS);
    return caller;
}

static bool make_members(Crowd *crowd)
{
    const uint32_t count = crowd->plan.connections;
    crowd->members = memory_resize(&crowd->memory, NULL, count * sizeof *crowd->members);
    if (!crowd->members)
        return false;
    memset(crowd->members, 0, count * sizeof *crowd->members);
    bool is_made = true;
    for (uint32_t i = 0; i < count; i++) {
        Member *member = &crowd->members[i];
        member->crowd = crowd;
        member->count = crowd->plan.workers / count + (i < crowd->plan.workers % count);
        member->workers =
            memory_resize(&crowd->memory, NULL, member->count * sizeof *member->workers);
        member->caller = make_caller(crowd, farm_worker_statements, FARM_WORKER_STATEMENTS);
        is_made = is_made && member->workers && member->caller;
    }
    return is_made;
}

static bool submit(Crowd *crowd, Text *message)
{
    const CrowdPlan *plan = &crowd->plan;
    char cells[CELLS_ROOM];
    snprintf(cells, sizeof cells,
             "[{\"number\":0,\"label\":\"crowd\",\"pairs\":%" PRIu64 ",\"unit\":%" PRIu32
             ",\"is_deterministic\":true,\"proof\":\"%s\",\"lease\":%d}]",
             (uint64_t)plan->units * plan->unit_pairs, plan->unit_pairs, crowd__proof,
             LEASE_SECONDS);
    const char *const values[] = {"crowd", "no file", "1", cells};
    return care(crowd, CARE_SUBMIT, values, message);
}

static bool start_database(Crowd *crowd, Text *message)
{
    snprintf(crowd->folder, sizeof crowd->folder, "/tmp/nebel-crowd-XXXXXX");
    if (!mkdtemp(crowd->folder)) {
        crowd->folder[0] = '\0';
        text_add(message, "no folder can be made in /tmp");
        return false;
    }
    crowd->db = devdb_create(&crowd->memory, crowd->folder, message);
    return crowd->db && devdb_start(crowd->db, message) &&
           devdb_deploy(crowd->db, crowd->plan.schema, message);
}

static bool start(Crowd *crowd, Text *message)
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
    if (!start_database(crowd, message))
        return false;
    crowd->care = make_caller(crowd, statements, CARE_STATEMENTS);
    if (!crowd->care || !make_lines(crowd) || !make_members(crowd)) {
        text_add(message, "there is not enough memory");
        return false;
    }
    return submit(crowd, message) && run_members(crowd, enrol_all, message);
}

Crowd *crowd_create(const Memory *memory, const CrowdPlan *plan, Text *message)
{
    assert(plan->connections > 0 && plan->connections <= CROWD_CONNECTIONS_MAX);
    assert(plan->connections <= plan->workers);
    Crowd *crowd = memory_resize(memory, NULL, sizeof *crowd);
    if (!crowd) {
        text_add(message, "there is not enough memory");
        return NULL;
    }
    *crowd = (Crowd){.memory = *memory, .plan = *plan};
    if (start(crowd, message))
        return crowd;
    crowd_destroy(crowd);
    return NULL;
}

void crowd_destroy(Crowd *crowd)
{
    if (!crowd)
        return;
    const Memory memory = crowd->memory;
    for (uint32_t i = 0; crowd->members && i < crowd->plan.connections; i++) {
        store_caller_destroy(crowd->members[i].caller);
        memory_resize(&memory, crowd->members[i].workers, 0);
    }
    memory_resize(&memory, crowd->members, 0);
    store_caller_destroy(crowd->care);
    if (crowd->lines.memory)
        text_done(&crowd->lines);
    devdb_destroy(crowd->db);
    if (crowd->folder[0])
        devdb_remove_folder(crowd->folder);
    memory_resize(&memory, crowd, 0);
}

uint64_t crowd_unit_bytes(const Crowd *crowd)
{
    return crowd->lines.length;
}
