// Requests to the node over a WebSocket, one at a time.
#include "server/bots/caller.h"

#include "server/net/dial.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

enum {
    CONNECT_SECONDS = 20,
    PING_MS = 20000,
    LINE_MAX = 8192, // the longest answer names 256 games
    WAITING_MAX = 4096,
    LINE_ROOM = 256,
    PROBLEM_MAX = 256,
    RETRY_MS = 50, // doubled with each failure
    RETRY_MS_MAX = 2000,
    RETRY_DOUBLINGS_MAX = 10,
    WAIT_MS_MAX = 100, // so that a program that is to end does so soon
};

struct HouseCaller {
    Memory memory;
    HouseCallerPlan plan;
    Dial *dial;
    uint64_t connection; // 0 for none
    bool is_ready;       // the node knows this worker's token
    bool is_refused;     // or has refused it
    bool is_lost_told, has_news;
    bool has_answer;
    char answer[LINE_MAX + 1];
    uint32_t give_up_ms;
    unsigned failures;
    uint64_t open_ms; // when to connect, if there is no connection
    char problem[PROBLEM_MAX];
};

const char *house_caller_problem(const HouseCaller *caller)
{
    return caller->problem;
}

void house_caller_limit(HouseCaller *caller, uint32_t give_up_ms)
{
    caller->give_up_ms = give_up_ms;
}

static void note_problem(HouseCaller *caller, Slice words)
{
    snprintf(caller->problem, sizeof caller->problem, "%.*s", (int)words.length, words.start);
}

// --- The connection ------------------------------------------------------------------------------

static void on_opened(void *context, uint64_t connection)
{
    const HouseCaller *caller = context;
    char memory[LINE_ROOM];
    Text line = TEXT_IN(memory);
    text_add(&line, "bots 1 ");
    text_add_slice(&line, caller->plan.token);
    dial_send(caller->dial, connection, (Slice){line.start, line.length});
}

// The token is wrong, or this program is too old: no other attempt will succeed.
static bool is_final(Slice code)
{
    return slice_is(code, "token") || slice_is(code, "version");
}

static void on_line(void *context, uint64_t connection, Slice line)
{
    HouseCaller *caller = context;
    Slice rest = line;
    const Slice verb = slice_take(&rest, " ");
    (void)connection;
    if (slice_is(verb, "quit")) {
        caller->is_refused |= is_final(slice_take(&rest, " "));
        note_problem(caller, rest);
    } else if (slice_is(verb, "ready")) {
        caller->is_ready = true;
        caller->is_lost_told = false;
        caller->failures = 0;
    } else if (slice_is(verb, "work")) {
        caller->has_news = true;
    } else if (caller->is_ready) {
        Text answer = TEXT_IN(caller->answer);
        text_add_slice(&answer, line);
        caller->has_answer = true;
    }
}

// Tells once that there is no connection, when the first attempt has failed.
static void tell_lost(HouseCaller *caller)
{
    if (!caller->is_lost_told && caller->plan.lost)
        caller->plan.lost(caller->plan.context, caller->problem);
    caller->is_lost_told = true;
}

static void on_closed(void *context, uint64_t connection, DialEnd how, const char *why)
{
    HouseCaller *caller = context;
    const unsigned doublings =
        caller->failures < RETRY_DOUBLINGS_MAX ? caller->failures : RETRY_DOUBLINGS_MAX;
    const uint64_t pause_ms = (uint64_t)RETRY_MS << doublings;
    (void)connection;
    if (how != DIAL_CLOSED || !caller->problem[0])
        note_problem(caller, slice_of(why));
    caller->is_refused |= how == DIAL_UNTRUSTED;
    caller->connection = 0;
    caller->is_ready = false;
    caller->failures++;
    caller->open_ms =
        dial_now_ms(caller->dial) + (pause_ms < RETRY_MS_MAX ? pause_ms : RETRY_MS_MAX);
    if (!caller->is_refused)
        tell_lost(caller);
}

static void work(void *context, uint64_t now_ms, NetWaits *waits)
{
    HouseCaller *caller = context;
    if (!caller->connection && now_ms >= caller->open_ms) {
        caller->problem[0] = '\0';
        caller->connection = dial_open(caller->dial, caller->plan.server);
    }
    if (!caller->connection && caller->open_ms < waits->next_ms)
        waits->next_ms = caller->open_ms;
}

// --- The life of it ------------------------------------------------------------------------------

