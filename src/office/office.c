// The office's loop: requests go to their lanes, and answers come back.
#include "office/inside.h"

#include "system/event_log.h"

enum {
    REQUESTS_MAX = 1024,
    BODY_MAX = 4096,
};

static void answer_busy(const Office *office, uint64_t request)
{
    net_answer(office->net, request, STATUS_BUSY, NET_JSON,
               slice_of("{\"error\":\"too many requests; ask again in a moment\"}\n"));
}

static void take_request(void *context, const NetRequest *request)
{
    Office *office = context;
    const OfficeRoute *route = &office__routes[request->route - office->routes];
    Job *job = office__make_job(&office->memory, request, route);
    if (job && office__hand_in(office, job))
        return;
    answer_busy(office, request->number);
    if (job)
        office__free_job(&office->memory, job);
}

// Sends what the threads have answered. Their memory may have been refused.
static void work(void *context, uint64_t now_ms, NetWaits *waits)
{
    Office *office = context;
    (void)now_ms;
    (void)waits; // a thread wakes the loop
    for (Job *job; (job = office__take_done(office));) {
        const Answer *answer = &job->answer;
        if (answer->body.cut)
            answer_busy(office, job->request);
        else
            net_answer(office->net, job->request, answer->status, answer->type,
                       (Slice){answer->body.start, answer->body.length});
        office__free_job(&office->memory, job);
    }
}

static void beat(void *context, uint64_t now_ms)
{
    (void)context;
    (void)now_ms;
}

// --- The whole -----------------------------------------------------------------------------------

static bool is_operator(void *context, Slice token)
{
    (void)context; // no route is the operator's
    (void)token;
    return false;
}

static bool make_routes(Office *office, Text *message)
{
    office->routes =
        memory_resize(&office->memory, NULL, office__route_count * sizeof *office->routes);
    if (!office->routes) {
        text_add(message, "there is no memory");
        return false;
    }
    for (unsigned i = 0; i < office__route_count; i++)
        office->routes[i] = (NetRoute){.method = office__routes[i].method,
                                       .who = office__routes[i].who,
                                       .path = office__routes[i].path,
                                       .answer = take_request};
    return true;
}

static bool open_net(Office *office, Text *message)
{
    const NetPlan plan = {.socket = office->plan.socket,
                          .routes = office->routes,
                          .route_count = office__route_count,
                          .requests_max = REQUESTS_MAX,
                          .body_max = BODY_MAX,
                          .owner = {is_operator, work, beat, office}};
    office->net = net_create(&office->memory, &plan, message);
    return office->net != NULL;
}

bool office_run(const Memory *memory, const OfficePlan *plan, Text *message)
{
    Office office = {.memory = *memory, .plan = *plan};
    json_object_seed(0); // before there are threads, which would race for it
    office__init_lanes(&office);
    const bool is_open = make_routes(&office, message) && open_net(&office, message) &&
                         office__open_lanes(&office, message);
    if (is_open) {
        event_log(plan->log, "started", NULL, NULL);
        if (plan->opened)
            plan->opened(plan);
        net_run(office.net);
        event_log(plan->log, "stopped", NULL, NULL);
    }
    office__close_lanes(&office);
    net_destroy(office.net);
    memory_resize(memory, office.routes, 0);
    return is_open;
}
