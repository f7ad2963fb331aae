// One connection to PostgreSQL that never waits: connecting, preparing its statements, running one of them at a time, and connecting
// again after a pause that grows.
#include "server/store/internal.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

enum { OPTIONS_ROOM = 192 };

static void clear_result(StoreLink *link)
{
    PQclear(link->result);
    link->result = NULL;
}

// Keeps the first line of a message. Further lines could quote what was sent.
static void note_problem(StoreLink *link, const char *message)
{
    snprintf(link->problem, sizeof link->problem, "%.*s", (int)strcspn(message, "\n"), message);
}

// Returns what an error of a statement means, with what to do where that is known. A message about a value would quote it, and the value may
// be a line of a journal.
static const char *explain(const PGresult *result)
{
    static const struct {
        const char *code, *text; // the first characters of an SQLSTATE
    } known[] = {
        {"22", "the database refuses a value"},
        {"3F000", "the database has no schema of Nebel's: run sqitch deploy in deploy/schema"},
        {"42P01", "the database lacks a table of Nebel's: run sqitch deploy in deploy/schema"},
        {"42703", "the database lacks a column of Nebel's: run sqitch deploy in deploy/schema"},
        {"42883", "the database lacks a function of Nebel's: run sqitch deploy in deploy/schema"},
    };
    const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    for (unsigned i = 0; code && i < COUNT_OF(known); i++)
        if (strncmp(code, known[i].code, strlen(known[i].code)) == 0)
            return known[i].text;
    return PQresultErrorMessage(result);
}

static void close_link(StoreLink *link, uint64_t now_ms)
{
    clear_result(link);
    PQfinish(link->connection);
    link->connection = NULL;
    link->state = LINK_DOWN;
    link->wants_write = false;
    link->retry_ms = now_ms + commit_pause_ms(link->failures);
    link->failures += link->failures < UINT32_MAX;
}

static LinkNews link_lose(StoreLink *link, const char *message, uint64_t now_ms)
{
    const bool was_up = store__link_is_up(link);
    note_problem(link, message);
    close_link(link, now_ms);
    return was_up ? LINK_LOST : LINK_NOTHING;
}

void store__link_drop(StoreLink *link, const char *message, uint64_t now_ms)
{
    note_problem(link, message ? message : explain(link->result));
    close_link(link, now_ms);
}

void store__link_note(StoreLink *link)
{
    note_problem(link, explain(link->result));
}

void store__link_done(StoreLink *link)
{
    clear_result(link);
    PQfinish(link->connection);
    link->connection = NULL;
}

void store__link_is_well(StoreLink *link)
{
    link->failures = 0;
    link->problem[0] = '\0';
}

bool store__link_is_up(const StoreLink *link)
{
    return link->state == LINK_READY || link->state == LINK_BUSY;
}

// Ignores messages without a request, such as the last words of a server that ends: they are not for our standard error.
static void ignore_notice(void *context, const PGresult *notice)
{
    (void)context;
    (void)notice;
}

// Writes the options of a connection. A session that the database's owner has set to acknowledge early would link_lose what was acknowledged.
static void write_options(const StoreLink *link, Text *options)
{
    text_add(options, "-c synchronous_commit=on");
    if (link->role)
        text_add(options, " -c role=");
    for (const char *letter = link->role; letter && *letter; letter++) {
        if (strchr(" \\", *letter))
            text_add_char(options, '\\');
        text_add_char(options, *letter);
    }
}

static LinkNews link_start(StoreLink *link, uint64_t now_ms)
{
    char memory[OPTIONS_ROOM];
    Text options = TEXT_IN(memory);
    static const char *const names[] = {"dbname", "options", "application_name", NULL};
    const char *const values[] = {link->database, memory, link->application, NULL};
    if (now_ms < link->retry_ms)
        return LINK_NOTHING;
    write_options(link, &options);
    if (options.cut)
        return link_lose(link, "the name of the role is too long", now_ms);
    link->sent_ms = now_ms;
    link->connection = PQconnectStartParams(names, values, 1);
    if (!link->connection || PQstatus(link->connection) == CONNECTION_BAD)
        return link_lose(link, PQerrorMessage(link->connection), now_ms);
    PQsetNoticeReceiver(link->connection, ignore_notice, NULL);
    link->state = LINK_CONNECTING;
    link->serial++;
    link->wants_write = true;
    return LINK_NOTHING;
}

