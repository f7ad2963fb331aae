// The accounts service: its loop takes requests, hands each to a queue with worker threads, and sends what the threads have answered.
#include "server/accounts/internal.h"

#include "base/os/clocks.h"
#include "base/os/event_log.h"

#include <inttypes.h>
#include <string.h>

enum {
    REQUESTS_MAX = 1024,
    BODY_MAX = 4096,
    COUNTED_MAX = 200000, // names and addresses that are counted apart
    TIDY_MS = 3600000,
    COUNT_MS = 60000,
    FIELDS_MAX = 256,
    PATIENCE_MS = 5000, // for an answer of the database
    GIVE_UP_MS = 3000,  // without a connection to it
};

static const struct {
    unsigned threads, waiting_max;
} sizes[QUEUE_COUNT] = {
    [QUEUE_QUICK] = {4, 256},
    // At most two thirds of a second of waiting.
    [QUEUE_HASH] = {2, 32},
    [QUEUE_MAIL] = {2, 32},
    [QUEUE_RESET] = {2, 32},
};

static const char *keep_text(char **next, Slice text)
{
    char *start = *next;
    if (text.length)
        memcpy(start, text.start, text.length);
    start[text.length] = '\0';
    *next += text.length + 1;
    return start;
}

// NULL if there is no memory.
static QueuedRequest *make_job(const Memory *memory, const NetRequest *request,
                               const AccountsRoute *route)
{
    const Slice texts[] = {request->body, request->parameter, request->query, request->bearer,
                           request->address};
    size_t bytes = 0;
    for (unsigned i = 0; i < COUNT_OF(texts); i++)
        bytes += texts[i].length + 1;
    QueuedRequest *job = memory_resize(memory, NULL, sizeof *job + bytes);
    if (!job)
        return NULL;
    char *next = job->texts;
    *job = (QueuedRequest){.request = request->number, .route = route, .bytes = bytes};
    job->answer.body = text_growing(memory);
    job->asked.body = keep_text(&next, request->body);
    job->asked.parameter = keep_text(&next, request->parameter);
    job->asked.query = keep_text(&next, request->query);
    job->asked.bearer = keep_text(&next, request->bearer);
    job->asked.address = keep_text(&next, request->address);
    return job;
}

static void free_job(const Memory *memory, QueuedRequest *job)
{
    text_done(&job->answer.body);
    explicit_bzero(job->texts, job->bytes); // there may be a password
    memory_resize(memory, job, 0);
}

static void add_job(RequestList *jobs, QueuedRequest *job)
{
    job->next = NULL;
    if (jobs->last)
        jobs->last->next = job;
    else
        jobs->first = job;
    jobs->last = job;
    jobs->count++;
}

static QueuedRequest *take_job(RequestList *jobs)
{
    QueuedRequest *job = jobs->first;
    if (!job)
        return NULL;
    jobs->first = job->next;
    if (!jobs->first)
        jobs->last = NULL;
    jobs->count--;
    return job;
}

// Hands over a job. False, with nothing changed, if the queue is full.
static bool hand_in(AccountsService *service, QueuedRequest *job)
{
    WorkQueue *queue = &service->queues[job->route->queue];
    pthread_mutex_lock(&service->lock);
    RequestList *waiting = &queue->waiting[job->can_wait];
    const bool has_room = waiting->count < queue->waiting_max;
    if (has_room) {
        add_job(waiting, job);
        pthread_cond_broadcast(&queue->wake); // one of them may not take it
    }
    pthread_mutex_unlock(&service->lock);
    return has_room;
}

// Takes the next job that is done; NULL if there is none.
static QueuedRequest *take_done(AccountsService *service)
{
    pthread_mutex_lock(&service->lock);
    QueuedRequest *job = take_job(&service->done);
    pthread_mutex_unlock(&service->lock);
    return job;
}

static QueuedRequest *take_next(WorkQueue *queue, bool takes_all)
{
    QueuedRequest *job = take_job(&queue->waiting[0]);
    return job || !takes_all ? job : take_job(&queue->waiting[1]);
}

// Waits for the next job; returns NULL if the service ends.
static QueuedRequest *await_job(AccountsService *service, WorkQueue *queue, bool takes_all)
{
    QueuedRequest *job = NULL;
    pthread_mutex_lock(&service->lock);
    while (!atomic_load(&service->is_ending) && !(job = take_next(queue, takes_all)))
        pthread_cond_wait(&queue->wake, &service->lock);
    pthread_mutex_unlock(&service->lock);
    return job;
}

static void *run_worker(void *context)
{
    WorkerThread *worker = context;
    AccountsService *service = worker->service;
    QueuedRequest *job;
    while ((job = await_job(service, &service->queues[worker->queue], worker->takes_all))) {
        accounts__serve(&worker->handler, job->route, &job->asked, &job->answer);
        pthread_mutex_lock(&service->lock);
        add_job(&service->done, job);
        pthread_mutex_unlock(&service->lock);
        net_wake(service->net);
    }
    return NULL;
}

