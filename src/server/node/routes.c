// Routes of a node by HTTP: new games, health, figures.
#include "server/node/internal.h"

#include "base/crypto/secret.h"
#include "formats/protocol/game_request.h"

#include <inttypes.h>

enum {
    STATUS_OK = 200,
    STATUS_CREATED = 201,
    STATUS_BAD = 400,
    STATUS_BUSY = 503,
    MESSAGE_MAX = 2048,
    FIGURES_MAX = 4096,
    ANSWER_MAX = 512,
    PER_CENT = 100,
};

static void answer_text(const Server *server, uint64_t request, unsigned status, NetType type,
                        const Text *text)
{
    net_answer(server->net, request, status, type, (Slice){text->start, text->length});
}

static void answer_error(const Server *server, uint64_t request, unsigned status,
                         const char *reason)
{
    char memory[2 * MESSAGE_MAX];
    Text text = TEXT_IN(memory);
    request_error_write(reason, &text);
    answer_text(server, request, status, NET_JSON, &text);
}

// Draws the number of a game and its tokens. Numbers are random, so that they do not tell how many games there are.
static bool draw_numbers(PendingGame *pending)
{
    return seed_draw(&pending->game) && pending->game && token_draw(&pending->tokens[0]) &&
           token_draw(&pending->tokens[1]);
}

static void answer_made(const Server *server, const PendingGame *pending, bool is_open)
{
    char memory[ANSWER_MAX];
    Text text = TEXT_IN(memory);
    if (!is_open) {
        answer_error(server, pending->request, STATUS_BUSY,
                     "no game can be opened now; ask again in a moment");
        return;
    }
    game_made_write(pending->game, pending->tokens[0].text, pending->tokens[1].text, &text);
    answer_text(server, pending->request, STATUS_CREATED, NET_JSON, &text);
}

static void make_game(void *context, const NetRequest *asked)
{
    Server *server = context;
    const uint64_t request = asked->number;
    char why[MESSAGE_MAX];
    Text message = TEXT_IN(why);
    PendingGame pending = {.request = request, .tell = answer_made, .keep = server__keep_tokens};
    if (!game_request_read(asked->body, &pending.opening, &message)) {
        answer_error(server, request, STATUS_BAD, why);
        return;
    }
    if (!server__may_open(server))
        answer_error(server, request, STATUS_BUSY,
                     "no game can be opened now; ask again in a moment");
    else if (!draw_numbers(&pending) || !server__begin_game(server, &pending))
        answer_error(server, request, STATUS_BUSY, "too many requests; ask again in a moment");
}

static void tell_health(void *context, const NetRequest *request)
{
    const Server *server = context;
    const char *state = server->is_away ? "the database is away; all clocks stand still\n"
                        : server->is_pause_told
                            ? "the database does not save; all clocks stand still\n"
                        : !server->is_open ? "starting\n"
                                           : "ok\n";
    net_answer(server->net, request->number,
               server->is_open && !server->is_away && !server->is_pause_told ? STATUS_OK
                                                                             : STATUS_BUSY,
               NET_TEXT, slice_of(state));
}

// Answers with figures, for the operator alone: figures of all games together still tell of one game if there is only one.
static void tell_figures(void *context, const NetRequest *request)
{
    const Server *server = context;
    const NetCounts net = net_counts(server->net);
    const SeatGatewayCounts host =
        server->host ? seat_gateway_counts(server->host) : (SeatGatewayCounts){0};
    const LobbyCounts lobby = server->lobby ? lobby_counts(server->lobby) : (LobbyCounts){0};
    const struct {
        const char *name, *type;
        uint64_t value;
    } figures[] = {
        {"nebel_games", "gauge", server->hall ? live_games_count(server->hall) : 0},
        {"nebel_connections", "gauge", net.connections},
        {"nebel_seats_connected", "gauge", host.seated},
        {"nebel_lobby_connections", "gauge", lobby.connections},
        {"nebel_lobby_seeks", "gauge", lobby.seeks},
        {"nebel_requests_waiting", "gauge", net.requests},
        {"nebel_rows_waiting", "gauge", server->hall ? live_games_waiting_rows(server->hall) : 0},
        {"nebel_store_away", "gauge", server->is_away},
        {"nebel_store_slow", "gauge", server->is_slow},
        {"nebel_clocks_stopped", "gauge", server->is_paused},
        {"nebel_store_seen", "gauge", store_is_seen(server->store)},
        {"nebel_late", "gauge", server->hall && server__is_late(server)},
        {"nebel_busy_percent", "gauge", (uint64_t)(PER_CENT * net_busy(server->net))},
        {"nebel_frames_received_total", "counter", net.frames_in},
        {"nebel_frames_sent_total", "counter", net.frames_out},
        {"nebel_clients_refused_total", "counter", net.refused},
        {"nebel_slow_readers_total", "counter", net.slow},
        {"nebel_batches_total", "counter", server->counts.batches},
        {"nebel_rows_total", "counter", server->counts.rows},
        {"nebel_games_opened_total", "counter", server->counts.games_opened},
        {"nebel_games_adopted_total", "counter", server->counts.games_adopted},
        {"nebel_games_lost_total", "counter", server->counts.games_lost},
        {"nebel_games_filed_total", "counter",
         server->keeper ? archive_keeper_filed(server->keeper) : 0},
    };
    char memory[FIGURES_MAX];
    Text text = TEXT_IN(memory);
    for (unsigned i = 0; i < COUNT_OF(figures); i++)
        text_format(&text, "# TYPE %s %s\n%s %" PRIu64 "\n", figures[i].name, figures[i].type,
                    figures[i].name, figures[i].value);
    answer_text(server, request->number, STATUS_OK, NET_TEXT, &text);
}

const NetRoute server__routes[] = {
    {NET_POST, NET_OPERATOR, "/api/game", make_game},
    {NET_GET, NET_PUBLIC, "/health", tell_health},
    {NET_GET, NET_OPERATOR, "/metrics", tell_figures},
    {NET_GET, NET_SEAT, "/seat", NULL, &server__seat_socket},
    {NET_GET, NET_PUBLIC, "/lobby", NULL, &server__lobby_socket},
    {NET_GET, NET_BOTS, "/bots", NULL, &server__bots_socket},
};
const unsigned server__route_count = COUNT_OF(server__routes);
