// The load of a bench: the histogram of latencies, and seats that play random tries at a real host.
#include "load/histogram.h"
#include "load/random_seat.h"

#include "formats/records/game_journal.h"
#include "server/live/seat_gateway.h"
#include "unit/check.h"

#include <string.h>

// --- The histogram -------------------------------------------------------------------------------

static void small_values_are_exact(void **state)
{
    (void)state;
    Histogram histogram = {0};
    for (uint64_t value = 1; value <= 50; value++)
        histogram_add(&histogram, value);
    assert_int_equal(histogram_quantile(&histogram, 0.5), 25);
    assert_int_equal(histogram_quantile(&histogram, 0.98), 49);
    assert_int_equal(histogram_quantile(&histogram, 1), 50);
    assert_int_equal(histogram_quantile(&histogram, 0), 1);
}

static void no_value_is_told_smaller_or_much_larger_than_it_is(void **state)
{
    (void)state;
    for (uint64_t value = 1; value < UINT64_C(1) << 35; value += value / 7 + 1) {
        Histogram histogram = {0};
        histogram_add(&histogram, value);
        histogram_add(&histogram, UINT64_C(1) << 35);
        const uint64_t told = histogram_quantile(&histogram, 0.5);
        assert_true(told >= value && told - value <= value / 32);
    }
}

static void a_merge_counts_both_and_what_is_too_large_is_the_largest(void **state)
{
    (void)state;
    Histogram one = {0}, other = {0};
    histogram_add(&one, 5);
    histogram_add(&other, UINT64_MAX);
    histogram_merge(&one, &other);
    assert_int_equal(one.count, 2);
    assert_int_equal(histogram_quantile(&one, 0.5), 5);
    assert_int_equal(histogram_quantile(&one, 1), (UINT64_C(1) << HISTOGRAM_VALUE_BITS) - 1);
    assert_int_equal(histogram_quantile(&(Histogram){0}, 0.99), 0);
}

// --- Seats ---------------------------------------------------------------------------------------

enum { GAME = 7, LINES_MAX = 32, LINE_BYTES_MAX = 512 };

// A host with one game and a store that is durable at once; lines wait for their seat, which is the connection's number.
typedef struct Fixture {
    LiveGames *hall;
    SeatGateway *host;
    char lines[3][LINES_MAX][LINE_BYTES_MAX];
    unsigned counts[3];
    uint64_t asked;
} Fixture;

static void keep_line(void *context, uint64_t connection, Slice line)
{
    Fixture *fixture = context;
    const unsigned place = fixture->counts[connection]++;
    assert_true(place < LINES_MAX);
    Text text = TEXT_IN(fixture->lines[connection][place]);
    text_add_slice(&text, line);
}

static void close_nothing(void *context, uint64_t connection)
{
    (void)context;
    fail_msg("connection %u was closed", (unsigned)connection);
}

static bool note_token(void *context, uint64_t connection, Slice token)
{
    Fixture *fixture = context;
    assert_true(slice_is(token, connection == 1 ? "white" : "black"));
    fixture->asked = connection;
    return true;
}

static bool find_nothing(void *context, uint64_t connection, uint64_t game)
{
    (void)context;
    (void)connection;
    (void)game;
    return false;
}

static void post(void *context, const LiveMail *mail)
{
    const Fixture *fixture = context;
    if (fixture->host)
        seat_gateway_send_mail(fixture->host, mail);
}

static void ping_nobody(void *context, uint64_t connection)
{
    (void)context;
    (void)connection;
}

static void make_durable(const Fixture *fixture)
{
    LiveBatch batch;
    assert_true(live_games_take_batch(fixture->hall, 0, &batch));
    live_games_batch_durable(fixture->hall, 0);
}

static void open_host(Fixture *fixture, const char *game)
{
    char why[256];
    Text message = TEXT_IN(why);
    JournalGame opening = {0};
    LoadGame read;
    assert_true(load_game_read(game, &read, &message));
    opening.game = read.game;
    opening.rules = read.rules;
    const LiveGamesPlan hall = {
        .node = 1, .games_max = 1, .rows_max = 100, .post = {post, fixture}};
    *fixture = (Fixture){.hall = live_games_create(&memory_heap, &hall)};
    const SeatGatewayPlan host = {
        .hall = fixture->hall,
        .callbacks = {keep_line, close_nothing, ping_nobody, note_token, find_nothing, fixture},
        .lines = {1000000, 1000000},
        .part = 64,
        .join_ms = 1000,
        .linger_ms = 1000,
    };
    fixture->host = seat_gateway_create(&memory_heap, &host);
    assert_int_equal(live_games_open(fixture->hall, GAME, &opening, 0), LIVE_OK);
    make_durable(fixture);
}

// Hands a seat what was said to it. What it was told of its own try is counted.
static void listen(Fixture *fixture, RandomSeat *seat, const LoadGame *game,
                   unsigned counts[SEAT_NEWS_COUNT])
{
    const unsigned connection = seat->seat + 1U;
    for (unsigned i = 0; i < fixture->counts[connection]; i++)
        counts[random_seat_take(seat, game, slice_of(fixture->lines[connection][i]))]++;
    fixture->counts[connection] = 0;
}