static void worker_report_lost(void *context, const char *problem)
{
    const AccountsService *service = context;
    event_log(service->plan.log, "database_away", NULL, problem);
}

static bool open_worker(AccountsService *service, QueueName name, WorkerThread *worker)
{
    const StoreCallerPlan plan = {.database = service->plan.database,
                                  .role = "nebel_office",
                                  .statements = accounts__statements,
                                  .statement_count = ACCOUNTS_STATEMENTS,
                                  .clocks = &system_clocks,
                                  .patience_ms = PATIENCE_MS,
                                  .is_stopped = &service->is_ending,
                                  .lost = worker_report_lost,
                                  .context = service};
    StoreCaller *caller = store_caller_create(&service->memory, &plan);
    if (!caller)
        return false;
    store_caller_limit(caller, GIVE_UP_MS);
    *worker = (WorkerThread){
        .service = service,
        .queue = name,
        .takes_all = worker != service->queues[name].workers,
        .handler = {.service = service, .memory = &service->memory, .caller = caller}};
    if (pthread_create(&worker->thread, NULL, run_worker, worker) == 0)
        return true;
    store_caller_destroy(caller);
    return false;
}

static void init_lanes(AccountsService *service)
{
    pthread_mutex_init(&service->lock, NULL);
    for (QueueName name = 0; name < QUEUE_COUNT; name++)
        pthread_cond_init(&service->queues[name].wake, NULL);
}

// False, with a message, if threads cannot be started.
static bool open_lanes(AccountsService *service, Text *message)
{
    for (QueueName name = 0; name < QUEUE_COUNT; name++) {
        WorkQueue *queue = &service->queues[name];
        queue->waiting_max = sizes[name].waiting_max;
        while (queue->thread_count < sizes[name].threads &&
               open_worker(service, name, &queue->workers[queue->thread_count]))
            queue->thread_count++;
        if (queue->thread_count < sizes[name].threads) {
            text_add(message, "threads cannot be started");
            return false;
        }
    }
    return true;
}

static void free_jobs(const AccountsService *service, RequestList *jobs)
{
    for (QueuedRequest *job; (job = take_job(jobs));)
        free_job(&service->memory, job);
}

// Waits for what the threads are doing.
static void close_lanes(AccountsService *service)
{
    pthread_mutex_lock(&service->lock);
    atomic_store(&service->is_ending, true);
    for (QueueName name = 0; name < QUEUE_COUNT; name++)
        pthread_cond_broadcast(&service->queues[name].wake);
    pthread_mutex_unlock(&service->lock);
    for (QueueName name = 0; name < QUEUE_COUNT; name++) {
        WorkQueue *queue = &service->queues[name];
        for (unsigned i = 0; i < queue->thread_count; i++) {
            pthread_join(queue->workers[i].thread, NULL);
            store_caller_destroy(queue->workers[i].handler.caller);
        }
        for (unsigned i = 0; i < COUNT_OF(queue->waiting); i++)
            free_jobs(service, &queue->waiting[i]);
        pthread_cond_destroy(&queue->wake);
    }
    free_jobs(service, &service->done);
    pthread_mutex_destroy(&service->lock);
}

static AnswerClass kind_of(unsigned status)
{
    enum { FIRST_MISTAKE = 400, FIRST_FAILURE = 500 };
    switch (status) {
    case STATUS_WHO:
        return KIND_WHO;
    case STATUS_FORBIDDEN:
        return KIND_FORBIDDEN;
    case STATUS_OFTEN:
        return KIND_OFTEN;
    default:
        return status < FIRST_MISTAKE ? KIND_DONE : status < FIRST_FAILURE ? KIND_BAD : KIND_FAILED;
    }
}

// Logs the counts. An attack shows in the log; names and addresses do not.
static void log_counts(AccountsService *service)
{
    static const char *const names[ANSWER_CLASSES] = {"done",  "unknown", "forbidden",
                                                      "often", "bad",     "failed"};
    char memory[FIELDS_MAX];
    Text fields = TEXT_IN(memory);
    uint32_t refused = 0;
    for (unsigned i = 0; i < ANSWER_CLASSES; i++) {
        text_format(&fields, "%s\"%s\": %" PRIu32, i ? ", " : "", names[i], service->counts[i]);
        refused += i == KIND_DONE ? 0 : service->counts[i];
        service->counts[i] = 0;
    }
    if (refused)
        event_log(service->plan.log, "refused", memory, NULL);
}

static void send_answer(AccountsService *service, uint64_t request, unsigned status, NetType type,
                        Slice body)
{
    service->counts[kind_of(status)]++;
    net_answer(service->net, request, status, type, body);
}

static void answer_object(AccountsService *service, uint64_t request, unsigned status,
                          const char *object)
{
    send_answer(service, request, status, NET_JSON, slice_of(object));
}

static void answer_busy(AccountsService *service, uint64_t request)
{
    answer_object(service, request, STATUS_BUSY,
                  "{\"error\":\"too many requests; ask again in a moment\"}\n");
}

