// A seat at a server as its client holds it: line by line, and whole games against a real host whose connections break.
#include "formats/protocol/remote.h"

#include "base/rng.h"
#include "games/registry/games.h"
#include "server/live/seat_gateway.h"
#include "unit/check.h"

#include <stdio.h>
#include <string.h>

enum { GAME = 7, LINES_MAX = 4000, LINE_MAX_BYTES = 600, ROUNDS_MAX = 60000 };

// --- Line by line --------------------------------------------------------------------------------

static const char newgame[] =
    "newgame kriegspiel(board=silverman4x4) seat white seed 42 clock 60000+1000";

typedef struct Fixture {
    Remote remote;
    char said[LINE_MAX_BYTES];
    Text say;
} Fixture;

static RemoteNews take_at(Fixture *fixture, const char *line, uint64_t now_ms)
{
    fixture->say = TEXT_IN(fixture->said);
    fixture->said[0] = '\0';
    return remote_take(&fixture->remote, slice_of(line), now_ms, &fixture->say);
}

static RemoteNews take(Fixture *fixture, const char *line)
{
    return take_at(fixture, line, 1000);
}

static void act(Fixture *fixture, EventKind kind, const char *attempt)
{
    fixture->say = TEXT_IN(fixture->said);
    fixture->said[0] = '\0';
    const Game *game = fixture->remote.game;
    remote_act(&fixture->remote, kind, attempt ? game->try_from_text(slice_of(attempt)) : TRY_NONE,
               &fixture->say);
}

// Joined at the opening, with the clock of White running for 300 ms at time 1000.
static void join(Fixture *fixture)
{
    assert_true(remote_init(&fixture->remote, &memory_heap, slice_of("token"), 0));
    remote_begin(&fixture->remote);
    assert_int_equal(take(fixture, "nebel 1"), REMOTE_NOTHING);
    assert_string_equal(fixture->said, "join 1 token 0");
    assert_int_equal(take(fixture, newgame), REMOTE_BEGUN);
    assert_int_equal(take(fixture, "archive 0000000000000007"), REMOTE_NOTHING);
    assert_true(fixture->remote.archive == 7);
    assert_int_equal(take(fixture, "1 0 60000 60000 hear opening own tries 6"), REMOTE_HEARD);
    assert_false(remote_can_act(&fixture->remote));
    assert_int_equal(take(fixture, "joined 1 300"), REMOTE_JOINED);
    assert_true(remote_can_act(&fixture->remote));
}

static void only_words_of_a_token_are_one(void **state)
{
    (void)state;
    Remote remote;
    assert_false(remote_init(&remote, &memory_heap, slice_of(""), 0));
    assert_false(remote_init(&remote, &memory_heap, slice_of("two words"), 0));
    assert_false(remote_init(&remote, &memory_heap, slice_of("line\nfeed"), 0));
    assert_true(remote_init(&remote, &memory_heap, slice_of("abc-_9"), 0));
    remote_done(&remote);
}

static void a_try_has_numbers_and_its_answer_closes_it(void **state)
{
    (void)state;
    Fixture fixture;
    join(&fixture);
    act(&fixture, EVENT_TRY, "a1a4");
    assert_string_equal(fixture.said, "1 1 try a1a4");
    assert_false(remote_can_act(&fixture.remote));
    assert_int_equal(take(&fixture, "2 1 59000 60000 hear illegal"), REMOTE_HEARD);
    assert_true(remote_can_act(&fixture.remote));
    const Heard *last = &fixture.remote.seat.log.list[1];
    assert_int_equal(last->own, fixture.remote.game->try_from_text(slice_of("a1a4")));
    act(&fixture, EVENT_RESIGN, NULL);
    assert_string_equal(fixture.said, "2 2 resign");
    assert_int_equal(take(&fixture, "3 2 58000 60000 hear end own over resigned winner black"),
                     REMOTE_HEARD);
    assert_true(seat_is_over(&fixture.remote.seat));
    assert_false(remote_can_act(&fixture.remote));
    remote_done(&fixture.remote);
}

