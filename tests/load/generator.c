// Generators: a process each, with pairs of seats at sockets and the tries that are due; and the packets by which it is told what to do.
#include "load/generator.h"

#include "base/number_map.h"
#include "load/process.h"
#include "server/net/dial.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    SEATS = 2,
    LINE_BYTES_MAX = 8192,
    WAITING_BYTES_MAX = 1 << 16,
    CONNECT_SECONDS = 30,
    CONNECTING_MAX = 128, // connections that are opened and have not joined
    GRACE_US = 3000000,   // after the end of a stretch, for answers
};

// One end of a game. For an echo only the first of a pair is used, and it has no game.
typedef struct Sitter {
    RandomSeat seat;
    uint64_t connection; // 0 if there is none
    uint32_t pair;
    uint8_t awaited; // frames of an echo
} Sitter;

// A game and its tries. At most one of them is under way.
typedef struct Pair {
    Sitter sitters[SEATS];
    GameMade made;
    uint8_t joined;   // how many of them
    bool is_alive;    // its game goes on, or has not begun
    bool is_queued;   // among the pairs that play
    bool is_refused;  // the server was busy; the same try goes out again when the next one is due
    uint64_t sent_us; // when the try that has no answer was due; 0 for none
    uint64_t due_us;  // the next
    uint64_t owed_us; // the first of the tries that were due while none could be sent
    uint32_t owed;    // how many there are
} Pair;

typedef struct Player {
    const GeneratorPlan *plan;
    char url[256];
    int socket; // to the one who gives orders
    int opener, opener_process;
    Dial *dial;
    NumberMap sitters; // of Sitter by connection
    Pair *pairs;
    uint32_t count;            // of the pairs that were ever used
    uint32_t next, connecting; // the next sitter to connect, and those that have not joined yet
    uint32_t *free;            // pairs whose game is over
    uint32_t free_count;       //
    uint32_t *queue;           // a ring of pairs by the moment at which their next try is due
    uint32_t first, length;    //
    uint32_t capacity;         // of pairs, free and queue
    bool is_ready, is_running; // has said that all have joined; obeys an order
    LoadOrder order;           //
    uint64_t period_us, asked; // between two tries of a game; new games that were asked for
    uint64_t waiting;          // counted tries without a verdict
    Rng rng;
    LoadReport report;
} Player;

static bool is_echo(const Player *player)
{
    return player->plan->echo != NULL;
}

static unsigned seats_of(const Player *player)
{
    return is_echo(player) ? 1 : SEATS;
}

static bool is_counted(const Player *player, uint64_t due_us)
{
    return due_us >= player->order.count_us && due_us < player->order.end_us;
}

// Pairs whose seats are silent.
static bool is_idle(const Player *player, uint32_t index)
{
    return index >= player->plan->playing && index < player->plan->games;
}

static void note_fault(Player *player, const char *what, Slice detail)
{
    LoadReport *report = &player->report;
    if (report->wrong++ == 0)
        snprintf(report->fault, sizeof report->fault, "%s: %.*s", what, (int)detail.length,
                 detail.start);
}

static void connect_sitter(Player *player, Sitter *sitter)
{
    sitter->connection = dial_open(player->dial, player->url);
    if (sitter->connection &&
        number_map_add(&player->sitters, &memory_heap, sitter->connection, sitter))
        player->connecting++;
    else
        note_fault(player, "no connection could be begun", slice_of(player->url));
}

// New pairs are connected some at a time: a node looks tokens up one after the other.
static void connect_more(Player *player)
{
    const unsigned seats = seats_of(player);
    while (player->connecting < CONNECTING_MAX && player->next < seats * player->count) {
        Pair *pair = &player->pairs[player->next / seats];
        connect_sitter(player, &pair->sitters[player->next % seats]);
        player->next++;
    }
}

static Sitter *sitter_of(const Player *player, uint64_t connection)
{
    return number_map_find(&player->sitters, connection);
}

static void let_go(Player *player, Sitter *sitter)
{
    if (!sitter->connection)
        return;
    number_map_remove(&player->sitters, sitter->connection);
    dial_close(player->dial, sitter->connection);
    sitter->connection = 0;
}

