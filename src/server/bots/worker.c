// A worker of server bots: requests to the node over a WebSocket, one at a time; leases of games; and the processes that play them.
#include "server/bots/bots.h"

#include "base/crypto/token.h"
#include "engine/external/child.h"
#include "server/net/dial.h"

#include <assert.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

enum {
    PATIENCE_MS = 20000, // for an answer
    FIRST_MS = 15000,    // for the first connection, so that a wrong address is told
    TICK_MS = 100,       // between two looks at the processes
    LOOK_MS = 2000,      // between two looks for games, in case a notice was lost
    RENEWALS = 3,        // of a lease, before it would run out
    LEASE_DEFAULT_S = 15,
    LEASE_MAX_S = 3600,
    SEND_US = 5000000, // within which a process must have taken its token
    KEY_ROOM = 64,
    NUMBER_ROOM = 24,
    NAME_ROOM = 64,
    COMMAND_ROOM = 4096,
    LINE_ROOM = 1024,
    US_PER_MS = 1000,
    MS_PER_SECOND = 1000,
    CONNECT_SECONDS = 20,
    PING_MS = 20000,
    LINE_MAX = 8192, // the longest answer names 256 games
    WAITING_MAX = 4096,
    PROBLEM_MAX = 256,
    RETRY_MS = 50, // doubled with each failure
    RETRY_MS_MAX = 2000,
    RETRY_DOUBLINGS_MAX = 10,
    WAIT_MS_MAX = 100, // so that a program that is to end does so soon
};

// Requests to the node wait for their answer: the lines of docs/protocol/bots.md. A connection that is lost is made again and the request is sent
// again, so every request must do no harm when it is done twice.

typedef enum NodeCallError {
    CALL_OK = 0,
    CALL_REFUSED, // the node refuses the token or the request
    CALL_AWAY,    // there was no connection for too long
    CALL_STOPPED, // the caller is to end
} NodeCallError;

typedef struct NodeCallerPlan {
    const char *server;    // ws://HOST:PORT, wss://HOST or unix:SOCKET; it outlives the caller
    const char *authority; // certificates that are trusted; NULL for those of the system
    Slice token;           // of workers
    uint32_t patience_ms;  // for an answer, after which the connection is given up
    const atomic_bool *is_stopped;
    // Called once each time that requests begin to wait for a connection.
    void (*lost)(void *context, const char *problem);
    void *context;
} NodeCallerPlan;

typedef struct NodeCaller {
    Memory memory;
    NodeCallerPlan plan;
    Dial *dial;
    uint64_t connection; // 0 for none
    bool is_ready;       // the node knows this worker's token
    bool is_refused;     // or has refused it
    bool is_lost_told, has_news;
    bool has_answer;
    char answer[LINE_MAX + 1];
    uint32_t give_up_ms; // without a connection; 0 means never
    unsigned failures;
    uint64_t open_ms; // when to connect, if there is no connection
    char problem[PROBLEM_MAX];
} NodeCaller;

static void note_problem(NodeCaller *caller, Slice words)
{
    snprintf(caller->problem, sizeof caller->problem, "%.*s", (int)words.length, words.start);
}

static void caller_on_opened(void *context, uint64_t connection)
{
    const NodeCaller *caller = context;
    char memory[LINE_ROOM];
    Text line = TEXT_IN(memory);
    text_add(&line, "bots 1 ");
    text_add_slice(&line, caller->plan.token);
    dial_send(caller->dial, connection, (Slice){line.start, line.length});
}

// Returns whether no other attempt will succeed: the token is wrong, or this program is too old.
static bool is_final(Slice code)
{
    return slice_is(code, "token") || slice_is(code, "version");
}