static void a_game_is_called_off_by_its_seat(void **state)
{
    (void)state;
    Fixture fixture;
    join(&fixture);
    act(&fixture, EVENT_ABORT, NULL);
    assert_string_equal(fixture.said, "1 1 abort");
    assert_int_equal(take(&fixture, "2 1 59000 60000 hear end own over aborted winner none"),
                     REMOTE_HEARD);
    assert_true(seat_is_over(&fixture.remote.seat));
    remote_done(&fixture.remote);
}

// A try has no answer when the connection is lost; the next one has greeted.
static void try_and_come_back(Fixture *fixture)
{
    join(fixture);
    act(fixture, EVENT_TRY, "a1a4");
    remote_lose(&fixture->remote);
    remote_begin(&fixture->remote);
    assert_int_equal(take(fixture, "nebel 1"), REMOTE_NOTHING);
}

static void an_open_action_is_sent_again_word_for_word(void **state)
{
    (void)state;
    Fixture fixture;
    try_and_come_back(&fixture);
    assert_string_equal(fixture.said, "join 1 token 1");
    assert_int_equal(take(&fixture, newgame), REMOTE_NOTHING);
    assert_int_equal(take(&fixture, "joined 1 900"), REMOTE_JOINED);
    assert_string_equal(fixture.said, "1 1 try a1a4");
    assert_int_equal(take(&fixture, "1 error busy later"), REMOTE_BUSY);
    fixture.say = TEXT_IN(fixture.said);
    remote_repeat(&fixture.remote, &fixture.say);
    assert_string_equal(fixture.said, "1 1 try a1a4");
    assert_int_equal(take(&fixture, "2 1 59000 60000 hear illegal"), REMOTE_HEARD);
    // The answer to the retry is the same line once more.
    assert_int_equal(take(&fixture, "2 1 59000 60000 hear illegal"), REMOTE_NOTHING);
    assert_int_equal(fixture.remote.seat.log.count, 2);
    remote_done(&fixture.remote);
}

static void an_answer_that_was_missed_is_not_asked_for_again(void **state)
{
    (void)state;
    Fixture fixture;
    try_and_come_back(&fixture);
    assert_int_equal(take(&fixture, newgame), REMOTE_NOTHING);
    assert_int_equal(take(&fixture, "2 1 59000 60000 hear illegal"), REMOTE_HEARD);
    assert_int_equal(take(&fixture, "joined 2 0"), REMOTE_JOINED);
    assert_string_equal(fixture.said, "");
    remote_done(&fixture.remote);
}

static void what_is_rejected_may_be_decided_anew(void **state)
{
    (void)state;
    Fixture fixture;
    join(&fixture);
    act(&fixture, EVENT_OFFER, NULL);
    assert_int_equal(take(&fixture, "1 error stale listen first"), REMOTE_REJECTED);
    assert_string_equal(fixture.remote.code, "stale");
    act(&fixture, EVENT_RESIGN, NULL);
    assert_string_equal(fixture.said, "2 1 resign");
    assert_int_equal(take(&fixture, "1 error ref too late"), REMOTE_NOTHING);
    assert_int_equal(take(&fixture, "quit busy not now"), REMOTE_QUIT);
    assert_true(remote_may_return(&fixture.remote));
    assert_int_equal(take(&fixture, "quit elsewhere you sit there"), REMOTE_QUIT);
    assert_false(remote_may_return(&fixture.remote));
    remote_done(&fixture.remote);
}

static void news_say_what_to_do_with_the_connection(void **state)
{
    (void)state;
    Fixture fixture;
    try_and_come_back(&fixture);
    const Remote *remote = &fixture.remote;
    assert_int_equal(remote_next(remote, take(&fixture, "joined 1 900")), REMOTE_STAY);
    assert_int_equal(remote_next(remote, take(&fixture, "1 error busy later")), REMOTE_SEND_AGAIN);
    assert_int_equal(remote_next(remote, take(&fixture, "quit flood slower")), REMOTE_COME_BACK);
    assert_int_equal(remote_next(remote, REMOTE_AGAIN), REMOTE_COME_BACK);
    assert_int_equal(remote_next(remote, take(&fixture, "quit token no")), REMOTE_GIVE_UP);
    assert_int_equal(remote_next(remote, take(&fixture, "nonsense")), REMOTE_GIVE_UP);
    const char *end = "2 0 59000 60000 hear end other over resigned winner white";
    assert_int_equal(remote_next(remote, take(&fixture, end)), REMOTE_LEAVE);
    assert_int_equal(remote_next(remote, take(&fixture, "quit over it is")), REMOTE_LEAVE);
    remote_done(&fixture.remote);
}

