// Server bots: which there are, games with them, and the workers that play them (`nebel bots`), by the lines of docs/protocol/bots.md. A worker asks
// for games here and plays them as a client of their seats; it has no login of the database.
#include "server/node/internal.h"

#include "formats/protocol/seat_line.h"

enum {
    BOTS_TOLD_MAX = 100,
    SPEAK_MS = 10000, // within which a worker must have shown its token
    REQUEST_ROOM = 256,
};

// A connection of a worker of bots. It stays until its last request is answered.
typedef struct BotWorker {
    bool is_known;  // it has shown the token of workers
    bool is_asking; // its request waits for the store
    bool is_gone;
    uint64_t speak_by_ms;
    char request[REQUEST_ROOM]; // its words, each ended
} BotWorker;

bool server__list_bots(void *context, uint64_t connection)
{
    const Server *server = context;
    const StoreQuestion question = {.ask = STORE_LIST_BOTS, .id = connection};
    return store_ask(server->store, &question);
}

bool server__book_bot(Server *server, PendingGame *pending)
{
    const uint8_t seat = pending->persons[0] ? 0 : 1;
    StoreQuestion question = {.ask = STORE_BOOK_BOT,
                              .id = pending->game,
                              .game = pending->game,
                              .hashes = {server__hash(slice_of(pending->tokens[seat].text))},
                              .life_s = server->plan.token_life_s,
                              .is_rated = pending->is_rated,
                              .persons = {pending->persons[seat]},
                              .sessions = {pending->sessions[seat]},
                              .seat = seat,
                              .base_ms = pending->opening.clock.base_ms,
                              .rules = pending->rules};
    Text name = TEXT_IN(question.name), rules = TEXT_IN(pending->rules);
    _Static_assert((int)LOBBY_NAME_MAX <= (int)STORE_NAME_MAX, "the store knows bots by name");
    text_add(&name, pending->bot);
    pending->opening.game->write((const Rules *)&pending->opening.rules, &rules);
    return store_ask(server->store, &question);
}

void server__bots_listed(Server *server, const StoreAnswer *answer)
{
    LobbyBot bots[BOTS_TOLD_MAX];
    uint32_t count = 0;
    for (; count < answer->bot_count && count < BOTS_TOLD_MAX; count++) {
        const StoreBot *bot = &answer->bots[count];
        bots[count] = (LobbyBot){.name = bot->name,
                                 .is_free = bot->is_free,
                                 .rating = bot->rating,
                                 .is_provisional = bot->is_provisional,
                                 .level = bot->level,
                                 .game = bot->game,
                                 .words = bot->words};
    }
    lobby_bots_listed(server->lobby, answer->id, bots, count);
}

void server__bot_booked(Server *server, const StoreAnswer *answer)
{
    static const LobbyOpening refusals[STORE_BOOKING_COUNT] = {
        [STORE_BOT_NONE] = LOBBY_NO_BOT,     [STORE_BOT_GAME] = LOBBY_BOT_GAME,
        [STORE_BOT_CLOCK] = LOBBY_BOT_CLOCK, [STORE_BOT_MANY] = LOBBY_BOTS_ENOUGH,
        [STORE_BOT_BUSY] = LOBBY_BOT_BUSY,
    };
    const bool is_booked = !answer->error && answer->booking == STORE_BOOKED;
    server__open_game(server, answer->id, is_booked,
                      answer->error ? LOBBY_NOT_NOW : refusals[answer->booking]);
}

static void worker_send(const Server *server, uint64_t connection, const char *line)
{
    net_send(server->net, connection, slice_of(line));
}

static void worker_quit(const Server *server, uint64_t connection, const char *code,
                        const char *reason)
{
    char memory[REQUEST_ROOM];
    Text text = TEXT_IN(memory);
    seat_write_quit(code, reason, &text);
    worker_send(server, connection, memory);
    net_close(server->net, connection);
}

void server__wake_workers(const Server *server)
{
    for (uint32_t i = 0; i < server->workers.capacity; i++) {
        const NumberSlot *slot = &server->workers.slots[i];
        const BotWorker *worker = slot->thing;
        if (worker && worker->is_known && !worker->is_gone)
            worker_send(server, slot->number, "work");
    }
}

void server__tidy_workers(const Server *server, uint64_t now_ms)
{
    for (uint32_t i = 0; i < server->workers.capacity; i++) {
        const NumberSlot *slot = &server->workers.slots[i];
        const BotWorker *worker = slot->thing;
        if (worker && !worker->is_known && !worker->is_gone && now_ms >= worker->speak_by_ms)
            worker_quit(server, slot->number, "slow", "no token came");
    }
}

