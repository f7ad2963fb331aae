// Leasing games, and watching over the processes that play them.
#include "house/work.h"

#include "chance/token.h"
#include "guest/child.h"
#include "house/statements.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum {
    PATIENCE_MS = 20000, // for an answer
    FIRST_MS = 15000,    // for the first connection, so that a wrong name of the database is told
    TICK_MS = 100,       // between two looks at the processes
    LOOK_MS = 2000,      // between two looks for games, in case a notice was lost
    RENEWALS = 3,        // of a lease, before it would run out
    LEASE_DEFAULT_S = 15,
    SEND_US = 5000000, // within which a process must have taken its token
    KEY_ROOM = 64,
    NUMBER_ROOM = 24,
    NAME_ROOM = 64,
    COMMAND_ROOM = 4096,
    LINE_ROOM = 1024,
    HASH_ROOM = 2 * TOKEN_HASH_BYTES + 3, // with \x and the end
    US_PER_MS = 1000,
    MS_PER_SECOND = 1000,
};

// What a lease says, in the order of its fields.
enum {
    LEASE_KIND,
    LEASE_GAME,
    LEASE_BOT,
    LEASE_SEAT,
    LEASE_RULES,
    LEASE_PLAYER,
    LEASE_NODES,
    LEASE_MOVE_MS,
    LEASE_PACE_MS
};
// And a renewal.
enum { RENEWED_IS_KNOWN, RENEWED_SECONDS, RENEWED_HELD };

// A game that this worker plays; without a process the place is free.
typedef struct Sitting {
    Child *child;
    char game[NUMBER_ROOM], bot[NAME_ROOM];
    bool is_over; // the process has said so
} Sitting;