static void who_forgot_everything_is_told_its_own_tries(void **state)
{
    (void)state;
    Fixture fixture;
    assert_true(remote_init(&fixture.remote, &memory_heap, slice_of("token"), 0));
    remote_begin(&fixture.remote);
    assert_int_equal(take(&fixture, "nebel 1"), REMOTE_NOTHING);
    assert_int_equal(take(&fixture, newgame), REMOTE_BEGUN);
    assert_int_equal(take(&fixture, "1 0 60000 60000 hear opening own tries 6"), REMOTE_HEARD);
    assert_int_equal(take(&fixture, "9 did try a1a4"), REMOTE_NOTHING);
    assert_int_equal(take(&fixture, "2 9 59000 60000 hear illegal"), REMOTE_HEARD);
    assert_int_equal(take(&fixture, "joined 2 0"), REMOTE_JOINED);
    act(&fixture, EVENT_RESIGN, NULL);
    assert_string_equal(fixture.said, "10 2 resign");
    remote_done(&fixture.remote);
}

static void an_answer_to_a_forgotten_try_is_asked_for_again(void **state)
{
    (void)state;
    Fixture fixture;
    join(&fixture);
    assert_int_equal(take(&fixture, "2 9 59000 60000 hear illegal"), REMOTE_AGAIN);
    remote_lose(&fixture.remote);
    remote_begin(&fixture.remote);
    assert_int_equal(take(&fixture, "nebel 1"), REMOTE_NOTHING);
    assert_string_equal(fixture.said, "join 1 token 1");
    assert_int_equal(take(&fixture, "9 did try a1a4"), REMOTE_NOTHING);
    assert_int_equal(take(&fixture, "2 9 59000 60000 hear illegal"), REMOTE_HEARD);
    remote_done(&fixture.remote);
}

static void what_cannot_be_is_a_fault(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "hello",
        "nebel 2",
        "2 0 60000 60000 hear illegal",     // answers no try
        "2 0 60000 60000 hear opening own", // twice
        "2 0 60000 60000 hear moved",       // it is White's turn
        "3 0 60000 60000 hear other offer", // number 2 is missing
        "2 0 60000 60000 hear nonsense",    //
        "joined 2 0",                       // number 2 was not told
        "2 0 60000 hear other offer",       // a clock is missing
        "1 did draw",                       // no try
    };
    for (unsigned i = 0; i < COUNT_OF(lines); i++) {
        Fixture fixture;
        join(&fixture);
        if (take(&fixture, lines[i]) != REMOTE_FAULT)
            fail_msg("taken: %s", lines[i]);
        assert_int_equal(fixture.remote.seat.log.count, 1);
        assert_true(fixture.remote.reason[0]);
        remote_done(&fixture.remote);
    }
}

static void clocks_run_from_what_the_server_says(void **state)
{
    (void)state;
    Fixture fixture;
    join(&fixture);
    assert_int_equal(remote_clock_ms(&fixture.remote, 0, 1000), 59700);
    assert_int_equal(remote_clock_ms(&fixture.remote, 0, 2000), 58700);
    assert_int_equal(remote_clock_ms(&fixture.remote, 1, 2000), 60000);
    assert_int_equal(remote_clock_ms(&fixture.remote, 0, 100000), 0);
    act(&fixture, EVENT_TRY, "a1a4");
    assert_int_equal(take_at(&fixture, "2 1 58000 60000 hear illegal", 3000), REMOTE_HEARD);
    assert_int_equal(remote_clock_ms(&fixture.remote, 0, 3500), 57500);
    remote_done(&fixture.remote);
}

