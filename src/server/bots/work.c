// Leasing games, and watching over the processes that play them.
#include "server/bots/work.h"

#include "base/crypto/token.h"
#include "engine/external/child.h"
#include "server/bots/caller.h"

#include <assert.h>
#include <inttypes.h>
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
};

// What a lease says.
typedef struct Lease {
    Slice game, bot, nodes, move_ms, pace_ms, player;
} Lease;

// A game that this worker plays; without a process the place is free.
typedef struct Sitting {
    Child *child;
    char game[NUMBER_ROOM], bot[NAME_ROOM];
    bool is_over; // the process has said so
} Sitting;

typedef struct Worker {
    const HouseWorkPlan *plan;
    Memory memory;
    HouseCaller *caller;
    char number[NUMBER_ROOM], key[KEY_ROOM];
    Sitting sittings[HOUSE_CONCURRENCY_MAX];
    uint64_t renew_ms, look_ms; // when these are due
    bool is_stopped;            // while it waited for the node
    Text *message;
} Worker;

// --- Calls ---------------------------------------------------------------------------------------

static uint64_t now_ms(const Worker *worker)
{
    const Clocks *clocks = worker->plan->clocks;
    return clocks->wall_us(clocks->context) / US_PER_MS;
}

static bool fail(Worker *worker, const char *why)
{
    text_add(worker->message, why);
    return false;
}

// Sends a request; false, with a message unless the worker is to end, if it was not answered.
static bool call(Worker *worker, const Text *request, Slice *answer)
{
    const HouseCallError error = house_call(worker->caller, request, answer);
    assert(!request->cut);
    worker->is_stopped |= error == HOUSE_CALL_STOPPED;
    if (error && !worker->is_stopped)
        text_format(worker->message, "%s%s", house_caller_problem(worker->caller),
                    error == HOUSE_CALL_AWAY ? "; --server says where the server is" : "");
    return !error;
}

// Begins a request of this worker in `memory`.
static Text begin_request(const Worker *worker, const char *verb, char memory[LINE_ROOM])
{
    Text request = text_in(memory, LINE_ROOM);
    text_format(&request, "%s %s %s", verb, worker->number, worker->key);
    return request;
}

static void tell(const Worker *worker, HouseEvent event, const char *bot)
{
    worker->plan->tell(worker->plan->context, event, bot);
}

static bool enrol(Worker *worker)
{
    char memory[LINE_ROOM];
    Text request = TEXT_IN(memory), number = TEXT_IN(worker->number), key = TEXT_IN(worker->key);
    Slice answer;
    text_format(&request, "enrol %u", worker->plan->concurrency);
    if (!call(worker, &request, &answer))
        return false;
    slice_take(&answer, " "); // worker
    text_add_slice(&number, slice_take(&answer, " "));
    text_add_slice(&key, slice_take(&answer, " "));
    if (!number.length || number.cut || !key.length || key.cut)
        return fail(worker, "the server's answer is not understood; update nebel");
    tell(worker, HOUSE_READY, NULL);
    return true;
}

// --- Processes -----------------------------------------------------------------------------------

static void clear(Sitting *sitting)
{
    child_destroy(sitting->child);
    *sitting = (Sitting){0};
}