typedef struct Worker {
    const HouseWorkPlan *plan;
    Memory memory;
    StoreCaller *caller;
    char number[NUMBER_ROOM], key[KEY_ROOM];
    Sitting sittings[HOUSE_CONCURRENCY_MAX];
    uint64_t renew_ms, look_ms; // when these are due
    bool is_stopped;            // while it called the database
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

static bool call(Worker *worker, HouseStatement statement, const char *const *values)
{
    const StoreCallError error = store_call(worker->caller, statement, values);
    worker->is_stopped |= error == STORE_CALL_STOPPED;
    if (error && !worker->is_stopped)
        store_caller_explain(worker->caller, error, worker->message);
    return !error;
}

static void tell(const Worker *worker, HouseEvent event, const char *bot)
{
    worker->plan->tell(worker->plan->context, event, bot);
}

static bool enrol(Worker *worker)
{
    char slots[NUMBER_ROOM];
    Text slots_text = TEXT_IN(slots), number = TEXT_IN(worker->number), key = TEXT_IN(worker->key);
    text_format(&slots_text, "%u", worker->plan->concurrency);
    const char *const values[] = {slots};
    if (!call(worker, HOUSE_ENROL, values))
        return false;
    text_add(&number, store_call_field(worker->caller, 0, 0));
    text_add(&key, store_call_field(worker->caller, 0, 1));
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

// A word of a shell's command, in quotes; the text is cut if it has quotes of its own.
static void add_word(Text *command, const char *word)
{
    text_add(command, " '");
    text_add(command, word);
    text_add_char(command, '\'');
    command->cut |= strchr(word, '\'') != NULL;
}

// The process that plays the game of the last lease.
static void write_command(const Worker *worker, Text *command)
{
    const HouseWorkPlan *plan = worker->plan;
    const StoreCaller *caller = worker->caller;
    const uint64_t nodes = store_call_number(caller, 0, LEASE_NODES);
    text_add(command, "IFS= read -r NEBEL_TOKEN && export NEBEL_TOKEN && exec nice -n 5");
    add_word(command, plan->program);
    text_add(command, " connect");
    add_word(command, store_call_field(caller, 0, LEASE_PLAYER));
    text_add(command, " --server");
    add_word(command, plan->server);
    if (plan->authority) {
        text_add(command, " --authority");
        add_word(command, plan->authority);
    }
    text_format(command, " --movetime %" PRIu64 " --pace %" PRIu64,
                store_call_number(caller, 0, LEASE_MOVE_MS),
                store_call_number(caller, 0, LEASE_PACE_MS));
    if (nodes)
        text_format(command, " --nodes %" PRIu64, nodes);
}

// Starts the process of a lease and tells it its token. Without one the game is given back.
static bool start(Worker *worker, Sitting *sitting, const Token *token)
{
    const StoreCaller *caller = worker->caller;
    char memory[COMMAND_ROOM], why[LINE_ROOM], line[TOKEN_TEXT_MAX + 2];
    Text command = TEXT_IN(memory), message = TEXT_IN(why), said = TEXT_IN(line);
    Text game = TEXT_IN(sitting->game), bot = TEXT_IN(sitting->bot);
    const ChildPlan plan = {.command = memory,
                            .line_max = LINE_ROOM,
                            .messages = child_messages_shown,
                            .is_trusted = true};
    text_add(&game, store_call_field(caller, 0, LEASE_GAME));
    text_add(&bot, store_call_field(caller, 0, LEASE_BOT));
    write_command(worker, &command);
    text_format(&said, "%s\n", token->text);
    if (!command.cut)
        sitting->child = child_create(&worker->memory, &plan, &message);
    return sitting->child && child_send(sitting->child, (Slice){line, said.length},
                                        child_now_us() + SEND_US) == CHILD_OK;
}

// Ends a lease: the game is over, or waits for a worker again.
static bool end_lease(Worker *worker, Sitting *sitting)
{
    const char *const values[] = {worker->number, worker->key, sitting->game,
                                  sitting->is_over ? "false" : "true"};
    tell(worker, sitting->is_over ? HOUSE_PLAYED : HOUSE_BROKEN, sitting->bot);
    const bool is_told = call(worker, HOUSE_DONE, values);
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

static bool is_held(const char *held, const char *game)
{
    Slice rest = slice_of(held);
    while (rest.length)
        if (slice_is(slice_take(&rest, " "), game))
            return true;
    return false;
}

// Keeps the leases. What another worker has got is not played here any more.
static bool renew(Worker *worker)
{
    const char *const values[] = {worker->number, worker->key};
    if (!call(worker, HOUSE_RENEW, values))
        return false;
    const StoreCaller *caller = worker->caller;
    const bool is_known = store_call_field(caller, 0, RENEWED_IS_KNOWN)[0] == 't';
    const uint64_t seconds = store_call_number(caller, 0, RENEWED_SECONDS);
    const char *held = store_call_field(caller, 0, RENEWED_HELD);
    for (unsigned i = 0; i < worker->plan->concurrency; i++) {
        Sitting *sitting = &worker->sittings[i];
        if (!sitting->child || is_held(held, sitting->game))
            continue;
        tell(worker, HOUSE_DROPPED, sitting->bot);
        clear(sitting);
    }
    worker->renew_ms =
        now_ms(worker) + (seconds ? seconds : LEASE_DEFAULT_S) * MS_PER_SECOND / RENEWALS;
    // A database that was restored may have forgotten this worker.
    return is_known || enrol(worker);
}

static void hash_to_text(const Token *token, char memory[HASH_ROOM])
{
    const TokenHash hash = token_hash(slice_of(token->text));
    Text text = text_in(memory, HASH_ROOM);
    text_add(&text, "\\x");
    for (unsigned i = 0; i < TOKEN_HASH_BYTES; i++)
        text_format(&text, "%02x", hash.bytes[i]);
}

// Leases one game; `*is_leased` is false if none waits.
static bool lease(Worker *worker, Sitting *sitting, bool *is_leased)
{
    char hash[HASH_ROOM];
    Token token;
    *is_leased = false;
    if (!token_draw(&token))
        return fail(worker, "the system gives no random numbers");
    hash_to_text(&token, hash);
    const char *const values[] = {worker->number, worker->key, hash};
    if (!call(worker, HOUSE_LEASE, values))
        return false;
    const char *kind = store_call_field(worker->caller, 0, LEASE_KIND);
    if (strcmp(kind, "unknown") == 0)
        return enrol(worker);
    *is_leased = strcmp(kind, "game") == 0;
    if (!*is_leased)
        return true;
    const bool is_started = start(worker, sitting, &token);
    tell(worker, HOUSE_LEASED, sitting->bot);
    return is_started || end_lease(worker, sitting);
}

// Takes games as long as there are places and games. It listens anew each time: the connection may be another one.
static bool look(Worker *worker)
{
    Sitting *sitting = find_free(worker);
    bool is_leased = true;
    if (!call(worker, HOUSE_LISTEN, NULL))
        return false;
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
    if (store_caller_wait(worker->caller, TICK_MS))
        worker->look_ms = 0;
    return true;
}

static void leave(Worker *worker)
{
    const char *const values[] = {worker->number, worker->key};
    for (unsigned i = 0; i < worker->plan->concurrency; i++)
        clear(&worker->sittings[i]);
    if (worker->number[0])
        (void)!call(worker, HOUSE_LEAVE, values); // else the leases run out
}

bool house_work(const Memory *memory, const HouseWorkPlan *plan, Text *message)
{
    assert(plan->concurrency && plan->concurrency <= HOUSE_CONCURRENCY_MAX);
    const StoreCallerPlan caller = {.database = plan->database,
                                    .statements = house_worker_statements,
                                    .statement_count = HOUSE_WORKER_STATEMENTS,
                                    .clocks = plan->clocks,
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
                       .caller = store_caller_create(memory, &caller),
                       .message = message};
    bool is_fine = worker->caller || fail(worker, "there is no memory");
    if (is_fine) {
        store_caller_limit(worker->caller, FIRST_MS);
        is_fine = enrol(worker);
        store_caller_limit(worker->caller, 0);
        while (is_fine && !atomic_load(plan->is_stopped))
            is_fine = step(worker);
        is_fine |= worker->is_stopped;
        leave(worker);
    }
    store_caller_destroy(worker->caller);
    memory_resize(memory, worker, 0);
    return is_fine;
}