static void clocks_stand_still_while_the_server_says_so(void **state)
{
    (void)state;
    Fixture fixture;
    join(&fixture);
    assert_int_equal(take_at(&fixture, "pause store it cannot save", 2000), REMOTE_PAUSED);
    assert_string_equal(fixture.remote.code, "store");
    assert_string_equal(fixture.remote.reason, "it cannot save");
    assert_int_equal(remote_clock_ms(&fixture.remote, 0, 90000), 58700);
    assert_int_equal(take_at(&fixture, "resume", 52000), REMOTE_RESUMED);
    assert_int_equal(remote_clock_ms(&fixture.remote, 0, 52000), 58700);
    assert_int_equal(remote_clock_ms(&fixture.remote, 0, 53000), 57700);
    assert_int_equal(take_at(&fixture, "resume", 54000), REMOTE_NOTHING);
    // What was sent before is answered in the pause; the clocks stand from then on.
    act(&fixture, EVENT_TRY, "a1a4");
    assert_int_equal(take_at(&fixture, "pause store it cannot save", 60000), REMOTE_PAUSED);
    assert_int_equal(take_at(&fixture, "2 1 50000 60000 hear illegal", 70000), REMOTE_HEARD);
    assert_int_equal(remote_clock_ms(&fixture.remote, 0, 80000), 50000);
    assert_int_equal(take_at(&fixture, "resume", 80000), REMOTE_RESUMED);
    assert_int_equal(remote_clock_ms(&fixture.remote, 0, 81000), 49000);
    remote_done(&fixture.remote);
}

static void waits_grow_to_a_limit(void **state)
{
    (void)state;
    for (unsigned failures = 0; failures < 100; failures++)
        for (uint64_t chance = 0; chance < 1000; chance += 37) {
            const uint32_t most_ms = 200u << (failures < 6 ? failures : 6);
            const uint32_t wait_ms = remote_wait_ms(failures, chance);
            assert_in_range(wait_ms, most_ms / 2, most_ms - 1);
        }
}

// --- Whole games over connections that break -----------------------------------------------------

// Lines on their way, oldest first.
typedef struct Pipe {
    char lines[LINES_MAX][LINE_MAX_BYTES];
    unsigned first, count;
} Pipe;

static void put(Pipe *pipe, Slice line)
{
    assert_true(pipe->count < LINES_MAX && line.length < LINE_MAX_BYTES);
    snprintf(pipe->lines[(pipe->first + pipe->count++) % LINES_MAX], LINE_MAX_BYTES, "%.*s",
             (int)line.length, line.start);
}

static Slice take_first(Pipe *pipe)
{
    const Slice line = slice_of(pipe->lines[pipe->first]);
    pipe->first = (pipe->first + 1) % LINES_MAX;
    pipe->count--;
    return line;
}

typedef struct Client {
    Remote remote;
    uint64_t connection; // 0 for none
    Pipe to, from;
} Client;

typedef struct World {
    LiveGames *hall;
    SeatGateway *host;
    Client clients[2];
    uint64_t now_ms, last_connection;
    uint64_t asked; // the connection whose token is looked up
    uint8_t asked_seat;
    Rng chance;
    unsigned broken, forgotten, asked_again;
} World;

static Client *client_of(World *world, uint64_t connection)
{
    for (unsigned i = 0; i < 2; i++)
        if (world->clients[i].connection == connection)
            return &world->clients[i];
    return NULL;
}

static void on_send(void *context, uint64_t connection, Slice line)
{
    Client *client = client_of(context, connection);
    if (client)
        put(&client->to, line);
}

static void on_close(void *context, uint64_t connection)
{
    (void)context;
    (void)connection;
}

static bool on_token(void *context, uint64_t connection, Slice token)
{
    World *world = context;
    world->asked = connection;
    world->asked_seat = slice_is(token, "b");
    return true;
}

static bool on_journal(void *context, uint64_t connection, uint64_t game)
{
    (void)context;
    (void)connection;
    (void)game;
    return false;
}

static void on_ping(void *context, uint64_t connection)
{
    (void)context;
    (void)connection;
}

static void on_post(void *context, const LiveMail *mail)
{
    const World *world = context;
    seat_gateway_send_mail(world->host, mail);
}