static void forget_worker(Server *server, uint64_t connection, BotWorker *worker)
{
    number_map_remove(&server->workers, connection);
    memory_resize(&server->memory, worker, 0);
}

// The requests of a worker, and their numbers of words.
static const struct {
    const char *verb;
    uint8_t ask, words;
} requests[] = {{"enrol", STORE_BOTS_ENROL, 1},
                {"lease", STORE_BOTS_LEASE, 3},
                {"renew", STORE_BOTS_RENEW, 2},
                {"done", STORE_BOTS_DONE, 4},
                {"leave", STORE_BOTS_LEAVE, 2}};

// Splits a line into words that the worker keeps. Returns the question, or an ask of STORE_ASK_COUNT if the line is no request.
static StoreQuestion read_request(BotWorker *worker, Slice line)
{
    StoreQuestion question = {.ask = STORE_ASK_COUNT};
    Text kept = TEXT_IN(worker->request);
    const Slice verb = slice_take(&line, " ");
    unsigned count = 0;
    for (; line.length && count < STORE_WORDS_MAX; count++) {
        question.words[count] = worker->request + kept.length;
        text_add_slice(&kept, slice_take(&line, " "));
        text_add_char(&kept, '\0');
    }
    for (unsigned i = 0; i < COUNT_OF(requests); i++)
        if (slice_is(verb, requests[i].verb) && count == requests[i].words && !line.length &&
            !kept.cut)
            question.ask = requests[i].ask;
    return question;
}

static void take_request(const Server *server, uint64_t connection, BotWorker *worker, Slice line)
{
    StoreQuestion question = read_request(worker, line);
    question.id = connection;
    worker->is_asking = question.ask < STORE_ASK_COUNT && store_ask(server->store, &question);
    if (question.ask == STORE_ASK_COUNT)
        worker_quit(server, connection, "form", "that is no line of a worker");
    else if (!worker->is_asking)
        worker_send(server, connection, "error busy too many requests; ask again in a moment");
}

// Takes the first line of a worker: "bots 1 TOKEN".
static void greet_worker(const Server *server, uint64_t connection, BotWorker *worker, Slice line)
{
    if (!slice_is(slice_take(&line, " "), "bots"))
        worker_quit(server, connection, "form", "that is no line of a worker");
    else if (!slice_is(slice_take(&line, " "), "1"))
        worker_quit(server, connection, "version", "this server speaks version 1; update nebel");
    else if (!server->plan.has_bots || !token_is(line, &server->plan.bots))
        worker_quit(
            server, connection, "token",
            "that is not the token of workers; it is the first line of the file that nebel serve "
            "--bots-token names");
    else {
        worker->is_known = true;
        worker_send(server, connection, "ready");
    }
}

// Sends an answer to its worker. A lease that has ended may leave a game that waits for another worker.
void server__bots_answered(Server *server, const StoreAnswer *answer)
{
    BotWorker *worker = number_map_find(&server->workers, answer->id);
    if (!worker)
        return;
    worker->is_asking = false;
    if (worker->is_gone)
        forget_worker(server, answer->id, worker);
    else
        worker_send(server, answer->id,
                    answer->error ? "error form the database refuses a value" : answer->line);
    if (answer->ask == STORE_BOTS_DONE || answer->ask == STORE_BOTS_LEAVE)
        server__wake_workers(server);
}

static bool worker_on_connect(void *context, uint64_t connection)
{
    Server *server = context;
    BotWorker *worker = server->is_open ? number_map_make(&server->workers, &server->memory,
                                                          connection, sizeof *worker)
                                        : NULL;
    if (worker)
        *worker = (BotWorker){.speak_by_ms = net_now_ms(server->net) + SPEAK_MS};
    return worker;
}

static void worker_on_line(void *context, uint64_t connection, Slice line)
{
    const Server *server = context;
    BotWorker *worker = number_map_find(&server->workers, connection);
    if (!worker->is_known)
        greet_worker(server, connection, worker, line);
    else if (worker->is_asking)
        worker_quit(server, connection, "flood",
                    "a worker waits for an answer before it asks again");
    else
        take_request(server, connection, worker, line);
}

static void worker_on_disconnect(void *context, uint64_t connection)
{
    Server *server = context;
    BotWorker *worker = number_map_find(&server->workers, connection);
    if (!worker)
        return;
    worker->is_gone = true;
    if (!worker->is_asking)
        forget_worker(server, connection, worker);
}

const NetSocket server__bots_socket = {worker_on_connect, worker_on_line, worker_on_disconnect};