static void caller_on_line(void *context, uint64_t connection, Slice line)
{
    NodeCaller *caller = context;
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

// Reports once that there is no connection, when the first attempt has failed.
static void report_lost(NodeCaller *caller)
{
    if (!caller->is_lost_told && caller->plan.lost)
        caller->plan.lost(caller->plan.context, caller->problem);
    caller->is_lost_told = true;
}

static void caller_on_closed(void *context, uint64_t connection, DialEnd how, const char *why)
{
    NodeCaller *caller = context;
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
        report_lost(caller);
}

static void caller_work(void *context, uint64_t now_ms, NetWaits *waits)
{
    NodeCaller *caller = context;
    if (!caller->connection && now_ms >= caller->open_ms) {
        caller->problem[0] = '\0';
        caller->connection = dial_open(caller->dial, caller->plan.server);
    }
    if (!caller->connection && caller->open_ms < waits->next_ms)
        waits->next_ms = caller->open_ms;
}

static void destroy_caller(NodeCaller *caller)
{
    if (!caller)
        return;
    const Memory memory = caller->memory;
    dial_destroy(caller->dial);
    memory_resize(&memory, caller, 0);
}

static NodeCaller *create_caller(const Memory *memory, const NodeCallerPlan *plan, Text *message)
{
    NodeCaller *caller = memory_resize(memory, NULL, sizeof *caller);
    if (!caller) {
        text_add(message, "there is no memory");
        return NULL;
    }
    *caller = (NodeCaller){.memory = *memory, .plan = *plan};
    const DialPlan dial = {
        .path = "/bots",
        .authority = plan->authority,
        .connections_max = 1,
        .line_max = LINE_MAX,
        .waiting_max = WAITING_MAX,
        .connect_seconds = CONNECT_SECONDS,
        .ping_ms = PING_MS,
        .owner = {caller_on_opened, caller_on_line, caller_on_closed, caller_work, caller}};
    caller->dial = dial_create(memory, &dial, message);
    if (caller->dial)
        return caller;
    destroy_caller(caller);
    return NULL;
}

// Runs the loop until something comes, but not longer than until that moment.
static void turn(NodeCaller *caller, uint64_t until_ms)
{
    const uint64_t now_ms = dial_now_ms(caller->dial);
    uint64_t wait_ms = until_ms > now_ms ? until_ms - now_ms : 0;
    if (dial_wait_ms(caller->dial) < wait_ms)
        wait_ms = dial_wait_ms(caller->dial);
    struct pollfd socket = {.fd = dial_descriptor(caller->dial), .events = POLLIN};
    (void)poll(&socket, 1, wait_ms < WAIT_MS_MAX ? (int)wait_ms : WAIT_MS_MAX);
    dial_turn(caller->dial);
}

// Returns whether a call must end without an answer.
static bool must_end_call(const NodeCaller *caller, uint64_t began_ms, NodeCallError *error)
{
    *error = CALL_REFUSED;
    if (caller->is_refused)
        return true;
    if (caller->is_ready)
        return false;
    *error = CALL_AWAY;
    if (caller->give_up_ms && dial_now_ms(caller->dial) >= began_ms + caller->give_up_ms)
        return true;
    *error = CALL_STOPPED;
    return atomic_load(caller->plan.is_stopped);
}

// Sends the request to a node that is ready and waits. Returns whether an answer came; else the connection is lost or given up.
static bool send_request(NodeCaller *caller, const Text *request)
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

static NodeCallError call_node(NodeCaller *caller, const Text *request, Slice *answer)
{
    const uint64_t began_ms = dial_now_ms(caller->dial);
    NodeCallError error;
    for (;;) {
        if (caller->is_ready && send_request(caller, request)) {
            *answer = slice_of(caller->answer);
            Slice rest = *answer;
            if (!slice_is(slice_take(&rest, " "), "error"))
                return CALL_OK;
            const Slice code = slice_take(&rest, " ");
            note_problem(caller, rest);
            if (!slice_is(code, "busy"))
                return CALL_REFUSED;
            turn(caller, dial_now_ms(caller->dial) + WAIT_MS_MAX);
            continue;
        }
        if (must_end_call(caller, began_ms, &error))
            return error;
        turn(caller, UINT64_MAX);
    }
}

static bool wait_for_notice(NodeCaller *caller, uint32_t wait_ms)
{
    const uint64_t until_ms = dial_now_ms(caller->dial) + wait_ms;
    while (!caller->has_news && dial_now_ms(caller->dial) < until_ms &&
           !atomic_load(caller->plan.is_stopped))
        turn(caller, until_ms);
    const bool has_news = caller->has_news;
    caller->has_news = false;
    return has_news;
}

// The words of an answer that leases a game.
typedef struct LeaseAnswer {
    Slice game, bot, nodes, move_ms, pace_ms, player;
} LeaseAnswer;

// A game that this worker plays; without a process the place is free.
typedef struct LeasedGame {
    Child *child;
    char game[NUMBER_ROOM], bot[NAME_ROOM];
    bool is_over; // the process has said so
} LeasedGame;

typedef struct LeaseWorker {
    const BotWorkerPlan *plan;
    Memory memory;
    NodeCaller *caller;
    char number[NUMBER_ROOM], key[KEY_ROOM];
    LeasedGame games[BOT_WORKER_GAMES_MAX];
    uint64_t renew_ms, look_ms; // when these are due
    bool is_stopped;            // while it waited for the node
    Text *message;
} LeaseWorker;

static uint64_t worker_now_ms(const LeaseWorker *worker)
{
    const Clocks *clocks = worker->plan->clocks;
    return clocks->wall_us(clocks->context) / US_PER_MS;
}

static bool worker_fail(LeaseWorker *worker, const char *why)
{
    text_add(worker->message, why);
    return false;
}

// Sends a request; false, with a message unless the worker is to end, if it was not answered.
static bool worker_call(LeaseWorker *worker, const Text *request, Slice *answer)
{
    const NodeCallError error = call_node(worker->caller, request, answer);
    assert(!request->cut);
    worker->is_stopped |= error == CALL_STOPPED;
    if (error && !worker->is_stopped)
        text_format(worker->message, "%s%s", worker->caller->problem,
                    error == CALL_AWAY ? "; --server says where the server is" : "");
    return !error;
}

// Begins a request of this worker in `memory`.
static Text begin_request(const LeaseWorker *worker, const char *verb, char memory[LINE_ROOM])
{
    Text request = text_in(memory, LINE_ROOM);
    text_format(&request, "%s %s %s", verb, worker->number, worker->key);
    return request;
}

static void worker_report(const LeaseWorker *worker, BotWorkerEvent event, const char *bot)
{
    worker->plan->tell(worker->plan->context, event, bot);
}

static bool enrol_worker(LeaseWorker *worker)
{
    char memory[LINE_ROOM];
    Text request = TEXT_IN(memory), number = TEXT_IN(worker->number), key = TEXT_IN(worker->key);
    Slice answer;
    text_format(&request, "enrol %u", worker->plan->concurrency);
    if (!worker_call(worker, &request, &answer))
        return false;
    slice_take(&answer, " "); // worker
    text_add_slice(&number, slice_take(&answer, " "));
    text_add_slice(&key, slice_take(&answer, " "));
    if (!number.length || number.cut || !key.length || key.cut)
        return worker_fail(worker, "the server's answer is not understood; update nebel");
    worker_report(worker, BOT_WORKER_READY, NULL);
    return true;
}

static void clear(LeasedGame *leased)
{
    child_destroy(leased->child);
    *leased = (LeasedGame){0};
}

static LeasedGame *find_free(LeaseWorker *worker)
{
    for (unsigned i = 0; i < worker->plan->concurrency; i++)
        if (!worker->games[i].child)
            return &worker->games[i];
    return NULL;
}

// Adds a word of a shell's command, in quotes; the text is cut if the word has quotes of its own.
static void add_word(Text *command, Slice word)
{
    text_add(command, " '");
    text_add_slice(command, word);
    text_add_char(command, '\'');
    command->cut |= memchr(word.start, '\'', word.length) != NULL;
}

// Adds an option with a number of digits alone.
static void add_number(Text *command, const char *option, Slice number)
{
    uint64_t value;
    command->cut |= !slice_number(number, INT64_MAX, &value);
    text_format(command, " %s ", option);
    text_add_slice(command, number);
}

// Writes the command of the process that plays a game.
static void write_command(const LeaseWorker *worker, const LeaseAnswer *lease, Text *command)
{
    const BotWorkerPlan *plan = worker->plan;
    text_add(command, "IFS= read -r NEBEL_TOKEN && export NEBEL_TOKEN && exec nice -n 5");
    add_word(command, slice_of(plan->program));
    text_add(command, " connect");
    add_word(command, lease->player);
    text_add(command, " --server");
    add_word(command, slice_of(plan->server));
    if (plan->authority) {
        text_add(command, " --authority");
        add_word(command, slice_of(plan->authority));
    }
    add_number(command, "--movetime", lease->move_ms);
    add_number(command, "--pace", lease->pace_ms);
    if (!slice_is(lease->nodes, "0"))
        add_number(command, "--nodes", lease->nodes);
}

// Starts the process of a lease and tells it its token. Without one the game is given back.
static bool start_process(LeaseWorker *worker, LeasedGame *leased, const LeaseAnswer *lease,
                          const Token *token)
{
    char memory[COMMAND_ROOM], why[LINE_ROOM], line[TOKEN_TEXT_MAX + 2];
    Text command = TEXT_IN(memory), message = TEXT_IN(why), said = TEXT_IN(line);
    Text game = TEXT_IN(leased->game), bot = TEXT_IN(leased->bot);
    const ChildPlan plan = {.command = memory,
                            .line_max = LINE_ROOM,
                            .messages = child_messages_shown,
                            .is_trusted = true};
    text_add_slice(&game, lease->game);
    text_add_slice(&bot, lease->bot);
    write_command(worker, lease, &command);
    text_format(&said, "%s\n", token->text);
    if (!command.cut)
        leased->child = child_create(&worker->memory, &plan, &message);
    return leased->child && child_send(leased->child, (Slice){line, said.length},
                                       child_now_us() + SEND_US) == CHILD_OK;
}

// Ends a lease: the game is over, or waits for a worker again.
static bool end_lease(LeaseWorker *worker, LeasedGame *leased)
{
    char memory[LINE_ROOM];
    Text request = begin_request(worker, "done", memory);
    Slice answer;
    text_format(&request, " %s %s", leased->game, leased->is_over ? "played" : "failed");
    worker_report(worker, leased->is_over ? BOT_WORKER_PLAYED : BOT_WORKER_BROKEN, leased->bot);
    const bool is_told = worker_call(worker, &request, &answer);
    clear(leased);
    worker->look_ms = 0; // there is a place again
    return is_told;
}

// Reads what a process writes; returns whether it has ended.
static bool has_ended(LeasedGame *leased)
{
    Slice line;
    ChildError error;
    while ((error = child_read(leased->child, child_now_us(), &line)) == CHILD_OK) {
        const Slice colour = slice_take(&line, ":");
        leased->is_over |= slice_is(colour, "white") || slice_is(colour, "black");
    }
    return error != CHILD_ERR_TIME;
}

static bool reap(LeaseWorker *worker)
{
    bool is_fine = true;
    for (unsigned i = 0; i < worker->plan->concurrency && is_fine; i++) {
        LeasedGame *leased = &worker->games[i];
        if (leased->child && has_ended(leased))
            is_fine = end_lease(worker, leased);
    }
    return is_fine;
}

static bool is_held(Slice held, const char *game)
{
    while (held.length)
        if (slice_is(slice_take(&held, " "), game))
            return true;
    return false;
}

// Keeps the leases. A game that another worker has got is not played here any more.
static bool renew(LeaseWorker *worker)
{
    char memory[LINE_ROOM];
    const Text request = begin_request(worker, "renew", memory);
    Slice held;
    uint64_t seconds;
    if (!worker_call(worker, &request, &held))
        return false;
    const bool is_known = slice_is(slice_take(&held, " "), "held");
    if (!slice_number(slice_take(&held, " "), LEASE_MAX_S, &seconds) || !seconds)
        seconds = LEASE_DEFAULT_S;
    for (unsigned i = 0; i < worker->plan->concurrency; i++) {
        LeasedGame *leased = &worker->games[i];
        if (!leased->child || is_held(held, leased->game))
            continue;
        worker_report(worker, BOT_WORKER_DROPPED, leased->bot);
        clear(leased);
    }
    worker->renew_ms = worker_now_ms(worker) + seconds * MS_PER_SECOND / RENEWALS;
    // A database that was restored may have forgotten this worker.
    return is_known || enrol_worker(worker);
}

// Leases one game; `*is_leased` is false if none waits.
static bool lease(LeaseWorker *worker, LeasedGame *leased, bool *is_leased)
{
    char memory[LINE_ROOM];
    Text request = begin_request(worker, "lease", memory);
    Slice answer;
    Token token;
    *is_leased = false;
    if (!token_draw(&token))
        return worker_fail(worker, "the system gives no random numbers");
    const TokenHash hash = token_hash(slice_of(token.text));
    text_add_char(&request, ' ');
    for (unsigned i = 0; i < TOKEN_HASH_BYTES; i++)
        text_format(&request, "%02x", hash.bytes[i]);
    if (!worker_call(worker, &request, &answer))
        return false;
    const Slice kind = slice_take(&answer, " ");
    if (slice_is(kind, "unknown"))
        return enrol_worker(worker);
    *is_leased = slice_is(kind, "game");
    if (!*is_leased)
        return true;
    LeaseAnswer found = {.game = slice_take(&answer, " "),
                         .bot = slice_take(&answer, " "),
                         .nodes = slice_take(&answer, " "),
                         .move_ms = slice_take(&answer, " "),
                         .pace_ms = slice_take(&answer, " ")};
    found.player = answer; // the rest of the line
    const bool is_started = start_process(worker, leased, &found, &token);
    worker_report(worker, BOT_WORKER_LEASED, leased->bot);
    return is_started || end_lease(worker, leased);
}

// Leases games as long as there are places and games.
static bool look(LeaseWorker *worker)
{
    LeasedGame *leased = find_free(worker);
    bool is_leased = true;
    while (leased && is_leased) {
        if (!lease(worker, leased, &is_leased))
            return false;
        leased = find_free(worker);
    }
    worker->look_ms = worker_now_ms(worker) + LOOK_MS;
    return true;
}

static bool worker_step(LeaseWorker *worker)
{
    if (!reap(worker) || (worker_now_ms(worker) >= worker->renew_ms && !renew(worker)) ||
        (worker_now_ms(worker) >= worker->look_ms && !look(worker)))
        return false;
    if (wait_for_notice(worker->caller, TICK_MS))
        worker->look_ms = 0;
    return true;
}

static void leave_node(LeaseWorker *worker)
{
    char memory[LINE_ROOM];
    const Text request = begin_request(worker, "leave", memory);
    Slice answer;
    for (unsigned i = 0; i < worker->plan->concurrency; i++)
        clear(&worker->games[i]);
    if (worker->number[0])
        (void)!worker_call(worker, &request, &answer); // else the leases run out
}

bool bot_worker_run(const Memory *memory, const BotWorkerPlan *plan, Text *message)
{
    assert(plan->concurrency && plan->concurrency <= BOT_WORKER_GAMES_MAX);
    const NodeCallerPlan caller = {.server = plan->server,
                                   .authority = plan->authority,
                                   .token = plan->token,
                                   .patience_ms = PATIENCE_MS,
                                   .is_stopped = plan->is_stopped,
                                   .lost = plan->lost,
                                   .context = plan->context};
    LeaseWorker *worker = memory_resize(memory, NULL, sizeof *worker);
    if (!worker) {
        text_add(message, "there is no memory");
        return false;
    }
    *worker = (LeaseWorker){.plan = plan,
                            .memory = *memory,
                            .caller = create_caller(memory, &caller, message),
                            .message = message};
    bool is_fine = worker->caller;
    if (is_fine) {
        worker->caller->give_up_ms = FIRST_MS;
        is_fine = enrol_worker(worker);
        worker->caller->give_up_ms = 0;
        while (is_fine && !atomic_load(plan->is_stopped))
            is_fine = worker_step(worker);
        is_fine |= worker->is_stopped;
        leave_node(worker);
    }
    destroy_caller(worker->caller);
    memory_resize(memory, worker, 0);
    return is_fine;
}
