// Connecting, joining, coming back.
#include "server/client/client.h"

#include "base/rng.h"
#include "formats/records/hearing_text.h"
#include "server/net/dial.h"

#include <assert.h>
#include <string.h>

enum {
    CONNECT_SECONDS = 20,
    PING_MS = 20000,
    LINE_BYTES_MAX = BOT_ORDER_MAX + HEARING_TEXT_MAX, // of a server
    WAITING_MAX = 8 * SEAT_SAID_MAX,
    MESSAGE_MAX = 512,
};

struct Client {
    Memory memory;
    ClientPlan plan;
    Dial *dial;
    Remote remote;
    uint8_t state; // ClientState
    bool is_stopped;
    uint64_t connection;   // 0 for none
    unsigned failures;     // since it sat last
    uint64_t open_ms;      // when to connect, if there is no connection
    uint64_t repeat_ms;    // when to send the open action again; UINT64_MAX for never
    uint64_t lost_ms;      // when it was lost
    bool has_sat;          // ever
    char why[MESSAGE_MAX]; // client_message
    Rng chance;
};

ClientState client_state(const Client *client)
{
    return (ClientState)client->state;
}

const char *client_message(const Client *client)
{
    return client->why;
}

const Remote *client_remote(const Client *client)
{
    return &client->remote;
}

uint64_t client_now_ms(const Client *client)
{
    return dial_now_ms(client->dial);
}

static bool client_is_done(const Client *client)
{
    return client->state == CLIENT_OVER || client->state == CLIENT_FAILED;
}

static void client_end(Client *client, ClientState state)
{
    client->state = (uint8_t)state;
    dial_close(client->dial, client->connection);
    dial_stop(client->dial);
}

void client_fail(Client *client, const char *message)
{
    Text why = TEXT_IN(client->why);
    text_add(&why, message);
    client_end(client, CLIENT_FAILED);
}

void client_stop(Client *client)
{
    client->is_stopped = true;
    dial_stop(client->dial);
}

// What the server said last, and what to do about it.
static void fail_by_quit(Client *client)
{
    static const struct {
        const char *code, *before, *after;
    } rows[] = {
        {"token", "", "; ask whoever opened the game for a new one"},
        {"version", "", "; update nebel"},
        {"elsewhere", "", "; end the other program, or leave the seat to it"},
        {"game", "", "; ask whoever opened the game where it is"},
        {"suspended", "your account is suspended; until when and why: ", ""},
    };
    char words[MESSAGE_MAX];
    Text text = TEXT_IN(words);
    const Remote *remote = &client->remote;
    const char *before = "", *after = "";
    for (unsigned i = 0; i < COUNT_OF(rows); i++)
        if (strcmp(rows[i].code, remote->code) == 0) {
            before = rows[i].before;
            after = rows[i].after;
        }
    text_format(&text, "the server says: %s%s%s", before, remote->reason, after);
    client_fail(client, words);
}

static void fail_by_dial(Client *client, DialEnd how, const char *why)
{
    char words[MESSAGE_MAX];
    Text text = TEXT_IN(words);
    if (how == DIAL_UNTRUSTED)
        text_format(&text,
                    "the certificate of %s is not one that this machine trusts (%s); if the "
                    "server has an authority of its own, name its certificate by --authority FILE",
                    client->plan.url, why);
    else
        text_format(&text,
                    "%s does not answer (%s); is the address right, and does a server run there?",
                    client->plan.url, why);
    client_fail(client, words);
}

static void send_text(Client *client, const Text *say)
{
    assert(!say->cut);
    if (say->length)
        dial_send(client->dial, client->connection, (Slice){say->start, say->length});
}

static void on_opened(void *context, uint64_t connection)
{
    Client *client = context;
    assert(connection == client->connection);
    (void)connection;
    remote_begin(&client->remote);
}

static void client_send_news(const Client *client, RemoteNews news)
{
    client->plan.owner.news(client->plan.owner.context, news);
}

static void client_sit_down(Client *client)
{
    const bool was_lost = client->state == CLIENT_LOST;
    client->state = CLIENT_SEATED;
    client->failures = 0;
    client->has_sat = true;
    client->repeat_ms = UINT64_MAX;
    if (was_lost)
        client->plan.owner.link(client->plan.owner.context, CLIENT_SEATED);
}

static void take_news(Client *client, RemoteNews news)
{
    if (news == REMOTE_JOINED)
        client_sit_down(client);
    const RemoteNext next = remote_next(&client->remote, news);
    if (next == REMOTE_SEND_AGAIN)
        client->repeat_ms = client_now_ms(client) + REMOTE_BUSY_MS;
    else if (next == REMOTE_COME_BACK)
        dial_close(client->dial, client->connection);
    else if (next == REMOTE_GIVE_UP && news == REMOTE_QUIT)
        fail_by_quit(client);
    else if (next == REMOTE_GIVE_UP)
        client_fail(client, client->remote.reason);
    else if (news != REMOTE_NOTHING)
        client_send_news(client, news);
    if (next == REMOTE_LEAVE && !client_is_done(client))
        client_end(client, CLIENT_OVER);
}