static void begin_pair(Player *player, uint32_t index, const GameMade *made)
{
    Pair *pair = &player->pairs[index];
    const bool is_queued = pair->is_queued; // a place that has not come up yet serves the new game
    *pair = (Pair){.is_alive = true, .is_queued = is_queued, .due_us = pair->due_us};
    for (unsigned seat = 0; seat < seats_of(player); seat++) {
        pair->sitters[seat].pair = index;
        if (!is_echo(player))
            random_seat_begin(&pair->sitters[seat].seat, player->plan->game, (uint8_t)seat);
    }
    if (made)
        pair->made = *made;
}

static void push(Player *player, uint32_t index)
{
    assert(player->length < player->capacity);
    player->queue[(player->first + player->length++) % player->capacity] = index;
    player->pairs[index].is_queued = true;
}

// Asks for a game; the answer comes to take_game.
static void ask_for_game(const Player *player)
{
    const char byte = 0;
    (void)!send(player->opener, &byte, 1, MSG_DONTWAIT | MSG_NOSIGNAL);
}

// A game is over: its tries that were due are nobody's, and another game takes its place.
static void end_pair(Player *player, uint32_t index)
{
    Pair *pair = &player->pairs[index];
    if (!pair->is_alive)
        return;
    pair->is_alive = false;
    for (unsigned seat = 0; seat < seats_of(player); seat++)
        let_go(player, &pair->sitters[seat]);
    for (; pair->owed; pair->owed--, pair->owed_us += player->period_us)
        player->waiting -= is_counted(player, pair->owed_us);
    player->waiting -= pair->sent_us && is_counted(player, pair->sent_us);
    pair->sent_us = 0;
    player->free[player->free_count++] = index;
    ask_for_game(player);
}

static void take_game(Player *player, const OpenAnswer *answer)
{
    Opened *opened = &player->report.opened;
    opened->busy += answer->opened.busy;
    opened->failed += answer->opened.failed;
    opened->count += answer->opened.count;
    if (!answer->opened.count)
        return;
    if (player->free_count) {
        const uint32_t index = player->free[--player->free_count];
        begin_pair(player, index, &answer->made);
        for (unsigned seat = 0; seat < SEATS; seat++)
            connect_sitter(player, &player->pairs[index].sitters[seat]);
    } else if (player->count < player->capacity)
        begin_pair(player, player->count++, &answer->made);
}

// Who can send; NULL if nobody can now.
static Sitter *ready_sitter(const Player *player, Pair *pair)
{
    if (pair->sent_us || pair->joined < seats_of(player))
        return NULL;
    if (is_echo(player))
        return &pair->sitters[0];
    for (unsigned seat = 0; seat < SEATS; seat++)
        if (random_seat_can_try(&pair->sitters[seat].seat))
            return &pair->sitters[seat];
    return NULL;
}

static void write_try(Player *player, Sitter *sitter, Text *line)
{
    const EchoPlan *echo = player->plan->echo;
    if (!echo) {
        random_seat_try(&sitter->seat, player->plan->game, &player->rng, line);
        return;
    }
    sitter->awaited = rng_share(&player->rng) < echo->twice_share ? 2 : 1;
    text_add_char(line, (char)('0' + sitter->awaited));
    while (line->length < echo->in_bytes)
        text_add_char(line, 'x');
}

static void send_line(Player *player, const Sitter *sitter, const Text *line)
{
    player->report.frames_out++;
    player->report.bytes_out += line->length;
    dial_send(player->dial, sitter->connection, (Slice){line->start, line->length});
}

static void send_try(Player *player, Pair *pair, Sitter *sitter, uint64_t due_us)
{
    char memory[LINE_BYTES_MAX];
    Text line = TEXT_IN(memory);
    write_try(player, sitter, &line);
    send_line(player, sitter, &line);
    pair->sent_us = due_us;
}

static void repeat_try(Player *player, Pair *pair)
{
    char memory[LINE_BYTES_MAX];
    pair->is_refused = false;
    for (unsigned seat = 0; seat < SEATS; seat++)
        if (pair->sitters[seat].seat.sent != TRY_NONE) {
            Text line = TEXT_IN(memory);
            random_seat_repeat(&pair->sitters[seat].seat, player->plan->game, &line);
            send_line(player, &pair->sitters[seat], &line);
        }
}