static void join(Fixture *fixture, RandomSeat *seat, const LoadGame *game, uint8_t index,
                 unsigned counts[SEAT_NEWS_COUNT])
{
    char memory[LINE_BYTES_MAX];
    Text line = TEXT_IN(memory);
    random_seat_begin(seat, game, index);
    assert_true(seat_gateway_connect(fixture->host, index + 1U, 0));
    random_seat_join(seat, slice_of(index ? "black" : "white"), &line);
    seat_gateway_take_line(fixture->host, index + 1U, (Slice){line.start, line.length}, 0);
    const FoundSeat found = {
        .is_found = true, .seat = index, .game = GAME, .seed = 1, .archive = 1};
    seat_gateway_take_seat(fixture->host, fixture->asked, &found, 0);
    listen(fixture, seat, game, counts);
}

static void play_game(const char *name, uint64_t seed, unsigned counts[SEAT_NEWS_COUNT])
{
    static Fixture fixture; // too large for a stack
    char why[256];
    Text message = TEXT_IN(why);
    LoadGame game;
    RandomSeat seats[2];
    Rng rng = rng_from_seed(seed);
    assert_true(load_game_read(name, &game, &message));
    open_host(&fixture, name);
    for (uint8_t seat = 0; seat < 2; seat++)
        join(&fixture, &seats[seat], &game, seat, counts);
    while (!seats[0].is_over) {
        char memory[LINE_BYTES_MAX];
        Text line = TEXT_IN(memory);
        const uint8_t mover = !random_seat_can_try(&seats[0]);
        random_seat_try(&seats[mover], &game, &rng, &line);
        assert_false(random_seat_can_try(&seats[mover]));
        seat_gateway_take_line(fixture.host, mover + 1U, (Slice){line.start, line.length}, 0);
        make_durable(&fixture);
        for (unsigned seat = 0; seat < 2; seat++)
            listen(&fixture, &seats[seat], &game, counts);
    }
    assert_true(seats[1].is_over);
    seat_gateway_destroy(fixture.host);
    live_games_destroy(fixture.hall);
}

static void two_seats_play_to_the_end_and_are_refused_at_times(void **state)
{
    (void)state;
    static const char *const games[] = {"kriegspiel(rules=icc)", "kriegspiel(rules=berkeley-any)",
                                        "phantom-go(size=9)"};
    for (unsigned i = 0; i < COUNT_OF(games); i++) {
        unsigned counts[SEAT_NEWS_COUNT] = {0};
        play_game(games[i], i + 1, counts);
        assert_int_equal(counts[SEAT_WRONG], 0);
        assert_int_equal(counts[SEAT_BUSY], 0);
        assert_int_equal(counts[SEAT_READY], 2);
        assert_true(counts[SEAT_PLAYED] > 20 && counts[SEAT_REFUSED] > 5);
    }
}

static void a_seat_notices_what_a_right_server_does_not_say(void **state)
{
    (void)state;
    static const char *const lines[] = {"2 0 0 0 hear opening own", "1 0 0 0 hear nonsense",
                                        "1 0 0 0 say opening own",  "1 error stale listen",
                                        "quit flood too many",      ""};
    char why[256];
    Text message = TEXT_IN(why);
    LoadGame game;
    RandomSeat seat;
    assert_true(load_game_read("kriegspiel", &game, &message));
    for (unsigned i = 0; i < COUNT_OF(lines); i++) {
        random_seat_begin(&seat, &game, 0);
        assert_int_equal(random_seat_take(&seat, &game, slice_of(lines[i])), SEAT_WRONG);
    }
}

static void a_busy_server_gets_the_same_try_again(void **state)
{
    (void)state;
    char why[256], first[LINE_BYTES_MAX], again[LINE_BYTES_MAX];
    Text message = TEXT_IN(why), line = TEXT_IN(first), repeated = TEXT_IN(again);
    LoadGame game;
    RandomSeat seat;
    Rng rng = rng_from_seed(1);
    assert_true(load_game_read("kriegspiel", &game, &message));
    random_seat_begin(&seat, &game, 0);
    assert_int_equal(random_seat_take(&seat, &game, slice_of("1 0 0 0 hear opening own")),
                     SEAT_TOLD);
    assert_int_equal(random_seat_take(&seat, &game, slice_of("joined 1 0")), SEAT_READY);
    random_seat_try(&seat, &game, &rng, &line);
    assert_int_equal(random_seat_take(&seat, &game, slice_of("1 error busy not now")), SEAT_BUSY);
    random_seat_repeat(&seat, &game, &repeated);
    assert_string_equal(first, again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_values_are_exact),
        cmocka_unit_test(no_value_is_told_smaller_or_much_larger_than_it_is),
        cmocka_unit_test(a_merge_counts_both_and_what_is_too_large_is_the_largest),
        cmocka_unit_test(two_seats_play_to_the_end_and_are_refused_at_times),
        cmocka_unit_test(a_seat_notices_what_a_right_server_does_not_say),
        cmocka_unit_test(a_busy_server_gets_the_same_try_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
