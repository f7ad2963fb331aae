// Lanes: bounded queues, and threads that take from them.
#include "server/accounts/inside.h"

#include "base/os/clocks.h"
#include "base/os/event_log.h"

#include <string.h>

enum {
    PATIENCE_MS = 5000, // for an answer of the database
    GIVE_UP_MS = 3000,  // without a connection to it
};

static const struct {
    unsigned threads, waiting_max;
} sizes[LANE_COUNT] = {
    [LANE_QUICK] = {4, 256},
    // At most two thirds of a second of waiting.
    [LANE_HASH] = {2, 32},
    [LANE_MAIL] = {2, 32},
    [LANE_RESET] = {2, 32},
};

// --- Jobs ----------------------------------------------------------------------------------------

static const char *keep(char **next, Slice text)
{
    char *start = *next;
    if (text.length)
        memcpy(start, text.start, text.length);
    start[text.length] = '\0';
    *next += text.length + 1;
    return start;
}

Job *office__make_job(const Memory *memory, const NetRequest *request, const OfficeRoute *route)
{
    const Slice texts[] = {request->body, request->parameter, request->query, request->bearer,
                           request->address};
    size_t bytes = 0;
    for (unsigned i = 0; i < COUNT_OF(texts); i++)
        bytes += texts[i].length + 1;
    Job *job = memory_resize(memory, NULL, sizeof *job + bytes);
    if (!job)
        return NULL;
    char *next = job->texts;
    *job = (Job){.request = request->number, .route = route, .bytes = bytes};
    job->answer.body = text_growing(memory);
    job->asked.body = keep(&next, request->body);
    job->asked.parameter = keep(&next, request->parameter);
    job->asked.query = keep(&next, request->query);
    job->asked.bearer = keep(&next, request->bearer);
    job->asked.address = keep(&next, request->address);
    return job;
}

void office__free_job(const Memory *memory, Job *job)
{
    text_done(&job->answer.body);
    explicit_bzero(job->texts, job->bytes); // there may be a password
    memory_resize(memory, job, 0);
}

static void add_job(Jobs *jobs, Job *job)
{
    job->next = NULL;
    if (jobs->last)
        jobs->last->next = job;
    else
        jobs->first = job;
    jobs->last = job;
    jobs->count++;
}

static Job *take_job(Jobs *jobs)
{
    Job *job = jobs->first;
    if (!job)
        return NULL;
    jobs->first = job->next;
    if (!jobs->first)
        jobs->last = NULL;
    jobs->count--;
    return job;
}

bool office__hand_in(Office *office, Job *job)
{
    Lane *lane = &office->lanes[job->route->lane];
    pthread_mutex_lock(&office->lock);
    Jobs *waiting = &lane->waiting[job->can_wait];
    const bool has_room = waiting->count < lane->waiting_max;
    if (has_room) {
        add_job(waiting, job);
        pthread_cond_broadcast(&lane->wake); // one of them may not take it
    }
    pthread_mutex_unlock(&office->lock);
    return has_room;
}

Job *office__take_done(Office *office)
{
    pthread_mutex_lock(&office->lock);
    Job *job = take_job(&office->done);
    pthread_mutex_unlock(&office->lock);
    return job;
}

// --- Threads -------------------------------------------------------------------------------------

static Job *take_next(Lane *lane, bool takes_all)
{
    Job *job = take_job(&lane->waiting[0]);
    return job || !takes_all ? job : take_job(&lane->waiting[1]);
}

// Waits for the next job; NULL if the office ends.
static Job *await_job(Office *office, Lane *lane, bool takes_all)
{
    Job *job = NULL;
    pthread_mutex_lock(&office->lock);
    while (!atomic_load(&office->is_ending) && !(job = take_next(lane, takes_all)))
        pthread_cond_wait(&lane->wake, &office->lock);
    pthread_mutex_unlock(&office->lock);
    return job;
}

static void *work(void *context)
{
    Worker *worker = context;
    Office *office = worker->office;
    Job *job;
    while ((job = await_job(office, &office->lanes[worker->lane], worker->takes_all))) {
        office__serve(&worker->desk, job->route, &job->asked, &job->answer);
        pthread_mutex_lock(&office->lock);
        add_job(&office->done, job);
        pthread_mutex_unlock(&office->lock);
        net_wake(office->net);
    }
    return NULL;
}

static void tell_lost(void *context, const char *problem)
{
    const Office *office = context;
    event_log(office->plan.log, "database_away", NULL, problem);
}

static bool open_worker(Office *office, LaneName name, Worker *worker)
{
    const StoreCallerPlan plan = {.database = office->plan.database,
                                  .role = "nebel_office",
                                  .statements = office__statements,
                                  .statement_count = OFFICE_STATEMENTS,
                                  .clocks = &system_clocks,
                                  .patience_ms = PATIENCE_MS,
                                  .is_stopped = &office->is_ending,
                                  .lost = tell_lost,
                                  .context = office};
    StoreCaller *caller = store_caller_create(&office->memory, &plan);
    if (!caller)
        return false;
    store_caller_limit(caller, GIVE_UP_MS);
    *worker = (Worker){.office = office,
                       .lane = name,
                       .takes_all = worker != office->lanes[name].workers,
                       .desk = {.office = office, .memory = &office->memory, .caller = caller}};
    if (pthread_create(&worker->thread, NULL, work, worker) == 0)
        return true;
    store_caller_destroy(caller);
    return false;
}

void office__init_lanes(Office *office)
{
    pthread_mutex_init(&office->lock, NULL);
    for (LaneName name = 0; name < LANE_COUNT; name++)
        pthread_cond_init(&office->lanes[name].wake, NULL);
}

bool office__open_lanes(Office *office, Text *message)
{
    for (LaneName name = 0; name < LANE_COUNT; name++) {
        Lane *lane = &office->lanes[name];
        lane->waiting_max = sizes[name].waiting_max;
        while (lane->thread_count < sizes[name].threads &&
               open_worker(office, name, &lane->workers[lane->thread_count]))
            lane->thread_count++;
        if (lane->thread_count < sizes[name].threads) {
            text_add(message, "threads cannot be started");
            return false;
        }
    }
    return true;
}

static void free_jobs(const Office *office, Jobs *jobs)
{
    for (Job *job; (job = take_job(jobs));)
        office__free_job(&office->memory, job);
}

void office__close_lanes(Office *office)
{
    pthread_mutex_lock(&office->lock);
    atomic_store(&office->is_ending, true);
    for (LaneName name = 0; name < LANE_COUNT; name++)
        pthread_cond_broadcast(&office->lanes[name].wake);
    pthread_mutex_unlock(&office->lock);
    for (LaneName name = 0; name < LANE_COUNT; name++) {
        Lane *lane = &office->lanes[name];
        for (unsigned i = 0; i < lane->thread_count; i++) {
            pthread_join(lane->workers[i].thread, NULL);
            store_caller_destroy(lane->workers[i].desk.caller);
        }
        for (unsigned i = 0; i < COUNT_OF(lane->waiting); i++)
            free_jobs(office, &lane->waiting[i]);
        pthread_cond_destroy(&lane->wake);
    }
    free_jobs(office, &office->done);
    pthread_mutex_destroy(&office->lock);
}