// A try is due. If none can be sent it is owed.
static void fire(Player *player, Pair *pair)
{
    Sitter *sitter = ready_sitter(player, pair);
    player->waiting += is_counted(player, pair->due_us);
    if (pair->is_refused)
        repeat_try(player, pair);
    if (sitter && !pair->owed) {
        send_try(player, pair, sitter, pair->due_us);
        return;
    }
    pair->owed_us = pair->owed++ ? pair->owed_us : pair->due_us;
}

static void send_owed(Player *player, Pair *pair)
{
    Sitter *sitter = pair->owed && pair->is_alive ? ready_sitter(player, pair) : NULL;
    if (!sitter)
        return;
    send_try(player, pair, sitter, pair->owed_us);
    pair->owed--;
    pair->owed_us += player->period_us;
}

static void note_latency(Player *player, uint64_t due_us, uint64_t now_us)
{
    const uint64_t latency_us = now_us > due_us ? now_us - due_us : 0;
    const uint64_t second = (due_us - player->order.count_us) / 1000000;
    histogram_add(&player->report.latency_us, latency_us);
    if (latency_us > LOAD_LATE_MS * 1000)
        player->report.late[second < LOAD_SECONDS_MAX ? second : LOAD_SECONDS_MAX - 1]++;
}

// The try that was under way has its verdict. The counter of such verdicts is `kind`.
static void settle(Player *player, Pair *pair, uint64_t *kind)
{
    if (pair->sent_us && is_counted(player, pair->sent_us)) {
        note_latency(player, pair->sent_us, load__now_us());
        player->waiting--;
        (*kind)++;
    }
    pair->sent_us = 0;
}

static void on_joined(Player *player, Pair *pair)
{
    const uint32_t index = (uint32_t)(pair - player->pairs);
    player->connecting--;
    if (++pair->joined < seats_of(player) || !player->is_running || pair->is_queued ||
        is_idle(player, index))
        return;
    pair->due_us = load__now_us() + player->period_us;
    push(player, index);
}

static void on_opened(void *context, uint64_t connection)
{
    Player *player = context;
    const Sitter *sitter = sitter_of(player, connection);
    char memory[LINE_BYTES_MAX];
    Text line = TEXT_IN(memory);
    if (!sitter)
        return;
    Pair *pair = &player->pairs[sitter->pair];
    if (is_echo(player)) {
        on_joined(player, pair);
        return;
    }
    random_seat_join(&sitter->seat, slice_of(pair->made.tokens[sitter->seat.seat]), &line);
    send_line(player, sitter, &line);
}

static void on_echo(Player *player, Pair *pair, Sitter *sitter)
{
    if (!sitter->awaited)
        note_fault(player, "an echo that nobody waits for", slice_of(player->url));
    else if (--sitter->awaited == 0)
        settle(player, pair, &player->report.answered);
}

static void on_news(Player *player, Pair *pair, SeatNews news, Slice line)
{
    LoadReport *report = &player->report;
    uint64_t *const kinds[SEAT_NEWS_COUNT] = {[SEAT_PLAYED] = &report->played,
                                              [SEAT_REFUSED] = &report->refused,
                                              [SEAT_ANSWERED] = &report->answered};
    if (kinds[news])
        settle(player, pair, kinds[news]);
    else if (news == SEAT_READY)
        on_joined(player, pair);
    else if (news == SEAT_BUSY) {
        report->busy++;
        pair->is_refused = true;
    } else if (news == SEAT_WRONG)
        note_fault(player, "a line that a right server does not say", line);
}

static void on_line(void *context, uint64_t connection, Slice line)
{
    Player *player = context;
    Sitter *sitter = sitter_of(player, connection);
    player->report.frames_in++;
    player->report.bytes_in += line.length;
    if (!sitter)
        return;
    Pair *pair = &player->pairs[sitter->pair];
    if (is_echo(player))
        on_echo(player, pair, sitter);
    else
        on_news(player, pair, random_seat_take(&sitter->seat, player->plan->game, line), line);
    // The other seat hears of the end too, but nobody waits for that.
    if (sitter->seat.is_over)
        end_pair(player, sitter->pair);
    else
        send_owed(player, pair);
}

