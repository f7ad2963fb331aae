// Leases, plays and reports.
#include "lab/farm/worker.h"

#include "lab/experiments/experiment.h"
#include "lab/farm/database.h"
#include "lab/farm/results_check.h"
#include "lab/match/workers.h"
#include "server/store/caller.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

enum {
    PATIENCE_MS = 60000, // for an answer
    FIRST_MS = 15000,    // for the first connection, so that a wrong name of the database is told
    PAUSE_MS = 1000,     // before a worker without work asks again
    KEY_ROOM = 64,
    NUMBER_ROOM = 24,
    US_PER_SECOND = 1000000,
    MS_PER_SECOND = 1000,
    NS_PER_MS = 1000000,
};

// The fields of the answer to a lease.
enum {
    LEASE_KIND,
    LEASE_EXPERIMENT,
    LEASE_DESCRIPTION,
    LEASE_CELL,
    LEASE_CELL_NUMBER,
    LEASE_UNIT,
    LEASE_FIRST,
    LEASE_PAIRS
};

// What a lease gives to play: a unit, or the proof pair of a cell.
typedef struct FarmTask {
    uint64_t cell, unit, first, pairs;
    uint32_t cell_number;
} FarmTask;

typedef struct FarmWorker {
    const FarmWorkPlan *plan;
    Memory memory;
    StoreCaller *caller;
    char number[NUMBER_ROOM], key[KEY_ROOM]; // as the farm knows it; "" before it has enrolled
    char known[NUMBER_ROOM];                 // the experiment whose file is here
    Text description;
    Experiment *experiment; // points into the description
    FarmTask task;
    FarmWorkProgress news;
    bool is_over;
    FarmWorkEnd end;
    Text *message;
} FarmWorker;

static bool end_work(FarmWorker *worker, FarmWorkEnd end)
{
    worker->is_over = true;
    worker->end = end;
    return false;
}

static bool worker_fail(FarmWorker *worker, const char *why)
{
    text_add(worker->message, why);
    return end_work(worker, FARM_WORK_FAILED);
}

static bool worker_call(FarmWorker *worker, FarmWorkerStatement statement,
                        const char *const *values)
{
    const StoreCallError error = store_call(worker->caller, statement, values);
    if (error == STORE_CALL_STOPPED)
        return end_work(worker, FARM_WORK_STOPPED);
    if (!error)
        return true;
    store_caller_explain(worker->caller, error, worker->message);
    return end_work(worker, FARM_WORK_FAILED);
}

static bool worker_is_stopped(const FarmWorker *worker)
{
    return atomic_load(worker->plan->is_stopped);
}

static double now_seconds(const FarmWorker *worker)
{
    const Clocks *clocks = worker->plan->clocks;
    return (double)clocks->wall_us(clocks->context) / US_PER_SECOND;
}

static bool worker_enrol(FarmWorker *worker)
{
    const FarmWorkPlan *plan = worker->plan;
    char cores[NUMBER_ROOM], threads[NUMBER_ROOM];
    Text cores_text = TEXT_IN(cores), threads_text = TEXT_IN(threads);
    Text number = TEXT_IN(worker->number), key = TEXT_IN(worker->key);
    text_format(&cores_text, "%" PRIu32, plan->cores);
    text_format(&threads_text, "%u", plan->threads);
    const char *const values[] = {plan->machine, plan->commit, plan->signature,
                                  plan->cpu,     cores,        threads};
    if (!worker_call(worker, FARM_ENROL, values))
        return false;
    text_add(&number, store_call_field(worker->caller, 0, 0));
    text_add(&key, store_call_field(worker->caller, 0, 1));
    return true;
}

