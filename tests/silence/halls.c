// The ear at a node with live games (src/server/live): its mail and when it leaves, every line that its connection gets, the answers to
// its commands, what it is told when it comes back, and how its clock goes on after the node was lost and another took the game over.
//
// Rows are durable by a beat of the store that does not depend on what there is to write, as the hall wants it.
#include "surfaces.h"

#include "formats/protocol/seat_line.h"
#include "server/live/seat_gateway.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAME = 77,
    // More time before each matched doing, so that everything was heard before it, and so that the clocks, which wait for the store and for the
    // way to a seat, are not behind those of the pair: a flag must not fall later than there.
    GAP_MS = 50,
    LAG_MS = 20,      // that they wait for the way at most
    RESTART_MS = 200, // and for another node to come
    CLOCK_APART_MS = 100000,
    // What one seat may send. The ear alone sends less in any pair.
    LINES_AT_ONCE = 4000,
    LINE_MAX = SEAT_SAID_MAX,
    PING_MS = 500,
};

static const uint32_t lags_ms[2] = {15, 130}; // of the seats

typedef struct Visit {
    const Pair *pair;
    Text *text;
    LiveGames *hall;
    SeatGateway *host;
    uint64_t connections[2], last_connection; // of each seat
    uint64_t now_ms, offset_ms; // the time, and what the clock of the node has before it
    uint64_t shift_ms;          // by which everything is later since the game was taken over
    uint32_t beat_ms,
        store_ms; // batches leave at multiples of the one and are durable the other later
    LiveBatch batch;
    bool is_out;
    uint64_t durable_ms;
    GameJournal journal;
    uint64_t alive_ms;
    uint32_t heard[2], ref[2];
} Visit;

static void take_mail(void *context, const LiveMail *mail)
{
    Visit *visit = context;
    const TableTold *told = &mail->told;
    if (!mail->error && told->effect.sequence > visit->heard[mail->seat])
        visit->heard[mail->seat] = told->effect.sequence;
    if (mail->seat != visit->pair->ear)
        return;
    text_format(visit->text, "%" PRIu64 " %s own %u ref %u ", visit->now_ms,
                live_error_text((LiveError)mail->error), told->own, told->ref);
    surface_add_bytes(&told->effect, sizeof told->effect, visit->text);
}

static void post_mail(void *context, const LiveMail *mail)
{
    const Visit *visit = context;
    take_mail(context, mail);
    seat_gateway_send_mail(visit->host, mail);
}

// A line for the ear's connection.
static void take_line(void *context, uint64_t connection, Slice line)
{
    const Visit *visit = context;
    if (connection != visit->connections[visit->pair->ear])
        return;
    text_format(visit->text, "%" PRIu64 " ", visit->now_ms);
    text_add_slice(visit->text, line);
    text_add(visit->text, "\n");
}

static void take_close(void *context, uint64_t connection)
{
    take_line(context, connection, slice_of("closed"));
}

static void take_ping(void *context, uint64_t connection)
{
    take_line(context, connection, slice_of("ping"));
}

// Tokens are known without asking: join says who it is.
static bool find_token(void *context, uint64_t connection, Slice token)
{
    (void)context;
    (void)connection;
    (void)token;
    return true;
}

static uint64_t clock_of(const Visit *visit)
{
    return visit->now_ms + visit->offset_ms;
}

// The game is always in the hall.
static bool find_journal(void *context, uint64_t connection, uint64_t game)
{
    (void)context;
    (void)connection;
    (void)game;
    return false;
}

static void start_node(Visit *visit, uint32_t number)
{
    const LiveGamesPlan plan = {
        .node = number,
        .games_max = 1,
        .rows_max = UINT32_MAX,
        .lag = {.most_ms = LAG_MS, .turn_ms = LAG_MS / 2, .saved_ms = 3 * LAG_MS, .beat_ms = 25},
        .post = {post_mail, visit}};
    visit->hall = live_games_create(&memory_heap, &plan);
    const SeatGatewayPlan seat_gateway_plan = {
        .hall = visit->hall,
        .callbacks = {take_line, take_close, take_ping, find_token, find_journal, visit},
        .lines = {0, LINES_AT_ONCE},
        .part = 200,
        .ping_ms = PING_MS,
        .join_ms = 1,
        .linger_ms = UINT32_MAX};
    visit->host = seat_gateway_create(&memory_heap, &seat_gateway_plan);
    if (!visit->hall || !visit->host)
        abort();
}

static void stop_node(Visit *visit)
{
    seat_gateway_destroy(visit->host);
    live_games_destroy(visit->hall);
}

// A seat comes by a new connection. It has heard something, but nothing that it has not heard.
enum { PARTS_MAX = 20 };

