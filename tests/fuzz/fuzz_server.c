// Fuzzes what a server takes from the network: lines of seats, requests by HTTP, and a host with a game whose seats send any lines; and
// what a client takes from a server. The first byte chooses.
//
// What reads is written in a form that reads and is written the same. A refusal touches nothing. A host and a client take any lines and
// stay whole.
#include "formats/protocol/game_request.h"
#include "formats/protocol/remote.h"
#include "formats/protocol/seat_line.h"
#include "fuzz.h"
#include "games/registry/games.h"
#include "server/live/seat_gateway.h"

static void check_line(Slice line)
{
    SeatSaid said = {.ref = 77}, again;
    if (seat_said_read(line, &said)) {
        LAW(said.ref == 77, "a refused line");
        return;
    }
    Text first = text_growing(&memory_heap), second = text_growing(&memory_heap);
    seat_said_write(&said, &first);
    LAW(seat_said_read((Slice){first.start, first.length}, &again) == SEAT_LINE_OK, first.start);
    seat_said_write(&again, &second);
    LAW(first.length == second.length && !memcmp(first.start, second.start, first.length),
        second.start);
    text_done(&first);
    text_done(&second);
}

static void check_request(Slice body)
{
    char why[4096], answer_memory[8192];
    Text message = TEXT_IN(why), answer = TEXT_IN(answer_memory);
    JournalGame opening = {.clock = {77, 77}};
    if (game_request_read(body, &opening, &message)) {
        LAW(opening.game, "a request without a game");
        return;
    }
    LAW(opening.clock.base_ms == 77 && !opening.game && message.length, why);
    request_error_write(why, &answer);
    LAW(answer.length, "an error without words");
}

// --- A host --------------------------------------------------------------------------------------

typedef struct Node {
    LiveGames *hall;
    SeatGateway *host;
} Node;

static void ignore_line(void *context, uint64_t connection, Slice line)
{
    (void)context;
    (void)connection;
    LAW(line.length && !slice_has(line, '\n') && !slice_has(line, '\0'), "a line for a seat");
}

static void ignore_close(void *context, uint64_t connection)
{
    (void)context;
    (void)connection;
}

static void ignore_ping(void *context, uint64_t connection)
{
    (void)context;
    (void)connection;
}

static bool find_token(void *context, uint64_t connection, Slice token)
{
    (void)context;
    (void)connection;
    return token.length != 1;
}

static bool find_journal(void *context, uint64_t connection, uint64_t game)
{
    (void)context;
    (void)connection;
    return game != 1;
}

static void post(void *context, const LiveMail *mail)
{
    const Node *node = context;
    seat_gateway_send_mail(node->host, mail);
}

static void settle(const Node *node, uint64_t now_ms)
{
    LiveBatch batch;
    LAW(live_games_take_batch(node->hall, now_ms, &batch), "a batch");
    live_games_batch_durable(node->hall, now_ms);
}

static void open_node(Node *node)
{
    char why[GAME_TEXT_MAX];
    Text message = TEXT_IN(why);
    JournalGame opening = {.clock = {5000, 100}};
    const LiveGamesPlan live_games_plan = {
        .node = 1, .games_max = 1, .rows_max = 50, .post = {post, node}};
    node->hall = live_games_create(&memory_heap, &live_games_plan);
    const SeatGatewayPlan plan = {
        .hall = node->hall,
        .callbacks = {ignore_line, ignore_close, ignore_ping, find_token, find_journal, NULL},
        .lines = {10, 50},
        .part = 3,
        .join_ms = 300,
        .linger_ms = 300};
    node->host = seat_gateway_create(&memory_heap, &plan);
    opening.game = game_read("kriegspiel(board=4x4)", &opening.rules, &message);
    if (!node->hall || !node->host || !opening.game || live_games_open(node->hall, 1, &opening, 0))
        abort();
    settle(node, 0);
}

// Each line begins with two letters: one for its connection, and one for what happens after it.
static void check_host(Slice lines)
{
    Node node;
    open_node(&node);
    for (uint64_t now_ms = 10; lines.length; now_ms += 10) {
        Slice line = slice_take(&lines, "\n");
        if (line.length < 2)
            continue;
        const uint64_t connection = (uint64_t)(line.start[0] & 7);
        const char after = line.start[1];
        line = (Slice){line.start + 2, line.length - 2};
        if (after & 1)
            seat_gateway_disconnect(node.host, connection + 100);
        seat_gateway_disconnect(node.host, after & 2 ? connection : UINT64_MAX);
        if (after & 2 && !seat_gateway_connect(node.host, connection, now_ms))
            abort();
        seat_gateway_take_line(node.host, connection, line, now_ms);
        const FoundSeat found = {
            .is_found = (after & 12) != 0, .seat = connection & 1, .game = 1, .archive = 1};
        seat_gateway_take_seat(node.host, connection, &found, now_ms);
        seat_gateway_send_more(node.host, connection, now_ms);
        live_games_tick(node.hall, now_ms);
        if (after & 4)
            settle(&node, now_ms);
        if (after & 16)
            seat_gateway_tidy(node.host, now_ms);
    }
    seat_gateway_destroy(node.host);
    live_games_destroy(node.hall);
}

// --- A client ------------------------------------------------------------------------------------

// Sends the first try that it can.
static void act(Remote *remote, Text *say)
{
    Try tries[4096];
    if (!remote_can_act(remote) || seat_to_move(&remote->seat) != remote->seat.number)
        return;
    const bool has_try = seat_tries(&remote->seat, tries) > 0;
    remote_act(remote, has_try ? EVENT_TRY : EVENT_RESIGN, has_try ? tries[0] : TRY_NONE, say);
}

static void check_client(Slice lines)
{
    Remote remote;
    if (!remote_init(&remote, &memory_heap, slice_of("token"), 0))
        abort();
    for (uint64_t now_ms = 10; lines.length; now_ms += 10) {
        char memory[SEAT_SAID_MAX];
        Text say = TEXT_IN(memory);
        SeatSaid said;
        const uint32_t before = remote.game ? remote.seat.log.count : 0;
        const RemoteNews news = remote_take(&remote, slice_take(&lines, "\n"), now_ms, &say);
        LAW(!say.length || seat_said_read((Slice){memory, say.length}, &said) == SEAT_LINE_OK,
            memory);
        LAW((remote.game ? remote.seat.log.count : 0) == before + (news == REMOTE_HEARD), "a log");
        act(&remote, &say);
    }
    remote_done(&remote);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FuzzCheck *const checks[] = {check_line, check_request, check_host, check_client};
    return check_by_first_byte(checks, COUNT_OF(checks), data, size);
}
