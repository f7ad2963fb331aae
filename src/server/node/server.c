// Runs a node: hands batches of live games to the store at beats, reports its answers, pauses the clocks while it does not save, and takes over the
// games that the last node had.
#include "server/node/internal.h"

#include "formats/protocol/game_request.h"
#include "formats/protocol/seat_line.h"

#include <string.h>

enum {
    BEAT_MS = 25,         // docs/server.md tells why
    STALL_BEATS = 3,      // without an answer to a batch; then the clocks stand still
    CALM_BEATS = 10,      // without such a batch; then they run
    PAUSE_TELL_MS = 1000, // a shorter pause is not sent to seats
    ALIVE_MS = 1000,      // between two batches of an idle node
    ROWS_MAX = 20000,
    LATE_MS =
        50, // of batches on average: a quarter of the 200 ms that the slowest answers may take
    ASKS_MAX = 4096,
    STORE_BEAT_MS = 250,
    STORE_WATCH_MS = 1000,
    STORE_PATIENCE_MS = 5000,
    REQUESTS_MAX = 256,
    WAITING_BYTES_MAX = 1 << 18,
    PACE_BURST = 6,             // seconds
    FIRST_MOVE_MS = 60000,      // of games of the lobby; docs/server.md tells why
    AWAY_MS = 120000,           //
    TURN_MS = 3 * 24 * 3600000, //
    LAG_MOST_MS = 500,          // for which the clocks wait; as well
    LAG_TURN_MS = 200,          //
    LAG_SAVED_MS = 1000,        //
};

static void post(void *context, const LiveMail *mail)
{
    Server *server = context;
    seat_gateway_send_mail(server->host, mail);
    if (server->pending_games.count && !mail->error &&
        mail->told.effect.hearing.event == HEARD_OPENING)
        server__game_is_open(server, mail->game);
}

// Hands a batch to the store at a beat. While a seat is connected there is one at each beat, be it empty: neither when a batch is written nor
// when a store is found to be slow may depend on what seats did. An idle node writes now and then that it is alive.
static void hand_over(Server *server, uint64_t now)
{
    const bool is_due = live_games_waiting_rows(server->hall) ||
                        seat_gateway_counts(server->host).seated || now >= server->alive_ms;
    if (!server->is_out && is_due) {
        server->is_out = live_games_take_batch(server->hall, now, &server->batch);
        server->is_handed = false;
        server->taken_beat = net_beats(server->net);
        server->alive_ms = now + ALIVE_MS;
    }
    // Without memory the next round tries again.
    if (server->is_out && !server->is_handed && !store_is_busy(server->store))
        server->is_handed = store_write(server->store, &server->batch);
}

static void pause_clocks(Server *server)
{
    server->is_paused = true;
    server->paused_ms = net_now_ms(server->net);
    if (server->hall)
        live_games_pause(server->hall, net_now_ms(server->net));
}

// Lets the clocks run again. For as long as they ran before the node knew of the outage, they stay paused.
static void run_clocks(Server *server)
{
    server->is_paused = false;
    if (server->hall)
        live_games_resume(server->hall, net_now_ms(server->net), STALL_BEATS * BEAT_MS);
    if (!server->is_pause_told)
        return;
    server->is_pause_told = false;
    server__log(server, LOG_CLOCKS_RUN, 0, NULL);
    if (server->host)
        seat_gateway_resume(server->host);
}

static void tell_pause(Server *server)
{
    server->is_pause_told = true;
    server__log(server, LOG_CLOCKS_STOPPED, 0,
                server->is_away ? "the database is away" : "the database does not save");
    if (server->host)
        seat_gateway_pause(server->host);
}

// Pauses the clocks while the node cannot answer. A short pause is not sent to the seats; a store that answers only now and then is slow all the time.
static void watch_batch(Server *server)
{
    const uint64_t beat = net_beats(server->net);
    if (server->is_out && beat >= server->taken_beat + STALL_BEATS)
        server->slow_beat = beat;
    server->is_slow = server->slow_beat && beat < server->slow_beat + CALM_BEATS;
    const bool must_pause = server->is_slow || server->is_away;
    if (must_pause && !server->is_paused)
        pause_clocks(server);
    else if (!must_pause && server->is_paused)
        run_clocks(server);
    if (server->is_paused && !server->is_pause_told && server->is_open &&
        net_now_ms(server->net) >= server->paused_ms + PAUSE_TELL_MS)
        tell_pause(server);
}

static void stop_without_memory(Server *server)
{
    server__log(server, LOG_NO_MEMORY, 0, NULL);
    server->has_failed = true;
    net_stop(server->net);
}

// Logs a problem of the archive; called in the thread of its keeper.
static void on_unfiled(void *context, uint64_t game, const char *why)
{
    server__log(context, game ? LOG_GAME_UNFILED : LOG_STORE_PROBLEM, game, why);
}