// Keeps the file of the experiment, which comes with the first lease of it.
static bool worker_learn(FarmWorker *worker)
{
    const char *description = store_call_field(worker->caller, 0, LEASE_DESCRIPTION);
    if (!description)
        return true;
    char why[256];
    Text message = TEXT_IN(why), known = TEXT_IN(worker->known);
    text_done(&worker->description);
    worker->description = text_growing(&worker->memory);
    text_add(&worker->description, description);
    const Slice text = {worker->description.start, worker->description.length};
    if (worker->description.cut || !experiment_read(text, worker->experiment, &message)) {
        text_add(worker->message, "this build cannot read the experiment: ");
        return worker_fail(worker, why);
    }
    text_add(&known, store_call_field(worker->caller, 0, LEASE_EXPERIMENT));
    return true;
}

static bool read_task(FarmWorker *worker)
{
    const StoreCaller *caller = worker->caller;
    worker->task =
        (FarmTask){.cell = store_call_number(caller, 0, LEASE_CELL),
                   .cell_number = (uint32_t)store_call_number(caller, 0, LEASE_CELL_NUMBER),
                   .unit = store_call_number(caller, 0, LEASE_UNIT),
                   .first = store_call_number(caller, 0, LEASE_FIRST),
                   .pairs = store_call_number(caller, 0, LEASE_PAIRS)};
    if (!worker_learn(worker))
        return false;
    return worker->task.cell_number < experiment_cell_count(worker->experiment) ||
           worker_fail(worker, "this build finds fewer cells in the experiment");
}

// Reports lines of the unit, or those of the proof pair.
static bool worker_report(FarmWorker *worker, bool is_proof, const char *lines, double seconds)
{
    char unit[NUMBER_ROOM], cell[NUMBER_ROOM], time[NUMBER_ROOM];
    Text unit_text = TEXT_IN(unit), cell_text = TEXT_IN(cell), time_text = TEXT_IN(time);
    text_format(&unit_text, "%" PRIu64, worker->task.unit);
    text_format(&cell_text, "%" PRIu64, worker->task.cell);
    text_format(&time_text, "%.3f", seconds);
    const char *const values[] = {worker->number, worker->key, is_proof ? NULL : unit,
                                  cell,           lines,       time};
    return worker_call(worker, FARM_REPORT, values);
}

static bool play_proof(FarmWorker *worker)
{
    const FarmWorkPlan *plan = worker->plan;
    ExperimentCell cell;
    Text line = text_growing(&worker->memory);
    if (!read_task(worker))
        return false;
    experiment_cell(worker->experiment, worker->task.cell_number, &cell);
    const bool is_fine = farm_proof(&cell, &worker->memory, plan->clocks, &line, worker->message)
                             ? worker_report(worker, true, line.start, 0)
                             : end_work(worker, FARM_WORK_FAILED);
    text_done(&line);
    return is_fine;
}

static bool take_line(void *context, const PairResult *result)
{
    Text *lines = context;
    text_add_slice(lines, result->line);
    text_add_char(lines, '\n');
    return !lines->cut;
}

// Plays the pairs of the unit, which are pairs of the whole match, in order. False if it failed or was stopped.
static bool play_pairs(FarmWorker *worker, Text *lines)
{
    char why[256];
    Text message = TEXT_IN(why);
    ExperimentCell cell;
    experiment_cell(worker->experiment, worker->task.cell_number, &cell);
    cell.plan.rounds = worker->task.first + worker->task.pairs;
    const WorkersPlan plan = {.plan = &cell.plan,
                              .clocks = worker->plan->clocks,
                              .from = worker->task.first,
                              .threads = worker->plan->threads,
                              .is_stopped = worker->plan->is_stopped};
    assert(plan_job_count(&cell.plan) == cell.plan.rounds);
    const WorkersError error =
        workers_run(&plan, &worker->memory, (PairSink){take_line, lines}, &message);
    if (error || lines->cut)
        return worker_fail(worker,
                           why[0] ? why : workers_error_text(error ? error : WORKERS_ERR_MEMORY));
    return !worker_is_stopped(worker);
}