// A connection that was not there yet is opened again; one that breaks takes its game with it.
static void on_closed(void *context, uint64_t connection, DialEnd end, const char *why)
{
    Player *player = context;
    Sitter *sitter = sitter_of(player, connection);
    if (!sitter)
        return;
    note_fault(player, end == DIAL_REFUSED ? "a connection was not opened" : "a connection ended",
               slice_of(why));
    if (end == DIAL_REFUSED) {
        number_map_remove(&player->sitters, connection);
        player->connecting--;
        connect_sitter(player, sitter);
        return;
    }
    player->connecting -= !sitter->seat.is_joined && !is_echo(player);
    end_pair(player, sitter->pair);
}

// All pairs that play get their places, at equal distances.
static void obey(Player *player, const LoadOrder *order)
{
    uint32_t playing = 0, place = 0;
    player->report = (LoadReport){0};
    player->order = *order;
    player->is_running = true;
    player->first = player->length = 0;
    player->waiting = player->asked = 0;
    for (uint32_t i = 0; i < player->count; i++) {
        Pair *pair = &player->pairs[i];
        pair->is_queued = false;
        pair->owed = 0;
        playing += pair->is_alive && !is_idle(player, i);
    }
    if (!playing)
        return;
    player->period_us = (uint64_t)(1e6 * playing / order->tries_a_second);
    for (uint32_t i = 0; i < player->count; i++) {
        Pair *pair = &player->pairs[i];
        if (!pair->is_alive || is_idle(player, i))
            continue;
        pair->due_us = order->start_us + player->period_us * place++ / playing;
        push(player, i);
    }
}

static void count_unanswered(Player *player, uint64_t due_us, uint64_t now_us)
{
    if (!is_counted(player, due_us))
        return;
    note_latency(player, due_us, now_us);
    player->report.unanswered++;
}

static void report_result(Player *player, uint64_t now_us)
{
    for (uint32_t i = 0; i < player->count; i++) {
        const Pair *pair = &player->pairs[i];
        if (pair->sent_us)
            count_unanswered(player, pair->sent_us, now_us);
        for (uint32_t n = 0; n < pair->owed; n++)
            count_unanswered(player, pair->owed_us + n * player->period_us, now_us);
        player->report.playing += pair->is_alive && pair->is_queued;
    }
    player->is_running = false;
    (void)!send(player->socket, &player->report, sizeof player->report, MSG_NOSIGNAL);
}

static void fire_due(Player *player, uint64_t now_us)
{
    while (player->length) {
        const uint32_t index = player->queue[player->first];
        Pair *pair = &player->pairs[index];
        if (pair->due_us > now_us || pair->due_us >= player->order.end_us)
            return;
        player->first = (player->first + 1) % player->capacity;
        player->length--;
        pair->is_queued = false;
        if (!pair->is_alive)
            continue;
        fire(player, pair);
        pair->due_us += player->period_us;
        push(player, index);
    }
}

static void ask_for_games(Player *player, uint64_t now_us)
{
    const LoadOrder *order = &player->order;
    if (now_us < order->start_us || now_us >= order->end_us)
        return;
    const double seconds = (double)(now_us - order->start_us) / 1e6;
    for (; (double)player->asked < seconds * order->games_a_second; player->asked++)
        ask_for_game(player);
}

static void run_order(Player *player, uint64_t now_us)
{
    const LoadOrder *order = &player->order;
    fire_due(player, now_us);
    ask_for_games(player, now_us);
    if (now_us >= order->end_us && (!player->waiting || now_us >= order->end_us + GRACE_US))
        report_result(player, now_us);
}

static void take_packets(Player *player)
{
    OpenAnswer answer;
    LoadOrder order;
    while (recv(player->opener, &answer, sizeof answer, MSG_DONTWAIT) == sizeof answer)
        take_game(player, &answer);
    if (recv(player->socket, &order, sizeof order, MSG_DONTWAIT) == sizeof order)
        obey(player, &order);
}