static void join_seat(Visit *visit, uint8_t seat, uint32_t since)
{
    char memory[LINE_MAX];
    Text line = TEXT_IN(memory);
    const uint64_t before = visit->connections[seat];
    const uint64_t connection = visit->connections[seat] = ++visit->last_connection;
    const FoundSeat found = {.is_found = true, .seat = seat, .game = GAME, .seed = 1, .archive = 1};
    if (!seat_gateway_connect(visit->host, connection, clock_of(visit)))
        abort();
    seat_said_write(
        &(SeatSaid){
            .kind = SEAT_JOIN, .version = SEAT_PROTOCOL, .since = since, .token = slice_of("t")},
        &line);
    seat_gateway_take_line(visit->host, connection, slice_of(memory), clock_of(visit));
    seat_gateway_take_seat(visit->host, connection, &found, clock_of(visit));
    for (unsigned part = 0; part < PARTS_MAX; part++) // of what it missed; it reads each at once
        seat_gateway_send_more(visit->host, connection, clock_of(visit));
    for (unsigned i = 0; i < 2; i++) // the smaller one of two counts
        seat_gateway_note_lag(visit->host, connection, lags_ms[seat]);
    seat_gateway_disconnect(visit->host, before);
}

static void take_batch(Visit *visit)
{
    if (!live_games_take_batch(visit->hall, clock_of(visit), &visit->batch))
        abort();
    visit->is_out = true;
    visit->durable_ms = visit->now_ms + visit->store_ms;
}

static void settle_batch(Visit *visit)
{
    for (uint32_t i = 0; i < visit->batch.count; i++) {
        char memory[JOURNAL_LINE_MAX];
        Text line = TEXT_IN(memory);
        journal_row_to_text(visit->batch.rows[i].opening, &visit->batch.rows[i].row, &line);
        if (game_journal_add(&visit->journal, &memory_heap, slice_of(memory)))
            abort();
    }
    visit->alive_ms = visit->batch.alive_ms;
    visit->is_out = false;
    live_games_batch_durable(visit->hall, clock_of(visit));
}

// When the store has something to do next. What arrives at a beat leaves with the next one, whether or not a batch leaves now.
static uint64_t store_ms(const Visit *visit)
{
    if (visit->is_out)
        return visit->durable_ms;
    return live_games_waiting_rows(visit->hall)
               ? (visit->now_ms / visit->beat_ms + 1) * visit->beat_ms
               : UINT64_MAX;
}

// Lets everything happen that happens up to a moment.
static void pass_time(Visit *visit, uint64_t until_ms)
{
    for (;;) {
        const uint64_t flag_ms = live_games_next_ms(visit->hall);
        const uint64_t own_flag_ms = flag_ms == UINT64_MAX ? flag_ms : flag_ms - visit->offset_ms;
        const uint64_t next_ms = store_ms(visit);
        if (own_flag_ms > until_ms && next_ms > until_ms)
            break;
        visit->now_ms = own_flag_ms < next_ms ? own_flag_ms : next_ms;
        if (own_flag_ms < next_ms)
            live_games_tick(visit->hall, clock_of(visit));
        else
            (visit->is_out ? settle_batch : take_batch)(visit);
    }
    visit->now_ms = until_ms > visit->now_ms ? until_ms : visit->now_ms;
}

// The node is lost just after it has told that it lives, with an empty batch unless one is out, of a flag that has just fallen; and another
// one takes the game over. What is not durable then is lost with the node.
static void change_node(Visit *visit)
{
    pass_time(visit, visit->now_ms + RESTART_MS / 4);
    if (!visit->is_out)
        take_batch(visit);
    pass_time(visit, visit->now_ms + RESTART_MS / 4);
    stop_node(visit);
    visit->is_out = false;
    visit->offset_ms += CLOCK_APART_MS;
    start_node(visit, 2);
    const LiveError error =
        live_games_adopt(visit->hall, GAME, &visit->journal, visit->alive_ms, clock_of(visit));
    text_format(visit->text, "taken over: %s\n", live_error_text(error));
    pass_time(visit, visit->now_ms + RESTART_MS / 4);
    for (uint8_t seat = 0; seat < 2; seat++)
        join_seat(visit, seat, visit->heard[seat]);
    visit->shift_ms += RESTART_MS;
}

static void come_back(Visit *visit, Rng *rng)
{
    const uint8_t ear = visit->pair->ear;
    TableReader *reader = NULL;
    const uint32_t since = rng_below(rng, visit->heard[ear] + 1);
    const LiveError error = live_games_join(visit->hall, GAME, ear, since, &reader);
    for (LiveMail mail; !error && live_games_read(visit->hall, GAME, ear, reader, &mail);)
        take_mail(visit, &mail);
    text_format(visit->text, "back: %s, %u, %" PRIu64 "\n", live_error_text(error),
                error ? 0 : table_reader_sequence(reader),
                live_games_elapsed_ms(visit->hall, GAME, ear, clock_of(visit)));
    table_reader_destroy(reader);
    join_seat(visit, ear, since);
}