HouseCaller *house_caller_create(const Memory *memory, const HouseCallerPlan *plan, Text *message)
{
    HouseCaller *caller = memory_resize(memory, NULL, sizeof *caller);
    if (!caller) {
        text_add(message, "there is no memory");
        return NULL;
    }
    *caller = (HouseCaller){.memory = *memory, .plan = *plan};
    const DialPlan dial = {.path = "/bots",
                           .authority = plan->authority,
                           .connections_max = 1,
                           .line_max = LINE_MAX,
                           .waiting_max = WAITING_MAX,
                           .connect_seconds = CONNECT_SECONDS,
                           .ping_ms = PING_MS,
                           .owner = {on_opened, on_line, on_closed, work, caller}};
    caller->dial = dial_create(memory, &dial, message);
    if (caller->dial)
        return caller;
    house_caller_destroy(caller);
    return NULL;
}

void house_caller_destroy(HouseCaller *caller)
{
    if (!caller)
        return;
    const Memory memory = caller->memory;
    dial_destroy(caller->dial);
    memory_resize(&memory, caller, 0);
}

// --- Calling -------------------------------------------------------------------------------------

// Runs the loop until something comes, but not longer than until that moment.
static void turn(HouseCaller *caller, uint64_t until_ms)
{
    const uint64_t now_ms = dial_now_ms(caller->dial);
    uint64_t wait_ms = until_ms > now_ms ? until_ms - now_ms : 0;
    if (dial_wait_ms(caller->dial) < wait_ms)
        wait_ms = dial_wait_ms(caller->dial);
    struct pollfd socket = {.fd = dial_descriptor(caller->dial), .events = POLLIN};
    (void)poll(&socket, 1, wait_ms < WAIT_MS_MAX ? (int)wait_ms : WAIT_MS_MAX);
    dial_turn(caller->dial);
}

// Whether a call must end without an answer.
static bool is_over(const HouseCaller *caller, uint64_t began_ms, HouseCallError *error)
{
    *error = HOUSE_CALL_REFUSED;
    if (caller->is_refused)
        return true;
    if (caller->is_ready)
        return false;
    *error = HOUSE_CALL_AWAY;
    if (caller->give_up_ms && dial_now_ms(caller->dial) >= began_ms + caller->give_up_ms)
        return true;
    *error = HOUSE_CALL_STOPPED;
    return atomic_load(caller->plan.is_stopped);
}

// Sends the request to a node that is ready and waits. Returns whether an answer came; else the connection is lost or given up.
static bool ask(HouseCaller *caller, const Text *request)
{
    const uint64_t connection = caller->connection;
    const uint64_t until_ms = dial_now_ms(caller->dial) + caller->plan.patience_ms;
    caller->has_answer = false;
    dial_send(caller->dial, connection, (Slice){request->start, request->length});
    while (caller->connection == connection && !caller->has_answer) {
        if (dial_now_ms(caller->dial) >= until_ms) {
            note_problem(caller, slice_of("the server does not answer"));
            caller->is_ready = false;
            dial_close(caller->dial, connection);
        }
        turn(caller, UINT64_MAX);
    }
    return caller->has_answer;
}

HouseCallError house_call(HouseCaller *caller, const Text *request, Slice *answer)
{
    const uint64_t began_ms = dial_now_ms(caller->dial);
    HouseCallError error;
    for (;;) {
        if (caller->is_ready && ask(caller, request)) {
            *answer = slice_of(caller->answer);
            Slice rest = *answer;
            if (!slice_is(slice_take(&rest, " "), "error"))
                return HOUSE_CALL_OK;
            const Slice code = slice_take(&rest, " ");
            note_problem(caller, rest);
            if (!slice_is(code, "busy"))
                return HOUSE_CALL_REFUSED;
            turn(caller, dial_now_ms(caller->dial) + WAIT_MS_MAX);
            continue;
        }
        if (is_over(caller, began_ms, &error))
            return error;
        turn(caller, UINT64_MAX);
    }
}

bool house_caller_wait(HouseCaller *caller, uint32_t wait_ms)
{
    const uint64_t until_ms = dial_now_ms(caller->dial) + wait_ms;
    while (!caller->has_news && dial_now_ms(caller->dial) < until_ms &&
           !atomic_load(caller->plan.is_stopped))
        turn(caller, until_ms);
    const bool has_news = caller->has_news;
    caller->has_news = false;
    return has_news;
}