static void take_request(void *context, const NetRequest *request)
{
    AccountsService *service = context;
    const AccountsRoute *route = &accounts__routes[request->route - service->routes];
    // A client that asks for mail and has no session is answered before anything is done, so that the answer tells nothing of it.
    const bool is_answered_first = route->queue == QUEUE_RESET;
    bool can_wait = false;
    // Screens read a body with its length and threads up to its first NUL, so there must be none.
    if (memchr(request->body.start, '\0', request->body.length)) {
        answer_object(service, request->number, STATUS_BAD,
                      "{\"error\":\"the request must be a JSON object\"}\n");
        return;
    }
    if (route->screen && !route->screen(service, request, &can_wait)) {
        answer_object(service, request->number, STATUS_OFTEN,
                      "{\"error\":\"too many tries; wait a minute and try again\"}\n");
        return;
    }
    QueuedRequest *job = make_job(&service->memory, request, route);
    if (job) {
        job->can_wait = can_wait;
        if (is_answered_first)
            job->request = 0;
        if (hand_in(service, job)) {
            if (is_answered_first)
                answer_object(service, request->number, STATUS_ACCEPTED, "{\"sent\":true}\n");
            return;
        }
    }
    answer_busy(service, request->number);
    if (job)
        free_job(&service->memory, job);
}

// Sends what the threads have answered. They may have been out of memory.
static void service_work(void *context, uint64_t now_ms, NetWaits *waits)
{
    AccountsService *service = context;
    (void)now_ms;
    (void)waits; // a thread wakes the loop
    for (QueuedRequest *job; (job = take_done(service));) {
        const HandlerAnswer *answer = &job->answer;
        if (answer->body.cut)
            answer_busy(service, job->request);
        else
            send_answer(service, job->request, answer->status, answer->type,
                        (Slice){answer->body.start, answer->body.length});
        free_job(&service->memory, job);
    }
}

static void tidy_rows(RequestHandler *handler, const HandlerRequest *asked, HandlerAnswer *answer)
{
    (void)asked;
    (void)!accounts__call(handler, ACCOUNTS_TIDY, NULL, answer); // an hour later it is done again
}

static void service_tidy(void *context, uint64_t now_ms)
{
    static const AccountsRoute tidy = {.queue = QUEUE_QUICK, .answer = tidy_rows};
    AccountsService *service = context;
    limits_tidy(service->limits, now_ms);
    if (now_ms >= service->count_ms) {
        service->count_ms = now_ms + COUNT_MS;
        log_counts(service);
    }
    if (now_ms < service->tidy_ms)
        return;
    service->tidy_ms = now_ms + TIDY_MS;
    const NetRequest nobody = {0};
    QueuedRequest *job = make_job(&service->memory, &nobody, &tidy);
    if (job && !hand_in(service, job))
        free_job(&service->memory, job);
}

static bool is_operator(void *context, Slice token)
{
    (void)context; // no route is the operator's
    (void)token;
    return false;
}

static bool make_routes(AccountsService *service, Text *message)
{
    service->routes =
        memory_resize(&service->memory, NULL, accounts__route_count * sizeof *service->routes);
    if (!service->routes) {
        text_add(message, "there is no memory");
        return false;
    }
    for (unsigned i = 0; i < accounts__route_count; i++)
        service->routes[i] = (NetRoute){.method = accounts__routes[i].method,
                                        .who = accounts__routes[i].who,
                                        .path = accounts__routes[i].path,
                                        .answer = take_request};
    return true;
}

static bool open_net(AccountsService *service, Text *message)
{
    const NetPlan plan = {.socket = service->plan.socket,
                          .routes = service->routes,
                          .route_count = accounts__route_count,
                          .requests_max = REQUESTS_MAX,
                          .body_max = BODY_MAX,
                          .owner = {is_operator, service_work, service_tidy, service}};
    service->net = net_create(&service->memory, &plan, message);
    return service->net != NULL;
}

// Makes what must be there before the first request.
static bool prepare_service(AccountsService *service, Text *message)
{
    Token token;
    json_object_seed(0); // before there are threads, which would race for it
    service->limits = limits_create(&service->memory, &service->plan.key, COUNTED_MAX);
    if (mail_begin() && service->limits && token_draw(&token) &&
        password_hash(slice_of(token.text), &service->nobodys))
        return make_routes(service, message);
    text_add(message, "there is no memory");
    return false;
}

bool accounts_run(const Memory *memory, const AccountsPlan *plan, Text *message)
{
    AccountsService service = {.memory = *memory, .plan = *plan};
    init_lanes(&service);
    const bool is_open = prepare_service(&service, message) && open_net(&service, message) &&
                         open_lanes(&service, message);
    if (is_open) {
        event_log(plan->log, "started", NULL, NULL);
        if (plan->opened)
            plan->opened(plan);
        net_run(service.net);
        log_counts(&service);
        event_log(plan->log, "stopped", NULL, NULL);
    }
    close_lanes(&service);
    mail_end();
    net_destroy(service.net);
    limits_destroy(service.limits);
    memory_resize(memory, service.routes, 0);
    return is_open;
}