// What a seat sends goes as a line over its connection.
static void send_line(Visit *visit, const LiveCommand *command)
{
    char memory[LINE_MAX], attempt_memory[TRY_TEXT_MAX];
    Text line = TEXT_IN(memory), attempt = TEXT_IN(attempt_memory);
    if (command->kind == EVENT_TRY)
        visit->pair->kind->game->try_to_text(command->attempt, &attempt);
    seat_said_write(&(SeatSaid){.kind = SEAT_ACT,
                                .event = command->kind,
                                .ref = command->ref,
                                .heard = command->heard,
                                .attempt = {attempt.start, attempt.length}},
                    &line);
    seat_gateway_take_line(visit->host, visit->connections[command->seat], slice_of(memory),
                           clock_of(visit));
}

static void send(Visit *visit, const TableEvent *event)
{
    const uint8_t seat = event->seat;
    const bool is_seat = seat < COUNT_OF(visit->ref); // some doings come from nowhere
    const LiveCommand command = {.game = GAME,
                                 .seat = seat,
                                 .kind = event->kind,
                                 .attempt = event->attempt,
                                 .ref = is_seat ? ++visit->ref[seat] : 1,
                                 .heard = is_seat ? visit->heard[seat] : 0};
    if (event->kind == EVENT_TIME)
        live_games_tick(visit->hall, clock_of(visit));
    else if (event->kind == EVENT_FORFEIT || event->kind == EVENT_ABORT)
        (void)!live_games_end(visit->hall, GAME, (EventKind)event->kind, seat, clock_of(visit));
    else if (is_seat && event_is_of_seat(event->kind))
        send_line(visit, &command);
    else
        live_games_take_command(visit->hall, &command, clock_of(visit));
}

static uint64_t arrival_ms(const Doing *doing)
{
    return doing->event.at_ms + (uint64_t)GAP_MS * doing->number;
}

// Doings in the order in which they arrive. A run may have them in another one, where a seat sent something before a refusal of the
// other's that it did not hear. Words that were turned away might be taken in another order, so they are left out there.
static uint32_t sort_doings(const Run *run, const Doing **sorted)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->doings.count; i++) {
        const Doing *doing = &run->doings.list[i];
        uint32_t place = count++;
        for (; place && arrival_ms(sorted[place - 1]) > arrival_ms(doing); place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = doing;
        uint32_t kept = place + 1;
        for (uint32_t k = place + 1; k < count; k++)
            if (sorted[k]->is_matched || sorted[k]->event.kind == EVENT_TRY)
                sorted[kept++] = sorted[k];
        count = kept;
    }
    return count;
}

static void open_game(Visit *visit)
{
    JournalGame opening = {.game = visit->pair->kind->game, .clock = visit->pair->clock};
    memcpy(&opening.rules, pair_rules(visit->pair), opening.game->rules_bytes);
    if (live_games_open(visit->hall, GAME, &opening, clock_of(visit)))
        abort();
    pass_time(visit, GAP_MS);
    visit->shift_ms = GAP_MS;
    for (uint8_t seat = 0; seat < 2; seat++)
        join_seat(visit, seat, 0);
}

void show_hall(const Pair *pair, const Run *run, Text *text)
{
    static const uint32_t beats[][2] = {{1, 0}, {10, 0}, {10, 3}, {15, 12}};
    Rng rng = rng_from_seed(pair->number);
    const uint32_t *beat = beats[rng_below(&rng, COUNT_OF(beats))];
    Visit visit = {.pair = pair, .text = text, .beat_ms = beat[0], .store_ms = beat[1]};
    const uint32_t restart = rng_below(&rng, 2 * run->matched + 2);
    const Doing **sorted = calloc(run->doings.count + 1, sizeof(const Doing *));
    if (!sorted)
        abort();
    const uint32_t count = sort_doings(run, sorted);
    start_node(&visit, 1);
    open_game(&visit);
    // What comes after the last matched doing is of no interest: it happens at a time of its own.
    uint32_t matched = 0;
    for (uint32_t i = 0; i < count && matched < run->matched; i++) {
        const Doing *doing = sorted[i];
        matched += doing->is_matched;
        pass_time(&visit, arrival_ms(doing) + visit.shift_ms);
        if (doing->is_matched && rng_below(&rng, 6 + run->matched / 4) == 0)
            come_back(&visit, &rng);
        send(&visit, &doing->event);
        if (doing->is_matched && doing->number == restart)
            change_node(&visit);
    }
    pass_time(&visit, visit.now_ms + GAP_MS);
    come_back(&visit, &rng);
    free(sorted);
    stop_node(&visit);
    game_journal_done(&visit.journal, &memory_heap);
}