static void notify_played(FarmWorker *worker, double seconds)
{
    FarmWorkProgress *news = &worker->news;
    news->units++;
    news->games += 2 * worker->task.pairs;
    news->unit = worker->task.unit;
    news->cell = worker->task.cell_number;
    news->seconds = seconds;
    worker->plan->played(worker->plan->context, news);
}

static bool play_unit(FarmWorker *worker)
{
    Text lines = text_growing(&worker->memory);
    if (!read_task(worker))
        return false;
    const double began = now_seconds(worker);
    const bool is_played = play_pairs(worker, &lines);
    const double seconds = now_seconds(worker) - began;
    bool is_fine = false;
    if (is_played) {
        is_fine = worker_report(worker, false, lines.start, seconds * worker->plan->threads);
        if (is_fine)
            notify_played(worker, seconds);
    } else if (!worker->is_over) {
        is_fine = worker_report(worker, false, "", 0); // gives it back
    }
    text_done(&lines);
    return is_fine;
}

static bool wait_for_work(FarmWorker *worker)
{
    const struct timespec pause = {PAUSE_MS / MS_PER_SECOND, PAUSE_MS % MS_PER_SECOND * NS_PER_MS};
    (void)worker;
    nanosleep(&pause, NULL); // a signal ends it early
    return true;
}

static bool be_idle(FarmWorker *worker)
{
    return worker->plan->waits ? wait_for_work(worker) : end_work(worker, FARM_WORK_IDLE);
}

static bool be_refused(FarmWorker *worker)
{
    return end_work(worker, FARM_WORK_REFUSED);
}

static bool be_broken(FarmWorker *worker)
{
    return end_work(worker, FARM_WORK_BROKEN);
}

// The handler of each kind of answer to a lease. A database that was restored may have forgotten the worker.
static const struct {
    const char *kind;
    bool (*handle)(FarmWorker *worker);
} handlers[] = {{"unit", play_unit},      {"proof", play_proof},   {"wait", wait_for_work},
                {"idle", be_idle},        {"refused", be_refused}, {"broken", be_broken},
                {"unknown", worker_enrol}};

static bool worker_step(FarmWorker *worker)
{
    const char *const values[] = {worker->number, worker->key,
                                  worker->known[0] ? worker->known : NULL};
    if (worker_is_stopped(worker))
        return end_work(worker, FARM_WORK_STOPPED);
    if (!worker_call(worker, FARM_LEASE, values))
        return false;
    const char *kind = store_call_field(worker->caller, 0, LEASE_KIND);
    for (unsigned i = 0; kind && i < COUNT_OF(handlers); i++)
        if (strcmp(handlers[i].kind, kind) == 0)
            return handlers[i].handle(worker);
    return worker_fail(worker, "the farm gives a task that this build does not know");
}

FarmWorkEnd farm_work(const Memory *memory, const FarmWorkPlan *plan, Text *message)
{
    const StoreCallerPlan caller = {.database = plan->database,
                                    .statements = farm_worker_statements,
                                    .statement_count = FARM_WORKER_STATEMENTS,
                                    .clocks = plan->clocks,
                                    .patience_ms = PATIENCE_MS,
                                    .is_stopped = plan->is_stopped,
                                    .lost = plan->lost,
                                    .context = plan->context};
    FarmWorker worker = {.plan = plan,
                         .memory = *memory,
                         .caller = store_caller_create(memory, &caller),
                         .description = text_growing(memory),
                         .experiment = memory_resize(memory, NULL, sizeof(Experiment)),
                         .message = message};
    if (!worker.caller || !worker.experiment) {
        (void)worker_fail(&worker, "there is not enough memory to play");
    } else {
        store_caller_limit(worker.caller, FIRST_MS);
        if (worker_enrol(&worker)) {
            store_caller_limit(worker.caller, 0);
            while (worker_step(&worker))
                ;
        }
    }
    store_caller_destroy(worker.caller);
    memory_resize(memory, worker.experiment, 0);
    text_done(&worker.description);
    return worker.end;
}
