// What can be asked by HTTP: new games, health, figures.
#include "server/inside.h"

#include "chance/secret.h"
#include "wire/game_request.h"

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

// --- New games -----------------------------------------------------------------------------------

static void forget(Server *server, Making *making)
{
    number_map_remove(&server->makings, making->game);
    memory_resize(&server->memory, making, 0);
}

void server__forget_makings(Server *server)
{
    for (uint32_t i = 0; i < server->makings.capacity; i++)
        memory_resize(&server->memory, server->makings.slots[i].thing, 0);
    number_map_done(&server->makings, &server->memory);
}

// Numbers of games are random, so that they do not tell how many there are.
static bool draw_numbers(Making *making)
{
    return seed_draw(&making->game) && making->game && token_draw(&making->tokens[0]) &&
           token_draw(&making->tokens[1]);
}

static bool keep_tokens(Server *server, const Making *making)
{
    StoreQuestion question = {.ask = STORE_ADD_TOKENS,
                              .id = making->game,
                              .game = making->game,
                              .life_s = server->plan.token_life_s};
    _Static_assert(sizeof(TokenHash) == sizeof(StoreHash), "the store keeps hashes of tokens");
    for (unsigned seat = 0; seat < COUNT_OF(making->tokens); seat++) {
        const TokenHash hash = token_hash(slice_of(making->tokens[seat].text));
        for (unsigned i = 0; i < sizeof hash; i++)
            question.hashes[seat].bytes[i] = hash.bytes[i];
    }
    return store_ask(server->store, &question);
}

static const double busy_max = 0.9; // of a second; above it what seats send waits unread

// Whether the node has as many games as it can serve.
static bool is_late(const Server *server)
{
    return hall_is_late(server->hall, net_now_ms(server->net)) || net_busy(server->net) > busy_max;
}

static void make_game(void *context, uint64_t request, Slice body)
{
    Server *server = context;
    char why[MESSAGE_MAX];
    Text message = TEXT_IN(why);
    JournalGame opening;
    if (!game_request_read(body, &opening, &message)) {
        answer_error(server, request, STATUS_BAD, why);
        return;
    }
    if (!server->is_open || server->is_away || is_late(server) ||
        hall_count(server->hall) + server->makings.count >= server->plan.games_max) {
        answer_error(server, request, STATUS_BUSY,
                     "no game can be opened now; ask again in a moment");
        return;
    }
    Making *making = memory_resize(&server->memory, NULL, sizeof *making);
    if (making)
        *making = (Making){.request = request, .opening = opening};
    if (!making || !draw_numbers(making) ||
        !number_map_add(&server->makings, &server->memory, making->game, making)) {
        memory_resize(&server->memory, making, 0);
        answer_error(server, request, STATUS_BUSY, "there is no memory; ask again in a moment");
        return;
    }
    if (!keep_tokens(server, making)) {
        forget(server, making);
        answer_error(server, request, STATUS_BUSY, "too many requests; ask again in a moment");
    }
}

void server__open_game(Server *server, uint64_t game)
{
    Making *making = number_map_find(&server->makings, game);
    if (!making)
        return;
    if (hall_open(server->hall, game, &making->opening, net_now_ms(server->net)) == HALL_OK)
        return; // its first row is on its way
    answer_error(server, making->request, STATUS_BUSY,
                 "no game can be opened now; ask again in a moment");
    forget(server, making);
}

void server__game_is_open(Server *server, uint64_t game)
{
    Making *making = number_map_find(&server->makings, game);
    char memory[ANSWER_MAX];
    Text text = TEXT_IN(memory);
    if (!making)
        return;
    game_made_write(game, making->tokens[0].text, making->tokens[1].text, &text);
    answer_text(server, making->request, STATUS_CREATED, NET_JSON, &text);
    server->counts.games_opened++;
    server__log(server, LOG_GAME_OPENED, game, NULL);
    forget(server, making);
}

// --- Health and figures --------------------------------------------------------------------------

static void tell_health(void *context, uint64_t request, Slice body)
{
    const Server *server = context;
    (void)body;
    const char *state = server->is_away    ? "the database is away\n"
                        : !server->is_open ? "starting\n"
                                           : "ok\n";
    net_answer(server->net, request, server->is_open && !server->is_away ? STATUS_OK : STATUS_BUSY,
               NET_TEXT, slice_of(state));
}

// Figures of all games together still tell of one game if there is only one. So they are the operator's.
static void tell_figures(void *context, uint64_t request, Slice body)
{
    const Server *server = context;
    (void)body;
    const NetCounts net = net_counts(server->net);
    const HostCounts host = server->host ? host_counts(server->host) : (HostCounts){0};
    const struct {
        const char *name, *type;
        uint64_t value;
    } figures[] = {
        {"nebel_games", "gauge", server->hall ? hall_count(server->hall) : 0},
        {"nebel_connections", "gauge", net.connections},
        {"nebel_seats_connected", "gauge", host.seated},
        {"nebel_requests_waiting", "gauge", net.requests},
        {"nebel_rows_waiting", "gauge", server->hall ? hall_waiting(server->hall) : 0},
        {"nebel_store_away", "gauge", server->is_away},
        {"nebel_late", "gauge", server->hall && is_late(server)},
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
    };
    char memory[FIGURES_MAX];
    Text text = TEXT_IN(memory);
    for (unsigned i = 0; i < COUNT_OF(figures); i++)
        text_format(&text, "# TYPE %s %s\n%s %" PRIu64 "\n", figures[i].name, figures[i].type,
                    figures[i].name, figures[i].value);
    answer_text(server, request, STATUS_OK, NET_TEXT, &text);
}

const NetRoute server__routes[] = {
    {NET_POST, NET_OPERATOR, "/api/game", make_game},
    {NET_GET, NET_PUBLIC, "/health", tell_health},
    {NET_GET, NET_OPERATOR, "/metrics", tell_figures},
    {NET_GET, NET_SEAT, "/seat", NULL},
};
const unsigned server__route_count = COUNT_OF(server__routes);