static void on_started(void *context, uint32_t node)
{
    Server *server = context;
    const LiveGamesPlan live_games_plan = {
        .node = node,
        .games_max = server->plan.games_max,
        .rows_max = ROWS_MAX,
        .late_ms = LATE_MS,
        .absence = {FIRST_MOVE_MS, AWAY_MS, TURN_MS},
        .lag = {LAG_MOST_MS, LAG_TURN_MS, LAG_SAVED_MS, BEAT_MS},
        .pace = {server->plan.pace, PACE_BURST * server->plan.pace},
        .post = {post, server}};
    server->node = node;
    server->hall = live_games_create(&server->memory, &live_games_plan);
    server->host = server__create_gateway(server);
    server->lobby = server__create_lobby(server);
    const ArchiveKeeperPlan keeper_plan = {server->plan.database, on_unfiled, server};
    server->keeper = archive_keeper_start(&server->memory, &keeper_plan);
    const StoreQuestion question = {.ask = STORE_LIST};
    if (!server->hall || !server->host || !server->lobby || !server->keeper ||
        !store_ask(server->store, &question))
        stop_without_memory(server);
    else
        server__log(server, LOG_STARTED, 0, NULL);
}

// Opens the node to seats when the games of before are here and their first rows are durable: until then no game takes a command.
static void open_if_ready(Server *server)
{
    if (server->is_open || !server->is_adopted || live_games_waiting_rows(server->hall))
        return;
    server->is_open = true;
    server__log(server, LOG_OPEN, 0, NULL);
    if (server->plan.opened)
        server->plan.opened(&server->plan);
}

static bool has_last_row(const LiveBatch *batch)
{
    uint32_t i = 0;
    while (i < batch->count && !batch->rows[i].is_last)
        i++;
    return i < batch->count;
}

static void on_durable(void *context)
{
    Server *server = context;
    server->is_out = false;
    if (has_last_row(&server->batch))
        archive_keeper_wake(server->keeper);
    server->counts.batches++;
    server->counts.rows += server->batch.count;
    live_games_batch_durable(server->hall, net_now_ms(server->net));
    open_if_ready(server);
}

static void on_refused(void *context, const uint64_t *lost, uint32_t count)
{
    Server *server = context;
    server->is_out = false;
    for (uint32_t i = 0; i < count; i++) {
        server__log(server, LOG_GAME_LOST, lost[i], NULL);
        seat_gateway_lose_game(server->host, lost[i]);
        live_games_lose(server->hall, lost[i]);
    }
    server->counts.games_lost += count;
    if (live_games_batch_refused(server->hall) != LIVE_OK)
        stop_without_memory(server);
}

static void on_watch(void *context, bool is_away)
{
    Server *server = context;
    server->is_away = is_away;
    server__log(server, is_away ? LOG_STORE_AWAY : LOG_STORE_BACK, 0, NULL);
    watch_batch(server);
}

// Asks for the journals one after the other.
static void adopt_next(Server *server)
{
    server->is_adopted = server->adopt_next == server->adopt_count;
    if (server->is_adopted)
        return;
    const uint64_t game = server->adopts[server->adopt_next++].game;
    const StoreQuestion question = {.ask = STORE_JOURNAL, .id = game, .game = game};
    if (!store_ask(server->store, &question))
        stop_without_memory(server);
}

static void on_list(Server *server, const StoreAnswer *answer)
{
    const size_t bytes = answer->game_count * sizeof *server->adopts;
    server->adopts = memory_resize(&server->memory, NULL, bytes + 1);
    if (!server->adopts) {
        stop_without_memory(server);
        return;
    }
    if (answer->game_count)
        memcpy(server->adopts, answer->games, bytes);
    server->adopt_count = answer->game_count;
    adopt_next(server);
}

static void on_journal(Server *server, const StoreAnswer *answer)
{
    if (answer->mark == JOURNAL_FOR_A_SEAT) {
        seat_gateway_take_journal(server->host, answer->id, answer->journal,
                                  net_now_ms(server->net));
        return;
    }
    const LiveError error = answer->error
                                ? LIVE_ERR_JOURNAL
                                : live_games_adopt(server->hall, answer->id, answer->journal,
                                                   answer->alive_ms, net_now_ms(server->net));
    if (!error && server->adopts[server->adopt_next - 1].has_persons)
        live_games_watch_absence(server->hall, answer->id);
    server->counts.games_adopted += error == LIVE_OK;
    server__log(server, error ? LOG_GAME_UNREADABLE : LOG_GAME_ADOPTED, answer->id,
                error ? live_error_text(error) : NULL);
    adopt_next(server);
}

static void on_tokens_kept(Server *server, const StoreAnswer *answer)
{
    server__open_game(server, answer->id, answer->error == STORE_OK, LOBBY_NOT_NOW);
}