static Sitting *find_free(Worker *worker)
{
    for (unsigned i = 0; i < worker->plan->concurrency; i++)
        if (!worker->sittings[i].child)
            return &worker->sittings[i];
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

// Adds an option with a number, which is one of digits alone.
static void add_number(Text *command, const char *option, Slice number)
{
    uint64_t value;
    command->cut |= !slice_number(number, INT64_MAX, &value);
    text_format(command, " %s ", option);
    text_add_slice(command, number);
}

// Writes the command of the process that plays a game.
static void write_command(const Worker *worker, const Lease *lease, Text *command)
{
    const HouseWorkPlan *plan = worker->plan;
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
static bool start(Worker *worker, Sitting *sitting, const Lease *lease, const Token *token)
{
    char memory[COMMAND_ROOM], why[LINE_ROOM], line[TOKEN_TEXT_MAX + 2];
    Text command = TEXT_IN(memory), message = TEXT_IN(why), said = TEXT_IN(line);
    Text game = TEXT_IN(sitting->game), bot = TEXT_IN(sitting->bot);
    const ChildPlan plan = {.command = memory,
                            .line_max = LINE_ROOM,
                            .messages = child_messages_shown,
                            .is_trusted = true};
    text_add_slice(&game, lease->game);
    text_add_slice(&bot, lease->bot);
    write_command(worker, lease, &command);
    text_format(&said, "%s\n", token->text);
    if (!command.cut)
        sitting->child = child_create(&worker->memory, &plan, &message);
    return sitting->child && child_send(sitting->child, (Slice){line, said.length},
                                        child_now_us() + SEND_US) == CHILD_OK;
}

// Ends a lease: the game is over, or waits for a worker again.
static bool end_lease(Worker *worker, Sitting *sitting)
{
    char memory[LINE_ROOM];
    Text request = begin_request(worker, "done", memory);
    Slice answer;
    text_format(&request, " %s %s", sitting->game, sitting->is_over ? "played" : "failed");
    tell(worker, sitting->is_over ? HOUSE_PLAYED : HOUSE_BROKEN, sitting->bot);
    const bool is_told = call(worker, &request, &answer);
    clear(sitting);
    worker->look_ms = 0; // there is a place again
    return is_told;
}

// Reads what a process says; whether it has ended.
static bool has_ended(Sitting *sitting)
{
    Slice line;
    ChildError error;
    while ((error = child_read(sitting->child, child_now_us(), &line)) == CHILD_OK) {
        const Slice colour = slice_take(&line, ":");
        sitting->is_over |= slice_is(colour, "white") || slice_is(colour, "black");
    }
    return error != CHILD_ERR_TIME;
}

static bool reap(Worker *worker)
{
    bool is_fine = true;
    for (unsigned i = 0; i < worker->plan->concurrency && is_fine; i++) {
        Sitting *sitting = &worker->sittings[i];
        if (sitting->child && has_ended(sitting))
            is_fine = end_lease(worker, sitting);
    }
    return is_fine;
}

// --- Leases --------------------------------------------------------------------------------------

static bool is_held(Slice held, const char *game)
{
    while (held.length)
        if (slice_is(slice_take(&held, " "), game))
            return true;
    return false;
}

// Keeps the leases. What another worker has got is not played here any more.
static bool renew(Worker *worker)
{
    char memory[LINE_ROOM];
    const Text request = begin_request(worker, "renew", memory);
    Slice held;
    uint64_t seconds;
    if (!call(worker, &request, &held))
        return false;
    const bool is_known = slice_is(slice_take(&held, " "), "held");
    if (!slice_number(slice_take(&held, " "), LEASE_MAX_S, &seconds) || !seconds)
        seconds = LEASE_DEFAULT_S;
    for (unsigned i = 0; i < worker->plan->concurrency; i++) {
        Sitting *sitting = &worker->sittings[i];
        if (!sitting->child || is_held(held, sitting->game))
            continue;
        tell(worker, HOUSE_DROPPED, sitting->bot);
        clear(sitting);
    }
    worker->renew_ms = now_ms(worker) + seconds * MS_PER_SECOND / RENEWALS;
    // A database that was restored may have forgotten this worker.
    return is_known || enrol(worker);
}

// Leases one game; `*is_leased` is false if none waits.
static bool lease(Worker *worker, Sitting *sitting, bool *is_leased)
{
    char memory[LINE_ROOM];
    Text request = begin_request(worker, "lease", memory);
    Slice answer;
    Token token;
    *is_leased = false;
    if (!token_draw(&token))
        return fail(worker, "the system gives no random numbers");
    const TokenHash hash = token_hash(slice_of(token.text));
    text_add_char(&request, ' ');
    for (unsigned i = 0; i < TOKEN_HASH_BYTES; i++)
        text_format(&request, "%02x", hash.bytes[i]);
    if (!call(worker, &request, &answer))
        return false;
    const Slice kind = slice_take(&answer, " ");
    if (slice_is(kind, "unknown"))
        return enrol(worker);
    *is_leased = slice_is(kind, "game");
    if (!*is_leased)
        return true;
    Lease found = {.game = slice_take(&answer, " "),
                   .bot = slice_take(&answer, " "),
                   .nodes = slice_take(&answer, " "),
                   .move_ms = slice_take(&answer, " "),
                   .pace_ms = slice_take(&answer, " ")};
    found.player = answer; // the rest of the line
    const bool is_started = start(worker, sitting, &found, &token);
    tell(worker, HOUSE_LEASED, sitting->bot);
    return is_started || end_lease(worker, sitting);
}

// Takes games as long as there are places and games.
static bool look(Worker *worker)
{
    Sitting *sitting = find_free(worker);
    bool is_leased = true;
    while (sitting && is_leased) {
        if (!lease(worker, sitting, &is_leased))
            return false;
        sitting = find_free(worker);
    }
    worker->look_ms = now_ms(worker) + LOOK_MS;
    return true;
}

// --- The loop ------------------------------------------------------------------------------------

static bool step(Worker *worker)
{
    if (!reap(worker) || (now_ms(worker) >= worker->renew_ms && !renew(worker)) ||
        (now_ms(worker) >= worker->look_ms && !look(worker)))
        return false;
    if (house_caller_wait(worker->caller, TICK_MS))
        worker->look_ms = 0;
    return true;
}

static void leave(Worker *worker)
{
    char memory[LINE_ROOM];
    const Text request = begin_request(worker, "leave", memory);
    Slice answer;
    for (unsigned i = 0; i < worker->plan->concurrency; i++)
        clear(&worker->sittings[i]);
    if (worker->number[0])
        (void)!call(worker, &request, &answer); // else the leases run out
}

bool house_work(const Memory *memory, const HouseWorkPlan *plan, Text *message)
{
    assert(plan->concurrency && plan->concurrency <= HOUSE_CONCURRENCY_MAX);
    const HouseCallerPlan caller = {.server = plan->server,
                                    .authority = plan->authority,
                                    .token = plan->token,
                                    .patience_ms = PATIENCE_MS,
                                    .is_stopped = plan->is_stopped,
                                    .lost = plan->lost,
                                    .context = plan->context};
    Worker *worker = memory_resize(memory, NULL, sizeof *worker);
    if (!worker) {
        text_add(message, "there is no memory");
        return false;
    }
    *worker = (Worker){.plan = plan,
                       .memory = *memory,
                       .caller = house_caller_create(memory, &caller, message),
                       .message = message};
    bool is_fine = worker->caller;
    if (is_fine) {
        house_caller_limit(worker->caller, FIRST_MS);
        is_fine = enrol(worker);
        house_caller_limit(worker->caller, 0);
        while (is_fine && !atomic_load(plan->is_stopped))
            is_fine = step(worker);
        is_fine |= worker->is_stopped;
        leave(worker);
    }
    house_caller_destroy(worker->caller);
    memory_resize(memory, worker, 0);
    return is_fine;
}