static void link_prepare(StoreLink *link, uint64_t now_ms)
{
    const StoreStatement *statement = &link->statements[link->prepared];
    link->state = LINK_PREPARING;
    link->sent_ms = now_ms;
    link->wants_write = true;
    // If it cannot be sent, the connection is bad, and the next look at it finds that.
    (void)PQsendPrepare(link->connection, statement->name, statement->sql, 0, NULL);
}

static LinkNews go_on_connecting(StoreLink *link, uint64_t now_ms)
{
    const PostgresPollingStatusType status = PQconnectPoll(link->connection);
    // Of several hosts or addresses libpq tries one after the other, each by a socket of its own that may have the number of the last one.
    link->serial++;
    if (status == PGRES_POLLING_FAILED)
        return link_lose(link, PQerrorMessage(link->connection), now_ms);
    link->wants_write = status == PGRES_POLLING_WRITING;
    if (status != PGRES_POLLING_OK)
        return LINK_NOTHING;
    if (PQsetnonblocking(link->connection, 1) != 0)
        return link_lose(link, PQerrorMessage(link->connection), now_ms);
    link->prepared = 0;
    link_prepare(link, now_ms);
    return LINK_NOTHING;
}

void store__link_send(StoreLink *link, unsigned statement, const char *const *values,
                      uint64_t now_ms)
{
    assert(link->state == LINK_READY && statement < link->statement_count);
    const StoreStatement *row = &link->statements[statement];
    clear_result(link);
    link->state = LINK_BUSY;
    link->sent_ms = now_ms;
    link->wants_write = true;
    (void)PQsendQueryPrepared(link->connection, row->name, row->values, values, NULL, NULL, 0);
}

// Takes the end of a statement.
static LinkNews end_statement(StoreLink *link, uint64_t now_ms)
{
    if (link->state == LINK_BUSY) {
        link->state = LINK_READY;
        return link->result ? LINK_ANSWERED
                            : link_lose(link, "a statement was not answered", now_ms);
    }
    if (PQresultStatus(link->result) != PGRES_COMMAND_OK)
        return link_lose(link, explain(link->result), now_ms);
    clear_result(link);
    if (++link->prepared < link->statement_count) {
        link_prepare(link, now_ms);
        return LINK_NOTHING;
    }
    link->state = LINK_READY;
    return LINK_UP;
}

// Sends what waits and takes what has come.
static LinkNews exchange(StoreLink *link, uint64_t now_ms)
{
    const int left = PQflush(link->connection);
    link->wants_write = left > 0;
    if (left < 0 || !PQconsumeInput(link->connection) ||
        PQstatus(link->connection) == CONNECTION_BAD)
        return link_lose(link, PQerrorMessage(link->connection), now_ms);
    if (link->state == LINK_READY)
        return LINK_NOTHING;
    while (!PQisBusy(link->connection)) {
        PGresult *result = PQgetResult(link->connection);
        if (!result)
            return end_statement(link, now_ms);
        clear_result(link);
        link->result = result;
    }
    return LINK_NOTHING;
}

static bool is_socket_ready(const StoreLink *link)
{
    struct pollfd socket = {.fd = PQsocket(link->connection),
                            .events = (short)(POLLIN | (link->wants_write ? POLLOUT : 0))};
    return poll(&socket, 1, 0) > 0;
}

static bool is_late(const StoreLink *link, uint64_t now_ms)
{
    return link->state != LINK_READY && now_ms >= link->sent_ms + link->patience_ms;
}

LinkNews store__link_run(StoreLink *link, uint64_t now_ms)
{
    LinkNews news = link->state == LINK_DOWN ? link_start(link, now_ms) : LINK_NOTHING;
    while (news == LINK_NOTHING && link->state != LINK_DOWN && is_socket_ready(link))
        news = link->state == LINK_CONNECTING ? go_on_connecting(link, now_ms)
                                              : exchange(link, now_ms);
    if (news == LINK_NOTHING && link->state != LINK_DOWN && is_late(link, now_ms))
        news = link_lose(link, "the database does not answer", now_ms);
    return news;
}

uint64_t store__link_next_ms(const StoreLink *link)
{
    if (link->state == LINK_DOWN)
        return link->retry_ms;
    return link->state == LINK_READY ? UINT64_MAX : link->sent_ms + link->patience_ms;
}
