// The connections of seats: what the gateway of seats asks of the store, and which connections end with which session.
#include "server/node/internal.h"

#include <string.h>

enum {
    LINES_A_SECOND = 50,
    LINES_AT_ONCE = 200,
    JOIN_MS = 10000,
    LINGER_MS = 600000,
    PART_LINES = 384, // what a socket takes at a beat (src/net)
    PING_MS = 5000,
};

bool server__hold(Server *server, uint64_t connection, const StoreHash *session, bool is_seat)
{
    SessionConnection *held =
        number_map_make(&server->holders, &server->memory, connection, sizeof *held);
    if (held)
        *held = (SessionConnection){.session = *session, .is_seat = is_seat};
    return held;
}

void server__let_go(Server *server, uint64_t connection)
{
    SessionConnection *held = number_map_find(&server->holders, connection);
    if (!held)
        return;
    number_map_remove(&server->holders, connection);
    memory_resize(&server->memory, held, 0);
}

// Goes through all connections: sessions end rarely. A connection is closed after what it is sent, so none leaves the map here.
void server__end_session(void *context, const StoreHash *session, const char *suspended)
{
    const Server *server = context;
    for (uint32_t i = 0; i < server->holders.capacity; i++) {
        const NumberSlot *slot = &server->holders.slots[i];
        const SessionConnection *held = slot->thing;
        if (!held || memcmp(held->session.bytes, session->bytes, sizeof session->bytes) != 0)
            continue;
        if (held->is_seat)
            seat_gateway_end_token(server->host, slot->number, suspended);
        else
            lobby_end_session(server->lobby, slot->number, suspended);
    }
}

void server__send_line(void *context, uint64_t connection, Slice line)
{
    const Server *server = context;
    net_send(server->net, connection, line);
}

void server__close_connection(void *context, uint64_t connection)
{
    const Server *server = context;
    net_close(server->net, connection);
}

static void ping_seat(void *context, uint64_t connection)
{
    const Server *server = context;
    net_ping(server->net, connection);
}

static bool find_token(void *context, uint64_t connection, Slice token)
{
    const Server *server = context;
    const StoreQuestion question = {.ask = STORE_FIND_TOKEN,
                                    .id = connection,
                                    .mark = token_seed(token),
                                    .hashes = {server__hash(token)}};
    return store_ask(server->store, &question);
}

static bool find_journal(void *context, uint64_t connection, uint64_t game)
{
    const Server *server = context;
    const StoreQuestion question = {
        .ask = STORE_JOURNAL, .id = connection, .mark = JOURNAL_FOR_A_SEAT, .game = game};
    return store_ask(server->store, &question);
}

SeatGateway *server__create_gateway(Server *server)
{
    const SeatGatewayPlan plan = {.hall = server->hall,
                                  .callbacks = {server__send_line, server__close_connection,
                                                ping_seat, find_token, find_journal, server},
                                  .lines = {LINES_A_SECOND, LINES_AT_ONCE},
                                  .part = PART_LINES,
                                  .ping_ms = PING_MS,
                                  .join_ms = JOIN_MS,
                                  .linger_ms = LINGER_MS};
    return seat_gateway_create(&server->memory, &plan);
}

void server__token_found(Server *server, const StoreAnswer *answer)
{
    const bool is_held =
        !answer->session || server__hold(server, answer->id, answer->session, true);
    const FoundSeat found = {.is_found = answer->error == STORE_OK && is_held,
                             .seat = answer->seat,
                             .game = answer->game,
                             .seed = answer->mark,
                             .archive = public_number(answer->game)};
    seat_gateway_take_seat(server->host, answer->id, &found, net_now_ms(server->net));
}

static bool seat_on_connect(void *context, uint64_t connection)
{
    const Server *server = context;
    return server->is_open &&
           seat_gateway_connect(server->host, connection, net_now_ms(server->net));
}

static void seat_on_line(void *context, uint64_t connection, Slice line)
{
    const Server *server = context;
    seat_gateway_take_line(server->host, connection, line, net_now_ms(server->net));
}

static void seat_on_disconnect(void *context, uint64_t connection)
{
    Server *server = context;
    server__let_go(server, connection);
    if (server->host)
        seat_gateway_disconnect(server->host, connection);
}

static void on_lag(void *context, uint64_t connection, uint32_t lag_ms)
{
    const Server *server = context;
    if (server->host)
        seat_gateway_note_lag(server->host, connection, lag_ms);
}

static void on_drained(void *context, uint64_t connection)
{
    const Server *server = context;
    if (server->host)
        seat_gateway_send_more(server->host, connection, net_now_ms(server->net));
}

const NetSocket server__seat_socket = {seat_on_connect, seat_on_line, seat_on_disconnect, on_lag,
                                       on_drained};
