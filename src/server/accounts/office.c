// The office's loop: requests go to their lanes, and answers come back.
#include "server/accounts/inside.h"

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
};

// --- Answers, and how many of each kind ----------------------------------------------------------

static OfficeKind kind_of(unsigned status)
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

// An attack shows in the log, and nobody's name or address does.
static void log_counts(Office *office)
{
    static const char *const names[OFFICE_KINDS] = {"done",  "unknown", "forbidden",
                                                    "often", "bad",     "failed"};
    char memory[FIELDS_MAX];
    Text fields = TEXT_IN(memory);
    uint32_t refused = 0;
    for (unsigned i = 0; i < OFFICE_KINDS; i++) {
        text_format(&fields, "%s\"%s\": %" PRIu32, i ? ", " : "", names[i], office->counts[i]);
        refused += i == KIND_DONE ? 0 : office->counts[i];
        office->counts[i] = 0;
    }
    if (refused)
        event_log(office->plan.log, "refused", memory, NULL);
}

static void send_answer(Office *office, uint64_t request, unsigned status, NetType type, Slice body)
{
    office->counts[kind_of(status)]++;
    net_answer(office->net, request, status, type, body);
}

static void answer_object(Office *office, uint64_t request, unsigned status, const char *object)
{
    send_answer(office, request, status, NET_JSON, slice_of(object));
}

static void answer_busy(Office *office, uint64_t request)
{
    answer_object(office, request, STATUS_BUSY,
                  "{\"error\":\"too many requests; ask again in a moment\"}\n");
}

static void take_request(void *context, const NetRequest *request)
{
    Office *office = context;
    const OfficeRoute *route = &office__routes[request->route - office->routes];
    // Whoever wants mail and has no session is answered before anything is done, so that the answer tells nothing of it.
    const bool is_answered_first = route->lane == LANE_RESET;
    bool can_wait = false;
    // Screens read a body with its length and threads up to its first NUL, so there must be none.
    if (memchr(request->body.start, '\0', request->body.length)) {
        answer_object(office, request->number, STATUS_BAD,
                      "{\"error\":\"the request must be a JSON object\"}\n");
        return;
    }
    if (route->screen && !route->screen(office, request, &can_wait)) {
        answer_object(office, request->number, STATUS_OFTEN,
                      "{\"error\":\"too many tries; wait a minute and try again\"}\n");
        return;
    }
    Job *job = office__make_job(&office->memory, request, route);
    if (job) {
        job->can_wait = can_wait;
        if (is_answered_first)
            job->request = 0;
        if (office__hand_in(office, job)) {
            if (is_answered_first)
                answer_object(office, request->number, STATUS_ACCEPTED, "{\"sent\":true}\n");
            return;
        }
    }
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
            send_answer(office, job->request, answer->status, answer->type,
                        (Slice){answer->body.start, answer->body.length});
        office__free_job(&office->memory, job);
    }
}

// --- Tidying -------------------------------------------------------------------------------------

static void tidy_rows(Desk *desk, const Asked *asked, Answer *answer)
{
    (void)asked;
    (void)!office__call(desk, OFFICE_TIDY, NULL, answer); // an hour later it is done again
}

static void tidy(void *context, uint64_t now_ms)
{
    static const OfficeRoute tidy = {.lane = LANE_QUICK, .answer = tidy_rows};
    Office *office = context;
    limits_tidy(office->limits, now_ms);
    if (now_ms >= office->count_ms) {
        office->count_ms = now_ms + COUNT_MS;
        log_counts(office);
    }
    if (now_ms < office->tidy_ms)
        return;
    office->tidy_ms = now_ms + TIDY_MS;
    const NetRequest nobody = {0};
    Job *job = office__make_job(&office->memory, &nobody, &tidy);
    if (job && !office__hand_in(office, job))
        office__free_job(&office->memory, job);
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
                          .owner = {is_operator, work, tidy, office}};
    office->net = net_create(&office->memory, &plan, message);
    return office->net != NULL;
}

// What must be there before the first request.
static bool prepare(Office *office, Text *message)
{
    Token token;
    json_object_seed(0); // before there are threads, which would race for it
    office->limits = limits_create(&office->memory, &office->plan.key, COUNTED_MAX);
    if (mail_begin() && office->limits && token_draw(&token) &&
        password_hash(slice_of(token.text), &office->nobodys))
        return make_routes(office, message);
    text_add(message, "there is no memory");
    return false;
}

bool office_run(const Memory *memory, const OfficePlan *plan, Text *message)
{
    Office office = {.memory = *memory, .plan = *plan};
    office__init_lanes(&office);
    const bool is_open = prepare(&office, message) && open_net(&office, message) &&
                         office__open_lanes(&office, message);
    if (is_open) {
        event_log(plan->log, "started", NULL, NULL);
        if (plan->opened)
            plan->opened(plan);
        net_run(office.net);
        log_counts(&office);
        event_log(plan->log, "stopped", NULL, NULL);
    }
    office__close_lanes(&office);
    mail_end();
    net_destroy(office.net);
    limits_destroy(office.limits);
    memory_resize(memory, office.routes, 0);
    return is_open;
}