static void name_waits(const Player *player, NetWaits *waits)
{
    const int sockets[] = {player->socket, player->opener};
    for (unsigned i = 0; i < COUNT_OF(sockets); i++) {
        waits->sockets[i].socket = sockets[i];
        waits->sockets[i].serial = i + 1;
    }
    waits->count = COUNT_OF(sockets);
    if (!player->is_running)
        return;
    uint64_t next_us = player->order.end_us;
    if (load__now_us() >= next_us)
        next_us += GRACE_US;
    if (player->length && player->pairs[player->queue[player->first]].due_us < next_us)
        next_us = player->pairs[player->queue[player->first]].due_us;
    waits->next_ms = (next_us + 999) / 1000;
}

static void work(void *context, uint64_t now_ms, NetWaits *waits)
{
    Player *player = context;
    (void)now_ms; // tries are due by the microsecond
    take_packets(player);
    connect_more(player);
    const bool has_all = player->next == seats_of(player) * player->count && !player->connecting;
    if (!player->is_ready && has_all) {
        player->is_ready = true;
        (void)!send(player->socket, &player->report, sizeof player->report, MSG_NOSIGNAL);
    }
    if (player->is_running)
        run_order(player, load__now_us());
    name_waits(player, waits);
}

static bool make_room(Player *player)
{
    const GeneratorPlan *plan = player->plan;
    player->capacity = plan->games_max;
    player->pairs = memory_resize(&memory_heap, NULL, player->capacity * sizeof *player->pairs);
    player->free = memory_resize(&memory_heap, NULL, player->capacity * sizeof *player->free);
    player->queue = memory_resize(&memory_heap, NULL, player->capacity * sizeof *player->queue);
    if (!player->pairs || !player->free || !player->queue)
        return false;
    memset(player->pairs, 0, player->capacity * sizeof *player->pairs);
    for (; player->count < plan->games; player->count++)
        begin_pair(player, player->count, is_echo(player) ? NULL : &plan->made[player->count]);
    return true;
}

static void run_player(const GeneratorPlan *plan, int socket)
{
    Player player = {.plan = plan, .socket = socket, .rng = rng_from_seed(plan->seed)};
    char why[256];
    Text message = TEXT_IN(why), url = TEXT_IN(player.url);
    assert(plan->games_max >= plan->games);
    load__go_first();
    const DialPlan dial_plan = {.path = plan->path,
                                .connections_max =
                                    seats_of(&player) * plan->games_max + LOAD_SPARE_CONNECTIONS,
                                .line_max = LINE_BYTES_MAX,
                                .waiting_max = WAITING_BYTES_MAX,
                                .connect_seconds = CONNECT_SECONDS,
                                .owner = {on_opened, on_line, on_closed, work, &player}};
    player.opener_process = load__fork(&player.opener);
    if (player.opener_process == 0) {
        opener_run(&plan->open, player.opener);
        return;
    }
    text_add(&url, plan->url);
    player.dial = dial_create(&memory_heap, &dial_plan, &message);
    if (player.dial && make_room(&player))
        dial_run(player.dial);
}

bool generator_start(const GeneratorPlan *plan, Generator *generator)
{
    *generator = (Generator){0};
    const int process = load__fork(&generator->socket);
    if (process == 0) {
        if (!plan->core || load__take_core(*plan->core))
            run_player(plan, generator->socket);
        _exit(EXIT_SUCCESS);
    }
    generator->process = process > 0 ? process : 0;
    return process > 0;
}

bool generator_wait(const Generator *generator, uint64_t until_us, LoadReport *report)
{
    LoadReport unread;
    struct pollfd socket = {.fd = generator->socket, .events = POLLIN};
    const uint64_t now_us = load__now_us();
    const int wait_ms = until_us > now_us ? (int)((until_us - now_us) / 1000) : 0;
    return poll(&socket, 1, wait_ms) > 0 &&
           recv(generator->socket, report ? report : &unread, sizeof unread, 0) == sizeof unread;
}

bool generator_order(const Generator *generator, const LoadOrder *order)
{
    return send(generator->socket, order, sizeof *order, MSG_NOSIGNAL) == sizeof *order;
}

void generator_end(Generator *generator)
{
    load__end_process(&generator->process, &generator->socket);
}
