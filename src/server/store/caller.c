// A connection that is waited for.
#include "server/store/caller.h"

#include "server/store/internal.h"

#include <assert.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

enum {
    US_PER_MS = 1000,
    WAIT_MS_MAX = 100, // so that a program that is to end does so soon
};

struct StoreCaller {
    Memory memory;
    StoreCallerPlan plan;
    StoreLink link;
    uint32_t give_up_ms;
    bool is_lost_told;
};

StoreCaller *store_caller_create(const Memory *memory, const StoreCallerPlan *plan)
{
    assert(plan->statement_count > 0 && plan->clocks);
    StoreCaller *caller = memory_resize(memory, NULL, sizeof *caller);
    if (caller)
        *caller = (StoreCaller){.memory = *memory,
                                .plan = *plan,
                                .link = {.database = plan->database,
                                         .application = "nebel",
                                         .role = plan->role,
                                         .statements = plan->statements,
                                         .statement_count = plan->statement_count,
                                         .patience_ms = plan->patience_ms}};
    return caller;
}

void store_caller_destroy(StoreCaller *caller)
{
    if (!caller)
        return;
    const Memory memory = caller->memory;
    store__link_done(&caller->link);
    memory_resize(&memory, caller, 0);
}

void store_caller_limit(StoreCaller *caller, uint32_t give_up_ms)
{
    caller->give_up_ms = give_up_ms;
}

const char *store_caller_problem(const StoreCaller *caller)
{
    return caller->link.problem;
}

void store_caller_explain(const StoreCaller *caller, StoreCallError error, Text *message)
{
    if (error == STORE_CALL_STOPPED)
        text_add(message, "stopped");
    else
        text_add(message, store_caller_problem(caller));
    if (error == STORE_CALL_AWAY)
        text_add(message, "; --database, or PGHOST and the like, say where it is");
}

static uint64_t caller_now_ms(const StoreCaller *caller)
{
    const Clocks *clocks = caller->plan.clocks;
    return clocks->wall_us(clocks->context) / US_PER_MS;
}

// Waits for the connection, at most until that moment.
static void wait_for_link(const StoreCaller *caller, uint64_t now, uint64_t until_ms)
{
    const StoreLink *link = &caller->link;
    const uint64_t link_ms = store__link_next_ms(link);
    const uint64_t next_ms = link_ms < until_ms ? link_ms : until_ms;
    const uint64_t left_ms = next_ms > now ? next_ms - now : 0;
    struct pollfd socket = {.fd = link->connection ? PQsocket(link->connection) : -1,
                            .events = (short)(POLLIN | (link->wants_write ? POLLOUT : 0))};
    (void)poll(&socket, 1, left_ms < WAIT_MS_MAX ? (int)left_ms : WAIT_MS_MAX);
}

// Returns whether an error comes and goes with the server, its memory or other transactions: after it the same call may succeed.
static bool is_passing(const PGresult *result)
{
    static const char *const classes[] = {"08", "40", "53", "57", "58"};
    const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (!code)
        return true;
    for (unsigned i = 0; i < COUNT_OF(classes); i++)
        if (strncmp(code, classes[i], strlen(classes[i])) == 0)
            return true;
    return false;
}

// Returns whether the answer ends the call.
static bool caller_take_answer(StoreCaller *caller, uint64_t now, StoreCallError *error)
{
    StoreLink *link = &caller->link;
    const ExecStatusType status = PQresultStatus(link->result);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
        store__link_is_well(link);
        caller->is_lost_told = false;
        *error = STORE_CALL_OK;
        return true;
    }
    if (is_passing(link->result)) {
        store__link_drop(link, NULL, now);
        return false;
    }
    store__link_note(link);
    *error = STORE_CALL_REFUSED;
    return true;
}

// Reports once that there is no connection, when the first attempt has failed.
static void caller_report_lost(StoreCaller *caller)
{
    const StoreCallerPlan *plan = &caller->plan;
    if (caller->is_lost_told || caller->link.state != LINK_DOWN || !caller->link.problem[0])
        return;
    caller->is_lost_told = true;
    if (plan->lost)
        plan->lost(plan->context, caller->link.problem);
}

// Returns whether the call must end without an answer.
static bool must_give_up(const StoreCaller *caller, uint64_t began, uint64_t now,
                         StoreCallError *error)
{
    const atomic_bool *is_stopped = caller->plan.is_stopped;
    if (store__link_is_up(&caller->link))
        return false;
    *error = STORE_CALL_AWAY;
    if (caller->give_up_ms && now >= began + caller->give_up_ms)
        return true;
    *error = STORE_CALL_STOPPED;
    return is_stopped && atomic_load(is_stopped);
}

StoreCallError store_call(StoreCaller *caller, unsigned statement, const char *const *values)
{
    StoreLink *link = &caller->link;
    const uint64_t began = caller_now_ms(caller);
    bool is_sent = false;
    StoreCallError error;
    for (;;) {
        const uint64_t now = caller_now_ms(caller);
        const LinkNews news = store__link_run(link, now);
        if (news == LINK_ANSWERED && is_sent && caller_take_answer(caller, now, &error))
            return error;
        is_sent = is_sent && store__link_is_up(link);
        if (!is_sent && link->state == LINK_READY) {
            store__link_send(link, statement, values, now);
            is_sent = true;
            continue;
        }
        caller_report_lost(caller);
        if (must_give_up(caller, began, now, &error))
            return error;
        wait_for_link(caller, now, UINT64_MAX);
    }
}

static bool take_notices(const StoreLink *link)
{
    PGnotify *notice;
    bool has_any = false;
    while (store__link_is_up(link) && (notice = PQnotifies(link->connection))) {
        PQfreemem(notice);
        has_any = true;
    }
    return has_any;
}

bool store_caller_wait(StoreCaller *caller, uint32_t wait_ms)
{
    const atomic_bool *is_stopped = caller->plan.is_stopped;
    const uint64_t until_ms = caller_now_ms(caller) + wait_ms;
    for (;;) {
        const uint64_t now = caller_now_ms(caller);
        (void)store__link_run(&caller->link, now); // a connection that was lost is made again
        if (take_notices(&caller->link))
            return true;
        if (now >= until_ms || (is_stopped && atomic_load(is_stopped)))
            return false;
        wait_for_link(caller, now, until_ms);
    }
}

uint32_t store_call_rows(const StoreCaller *caller)
{
    return (uint32_t)PQntuples(caller->link.result);
}

const char *store_call_field(const StoreCaller *caller, uint32_t row, unsigned column)
{
    const PGresult *result = caller->link.result;
    return PQgetisnull(result, (int)row, (int)column) ? NULL
                                                      : PQgetvalue(result, (int)row, (int)column);
}

uint64_t store_call_number(const StoreCaller *caller, uint32_t row, unsigned column)
{
    const char *field = store_call_field(caller, row, column);
    return field ? strtoull(field, NULL, 10) : 0;
}