// After the end a server only says `quit over`.
static void on_line(void *context, uint64_t connection, Slice line)
{
    Client *client = context;
    char memory[SEAT_SAID_MAX];
    Text say = TEXT_IN(memory);
    if (client_is_done(client) || connection != client->connection)
        return;
    const RemoteNews news = remote_take(&client->remote, line, client_now_ms(client), &say);
    send_text(client, &say);
    take_news(client, news);
}

// When to try again. The owner hears of the loss once.
static void wait_for_next(Client *client, const char *why)
{
    const uint64_t now_ms = client_now_ms(client);
    const bool is_news = client->state == CLIENT_SEATED;
    Text text = TEXT_IN(client->why);
    text_add(&text, why);
    if (is_news)
        client->lost_ms = now_ms;
    client->open_ms = now_ms + remote_wait_ms(client->failures++, rng_next(&client->chance));
    if (!is_news)
        return;
    client->state = CLIENT_LOST;
    client->plan.owner.link(client->plan.owner.context, CLIENT_LOST);
}

static void on_closed(void *context, uint64_t connection, DialEnd how, const char *why)
{
    Client *client = context;
    assert(connection == client->connection);
    (void)connection;
    client->connection = 0;
    client->repeat_ms = UINT64_MAX;
    remote_lose(&client->remote);
    if (client_is_done(client))
        return;
    const bool is_passing = remote_may_return(&client->remote) || how == DIAL_CLOSED;
    const bool is_late = client->has_sat && client->state == CLIENT_LOST &&
                         client_now_ms(client) - client->lost_ms > client->plan.patience_ms;
    if (how == DIAL_UNTRUSTED || is_late || (!client->has_sat && !is_passing))
        fail_by_dial(client, how, why);
    else
        wait_for_next(client, why);
}

static void client_work(void *context, uint64_t now_ms, NetWaits *waits)
{
    Client *client = context;
    char memory[SEAT_SAID_MAX];
    Text say = TEXT_IN(memory);
    if (client_is_done(client)) {
        dial_stop(client->dial);
        return;
    }
    if (!client->connection && now_ms >= client->open_ms)
        client->connection = dial_open(client->dial, client->plan.url);
    if (client->connection && now_ms >= client->repeat_ms && client->remote.is_open) {
        client->repeat_ms = UINT64_MAX;
        remote_repeat(&client->remote, &say);
        send_text(client, &say);
    }
    client->plan.owner.work(client->plan.owner.context, now_ms, waits);
    const uint64_t own_ms = client->connection ? client->repeat_ms : client->open_ms;
    waits->next_ms = own_ms < waits->next_ms ? own_ms : waits->next_ms;
}

static Dial *open_dial(Client *client, Text *message)
{
    const DialPlan plan = {.path = "/seat",
                           .authority = client->plan.authority,
                           .connections_max = 1,
                           .line_max = LINE_BYTES_MAX,
                           .waiting_max = WAITING_MAX,
                           .connect_seconds = CONNECT_SECONDS,
                           .ping_ms = PING_MS,
                           .stops_on_signals = client->plan.stops_on_signals,
                           .owner = {on_opened, on_line, on_closed, client_work, client}};
    return dial_create(&client->memory, &plan, message);
}

Client *client_create(const Memory *memory, const ClientPlan *plan, Text *message)
{
    if (!dial_is_address(plan->url)) {
        text_format(
            message,
            "'%s' is no address of a server; give ws://HOST:PORT, wss://HOST or unix:SOCKET",
            plan->url);
        return NULL;
    }
    Client *client = memory_resize(memory, NULL, sizeof *client);
    if (!client) {
        text_add(message, "there is no memory");
        return NULL;
    }
    *client = (Client){.memory = *memory,
                       .plan = *plan,
                       .repeat_ms = UINT64_MAX,
                       .chance = rng_from_seed(plan->chance)};
    const bool is_token =
        remote_init(&client->remote, memory, plan->token, rng_next(&client->chance));
    if (!is_token)
        text_add(message, "that is no token of a seat; one is printed for each seat when a game is "
                          "opened");
    else
        client->dial = open_dial(client, message);
    if (client->dial)
        return client;
    client_destroy(client);
    return NULL;
}

void client_destroy(Client *client)
{
    if (!client)
        return;
    const Memory memory = client->memory;
    dial_destroy(client->dial);
    remote_done(&client->remote);
    memory_resize(&memory, client, 0);
}

void client_run(Client *client)
{
    if (!client_is_done(client) && !client->is_stopped)
        dial_run(client->dial);
}

int client_descriptor(const Client *client)
{
    return dial_descriptor(client->dial);
}

uint64_t client_wait_ms(const Client *client)
{
    return dial_wait_ms(client->dial);
}

void client_turn(Client *client)
{
    dial_turn(client->dial);
}

void client_act(Client *client, EventKind kind, Try attempt)
{
    char memory[SEAT_SAID_MAX];
    Text say = TEXT_IN(memory);
    remote_act(&client->remote, kind, attempt, &say);
    send_text(client, &say);
}