static void on_answer(void *context, const StoreAnswer *answer)
{
    static void (*const takers[STORE_ASK_COUNT])(Server *, const StoreAnswer *) = {
        [STORE_LIST] = on_list,
        [STORE_JOURNAL] = on_journal,
        [STORE_ADD_TOKENS] = on_tokens_kept,
        [STORE_FIND_TOKEN] = server__token_found,
        [STORE_ADD_ANONYMOUS] = server__guest_added,
        [STORE_FIND_PERSON] = server__person_found,
        [STORE_RATINGS] = server__ratings_found,
        [STORE_PERSON_GAMES] = server__person_games,
        [STORE_KEEP_SEAT] = server__seat_kept,
        [STORE_FIND_SEAT] = server__seat_found,
        [STORE_LIST_BOTS] = server__bots_listed,
        [STORE_BOOK_BOT] = server__bot_booked,
        [STORE_BOTS_ENROL] = server__bots_answered,
        [STORE_BOTS_LEASE] = server__bots_answered,
        [STORE_BOTS_RENEW] = server__bots_answered,
        [STORE_BOTS_DONE] = server__bots_answered,
        [STORE_BOTS_LEAVE] = server__bots_answered,
        [STORE_FIND_BLOCKS] = server__blocks_found,
        [STORE_LIST_ENDS] = server__ends_listed,
    };
    takers[answer->ask](context, answer);
}

static bool is_operator(void *context, Slice token)
{
    const Server *server = context;
    return token_is(token, &server->plan.operator_);
}

static void name_waits(const Server *server, NetWaits *waits)
{
    StoreWait sockets[STORE_WAITS_MAX];
    waits->count = store_waits(server->store, sockets);
    for (unsigned i = 0; i < waits->count; i++) {
        waits->sockets[i].socket = sockets[i].socket;
        waits->sockets[i].serial = sockets[i].serial;
        waits->sockets[i].wants_write = sockets[i].wants_write;
    }
    waits->next_ms = store_next_ms(server->store); // a beat needs no wait
}

static void work_at_beat(Server *server, uint64_t now)
{
    server->worked_beat = net_beats(server->net);
    watch_batch(server);
    live_games_tick(server->hall, net_now_ms(server->net));
    hand_over(server, net_now_ms(server->net));
    store_run(server->store, now); // sends what was handed over
}

// Works before each wait of the loop. Answers of the database are taken whenever they come; what seats have sent is judged at beats, and what they
// hear leaves at beats.
static void node_work(void *context, uint64_t now, NetWaits *waits)
{
    Server *server = context;
    store_run(server->store, now);
    if (server->hall && net_beats(server->net) != server->worked_beat)
        work_at_beat(server, now);
    name_waits(server, waits);
}

// Tidies once a second. A problem of the store is logged once.
static void node_tidy(void *context, uint64_t now)
{
    Server *server = context;
    const char *problem = store_problem(server->store);
    if (server->host)
        seat_gateway_tidy(server->host, now);
    if (server->lobby)
        lobby_tidy(server->lobby, now);
    server__end_requested(server);
    server__tidy_workers(server, now);
    if (problem[0] && strcmp(problem, server->problem) != 0)
        server__log(server, LOG_STORE_PROBLEM, 0, problem);
    Text text = TEXT_IN(server->problem);
    text_add(&text, problem);
}

static bool open_node(Server *server, Text *message)
{
    const NetPlan net_plan = {.socket = server->plan.socket,
                              .routes = server__routes,
                              .route_count = server__route_count,
                              .connections_max = server->plan.connections_max,
                              .requests_max = REQUESTS_MAX,
                              .line_max = SEAT_SAID_MAX,
                              .body_max = GAME_REQUEST_MAX,
                              .waiting_max = WAITING_BYTES_MAX,
                              .ping_ms = 1000 * server->plan.ping_s,
                              .beat_ms = BEAT_MS,
                              .owner = {is_operator, node_work, node_tidy, server}};
    const StorePlan store_plan = {
        .database = server->plan.database,
        .trusted = server->plan.trusted,
        .asks_max = ASKS_MAX,
        .beat_ms = STORE_BEAT_MS,
        .watch_ms = STORE_WATCH_MS,
        .patience_ms = STORE_PATIENCE_MS,
        .owner = {on_started, on_durable, on_refused, on_watch, on_answer, server__end_session,
                  server__person_rated, server__recheck_blocks, server__note_end_requests, server}};
    server->store = store_create(&server->memory, &store_plan);
    if (!server->store) {
        text_add(message, "there is no memory");
        return false;
    }
    server->net = net_create(&server->memory, &net_plan, message);
    return server->net != NULL;
}

bool server_run(const Memory *memory, const ServerPlan *plan, Text *message)
{
    Server server = {.memory = *memory, .plan = *plan, .is_away = true};
    const bool is_started = open_node(&server, message);
    if (is_started) {
        net_run(server.net);
        server__log(&server, LOG_STOPPED, 0, NULL);
    }
    if (server.has_failed)
        text_add(message, "there is no memory for the games of this node");
    archive_keeper_end(server.keeper);
    net_destroy(server.net);
    seat_gateway_destroy(server.host);
    lobby_destroy(server.lobby);
    live_games_destroy(server.hall);
    store_destroy(server.store);
    number_map_free(&server.pending_games, memory);
    number_map_free(&server.holders, memory);
    number_map_free(&server.workers, memory);
    memory_resize(memory, server.adopts, 0);
    return is_started && !server.has_failed;
}