static void open_world(World *world, const char *game, uint64_t seed)
{
    char why[GAME_TEXT_MAX];
    Text message = TEXT_IN(why);
    JournalGame opening = {.clock = {600000, 1000}};
    memset(world, 0, sizeof *world);
    world->now_ms = 1000;
    world->chance = rng_from_seed(seed);
    const LiveGamesPlan live_games_plan = {
        .node = 1, .games_max = 1, .rows_max = 100, .post = {on_post, world}};
    world->hall = live_games_create(&memory_heap, &live_games_plan);
    const SeatGatewayPlan plan = {
        .hall = world->hall,
        .callbacks = {on_send, on_close, on_ping, on_token, on_journal, world},
        .lines = {1000000, 1000000},
        .part = 1000000,
        .join_ms = 1000000,
        .linger_ms = 1000000};
    world->host = seat_gateway_create(&memory_heap, &plan);
    opening.game = game_read(game, &opening.rules, &message);
    assert_non_null(opening.game);
    assert_int_equal(live_games_open(world->hall, GAME, &opening, world->now_ms), LIVE_OK);
    for (unsigned i = 0; i < 2; i++)
        assert_true(remote_init(&world->clients[i].remote, &memory_heap, slice_of(i ? "b" : "w"),
                                rng_next(&world->chance)));
}

static void close_world(World *world)
{
    for (unsigned i = 0; i < 2; i++)
        remote_done(&world->clients[i].remote);
    seat_gateway_destroy(world->host);
    live_games_destroy(world->hall);
}

// What was on its way in either direction is lost.
static void break_connection(World *world, Client *client)
{
    if (!client->connection)
        return;
    seat_gateway_disconnect(world->host, client->connection);
    client->connection = 0;
    client->to.count = client->from.count = 0;
    remote_lose(&client->remote);
    world->broken++;
}

static void forget(World *world, Client *client)
{
    const Slice token = slice_of(client == &world->clients[1] ? "b" : "w");
    break_connection(world, client);
    remote_done(&client->remote);
    assert_true(remote_init(&client->remote, &memory_heap, token, rng_next(&world->chance)));
    world->forgotten++;
}

static void connect_again(World *world, Client *client)
{
    client->connection = ++world->last_connection;
    remote_begin(&client->remote);
    assert_true(seat_gateway_connect(world->host, client->connection, world->now_ms));
}

static void say_back(Client *client, const Text *say)
{
    if (say->length)
        put(&client->from, (Slice){say->start, say->length});
}

static void hear_line(World *world, Client *client)
{
    char memory[LINE_MAX_BYTES];
    Text say = TEXT_IN(memory);
    const RemoteNews news =
        remote_take(&client->remote, take_first(&client->to), world->now_ms, &say);
    if (news == REMOTE_FAULT)
        fail_msg("%s", client->remote.reason);
    if (news == REMOTE_AGAIN) {
        break_connection(world, client);
        world->asked_again++;
        return;
    }
    if (news == REMOTE_BUSY)
        remote_repeat(&client->remote, &say);
    assert_true(news != REMOTE_REJECTED || strcmp(client->remote.code, "stale") == 0 ||
                strcmp(client->remote.code, "offered") == 0);
    say_back(client, &say);
}

static void say_line(World *world, Client *client)
{
    seat_gateway_take_line(world->host, client->connection, take_first(&client->from),
                           world->now_ms);
    if (!world->asked)
        return;
    const FoundSeat found = {
        .is_found = true, .seat = world->asked_seat, .game = GAME, .seed = 42, .archive = 7};
    seat_gateway_take_seat(world->host, world->asked, &found, world->now_ms);
    world->asked = 0;
}

// Any try of the turn; now and then an offer, and in the end the seat resigns.
static void act_by_chance(World *world, Client *client, bool must_end)
{
    static Try tries[4000];
    Remote *remote = &client->remote;
    char memory[LINE_MAX_BYTES];
    Text say = TEXT_IN(memory);
    if (!remote_can_act(remote) || seat_to_move(&remote->seat) != remote->seat.number)
        return;
    const uint32_t count = seat_tries(&remote->seat, tries);
    if (!count || must_end)
        remote_act(remote, EVENT_RESIGN, TRY_NONE, &say);
    else if (rng_below(&world->chance, 20) == 0)
        remote_act(remote, EVENT_OFFER, TRY_NONE, &say);
    else
        remote_act(remote, EVENT_TRY, tries[rng_below(&world->chance, count)], &say);
    say_back(client, &say);
}

static void settle(World *world)
{
    LiveBatch batch;
    if (live_games_waiting_rows(world->hall) &&
        live_games_take_batch(world->hall, world->now_ms, &batch))
        live_games_batch_durable(world->hall, world->now_ms);
}

static void step(World *world, unsigned round)
{
    enum { BREAK_IN = 60, FORGET_IN = 100, SETTLE_IN = 20, END_AFTER = 6000 };
    Client *client = &world->clients[rng_below(&world->chance, 2)];
    world->now_ms += rng_below(&world->chance, 20);
    if (rng_below(&world->chance, SETTLE_IN) == 0)
        settle(world);
    if (rng_below(&world->chance, BREAK_IN) == 0)
        break_connection(world, client);
    if (rng_below(&world->chance, FORGET_IN) == 0)
        forget(world, client);
    if (!client->connection)
        connect_again(world, client);
    else if (client->to.count && rng_below(&world->chance, 2))
        hear_line(world, client);
    else if (client->from.count)
        say_line(world, client);
    else
        act_by_chance(world, client, round > END_AFTER);
}

static bool is_over(const World *world)
{
    for (unsigned i = 0; i < 2; i++)
        if (!world->clients[i].remote.game || !seat_is_over(&world->clients[i].remote.seat))
            return false;
    return true;
}

// A seat that comes for the first time now is told the very same game.
static void assert_told_the_same(World *world, unsigned seat)
{
    Client *client = &world->clients[seat];
    const Remote before = client->remote;
    break_connection(world, client);
    assert_true(remote_init(&client->remote, &memory_heap, slice_of(seat ? "b" : "w"), 0));
    connect_again(world, client);
    while (client->to.count || client->from.count)
        (client->to.count ? hear_line : say_line)(world, client);
    const SeatLog *one = &before.seat.log, *other = &client->remote.seat.log;
    assert_int_equal(one->count, other->count);
    assert_memory_equal(one->list, other->list, one->count * sizeof *one->list);
    Remote done = before;
    remote_done(&done);
}

static void play_through(const char *game, uint64_t seed, World *sums)
{
    static World world;
    open_world(&world, game, seed);
    settle(&world);
    unsigned round = 0;
    while (!is_over(&world) && round < ROUNDS_MAX)
        step(&world, round++);
    if (!is_over(&world))
        fail_msg("seed %u does not end", (unsigned)seed);
    for (unsigned seat = 0; seat < 2; seat++)
        assert_told_the_same(&world, seat);
    sums->broken += world.broken;
    sums->forgotten += world.forgotten;
    sums->asked_again += world.asked_again;
    close_world(&world);
}

static void games_end_though_connections_break_and_programs_forget(void **state)
{
    (void)state;
    static const char *const games[] = {"kriegspiel(board=silverman4x4)",
                                        "kriegspiel(rules=berkeley-any)", "phantom-go(size=5)"};
    static World sums;
    for (uint64_t seed = 1; seed <= 60; seed++)
        play_through(games[seed % COUNT_OF(games)], seed, &sums);
    assert_true(sums.broken > 500);
    assert_true(sums.forgotten > 100);
    assert_true(sums.asked_again > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_words_of_a_token_are_one),
        cmocka_unit_test(a_try_has_numbers_and_its_answer_closes_it),
        cmocka_unit_test(a_game_is_called_off_by_its_seat),
        cmocka_unit_test(an_open_action_is_sent_again_word_for_word),
        cmocka_unit_test(an_answer_that_was_missed_is_not_asked_for_again),
        cmocka_unit_test(what_is_rejected_may_be_decided_anew),
        cmocka_unit_test(news_say_what_to_do_with_the_connection),
        cmocka_unit_test(who_forgot_everything_is_told_its_own_tries),
        cmocka_unit_test(an_answer_to_a_forgotten_try_is_asked_for_again),
        cmocka_unit_test(what_cannot_be_is_a_fault),
        cmocka_unit_test(clocks_run_from_what_the_server_says),
        cmocka_unit_test(clocks_stand_still_while_the_server_says_so),
        cmocka_unit_test(waits_grow_to_a_limit),
        cmocka_unit_test(games_end_though_connections_break_and_programs_forget),
    };
    return cmocka_run_group_tests_name("remote", tests, NULL, NULL);
}
