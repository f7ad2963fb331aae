// The host: tokens, seats, lines, limits, and what each connection is told.
#include "server/live/seat_gateway.h"

#include "games/registry/games.h"
#include "unit/check.h"
#include "unit/miser.h"

#include <string.h>

enum { SAID_MAX = 6000, GAME = 7, LINGER_MS = 1000, PART = 12, JOIN_MS = 500, PING_MS = 5000 };

// A host with a hall and a store that is durable at once. Tokens are "w" and "b" for the seats of game 7; what goes out is one
// text: "5 nebel 1; 5 closed; ".
typedef struct Fixture {
    SeatGateway *host;
    LiveGames *hall;
    uint64_t now_ms;
    uint64_t asked; // the connection whose token is looked up, 0 for none
    char token[16];
    uint64_t reader; // the connection whose game is looked up
    bool is_full;    // nothing more is looked up
    GameJournal journal;
    char said[SAID_MAX];
    Text text;
} Fixture;

static void send_line(void *context, uint64_t connection, Slice line)
{
    Fixture *fixture = context;
    text_format(&fixture->text, "%u ", (unsigned)connection);
    text_add_slice(&fixture->text, line);
    text_add(&fixture->text, "; ");
}

static void close_connection(void *context, uint64_t connection)
{
    Fixture *fixture = context;
    text_format(&fixture->text, "%u closed; ", (unsigned)connection);
}

static void ping(void *context, uint64_t connection)
{
    Fixture *fixture = context;
    text_format(&fixture->text, "%u ping; ", (unsigned)connection);
}

static bool find_token(void *context, uint64_t connection, Slice token)
{
    Fixture *fixture = context;
    Text text = TEXT_IN(fixture->token);
    fixture->asked = connection;
    text_add_slice(&text, token);
    return !fixture->is_full;
}

static bool find_journal(void *context, uint64_t connection, uint64_t game)
{
    Fixture *fixture = context;
    fixture->reader = connection;
    assert_true(game == GAME || game == GAME + 1);
    return !fixture->is_full;
}

static void post(void *context, const LiveMail *mail)
{
    const Fixture *fixture = context;
    seat_gateway_send_mail(fixture->host, mail);
}

static void assert_said(Fixture *fixture, const char *expected)
{
    assert_string_equal(fixture->said, expected);
    fixture->text = TEXT_IN(fixture->said);
    fixture->said[0] = '\0';
}

static void settle(Fixture *fixture)
{
    LiveBatch batch;
    assert_true(live_games_take_batch(fixture->hall, fixture->now_ms, &batch));
    for (uint32_t i = 0; i < batch.count; i++) {
        char memory[JOURNAL_LINE_MAX];
        Text line = TEXT_IN(memory);
        journal_row_to_text(batch.rows[i].opening, &batch.rows[i].row, &line);
        assert_int_equal(game_journal_add(&fixture->journal, &memory_heap, slice_of(memory)),
                         GAME_JOURNAL_OK);
    }
    live_games_batch_durable(fixture->hall, fixture->now_ms);
}

static void open_timed_host(Fixture *fixture, ClockRule clock)
{
    char why[GAME_TEXT_MAX];
    Text message = TEXT_IN(why);
    JournalGame opening = {.clock = clock};
    *fixture = (Fixture){.now_ms = 1000};
    fixture->text = TEXT_IN(fixture->said);
    const LiveGamesPlan live_games_plan = {.node = 1,
                                           .games_max = 3,
                                           .rows_max = 100,
                                           .absence = {.away_ms = 100},
                                           .lag = {.most_ms = 300, .turn_ms = 100, .saved_ms = 500},
                                           .post = {post, fixture}};
    fixture->hall = live_games_create(&memory_heap, &live_games_plan);
    const SeatGatewayPlan plan = {
        .hall = fixture->hall,
        .callbacks = {send_line, close_connection, ping, find_token, find_journal, fixture},
        .lines = {10, 30},
        .part = PART,
        .ping_ms = PING_MS,
        .join_ms = JOIN_MS,
        .linger_ms = LINGER_MS};
    fixture->host = seat_gateway_create(&memory_heap, &plan);
    opening.game = game_read("kriegspiel(board=4x4)", &opening.rules, &message);
    assert_non_null(opening.game);
    assert_int_equal(live_games_open(fixture->hall, GAME, &opening, fixture->now_ms), LIVE_OK);
    settle(fixture);
}

static void open_host(Fixture *fixture)
{
    open_timed_host(fixture, (ClockRule){0, 0});
}

static void close_host(Fixture *fixture)
{
    seat_gateway_destroy(fixture->host);
    live_games_destroy(fixture->hall);
    game_journal_done(&fixture->journal, &memory_heap);
}

static void say(Fixture *fixture, uint64_t connection, const char *line)
{
    seat_gateway_take_line(fixture->host, connection, slice_of(line), fixture->now_ms);
}

// The database answers.
static void answer_token(Fixture *fixture)
{
    const FoundSeat found = {.is_found = fixture->token[0] == 'w' || fixture->token[0] == 'b',
                             .seat = fixture->token[0] == 'b',
                             .game = GAME + (fixture->token[1] == 'x'),
                             .seed = 42,
                             .archive = 0x5b0c3f6a91d27e48};
    seat_gateway_take_seat(fixture->host, fixture->asked, &found, fixture->now_ms);
}

static void join(Fixture *fixture, uint64_t connection, const char *line)
{
    assert_true(seat_gateway_connect(fixture->host, connection, fixture->now_ms));
    fixture->reader = 0;
    say(fixture, connection, line);
    answer_token(fixture);
}

static void a_token_gives_a_seat(void **state)
{
    (void)state;
    Fixture fixture;
    open_host(&fixture);
    join(&fixture, 5, "join 1 w 0");
    assert_non_null(strstr(fixture.said, "5 nebel 1; 5 newgame kriegspiel("));
    assert_non_null(strstr(fixture.said, " seat white seed 42 "));
    assert_non_null(strstr(fixture.said, "; 5 archive 5b0c3f6a91d27e48; "));
    assert_non_null(strstr(fixture.said, "; 5 1 0 0 0 hear opening own"));
    assert_non_null(strstr(fixture.said, "; 5 joined 1 0; "));
    assert_int_equal(seat_gateway_counts(fixture.host).seated, 1);
    close_host(&fixture);
}

static void a_command_is_answered_when_it_is_durable(void **state)
{
    (void)state;
    Fixture fixture;
    open_host(&fixture);
    join(&fixture, 5, "join 1 w 1");
    join(&fixture, 6, "join 1 b 1");
    fixture.text = TEXT_IN(fixture.said);
    say(&fixture, 5, "1 1 try a1d4");
    say(&fixture, 6, "1 1 try a1d4");
    assert_said(&fixture, "6 1 error turn it is the other seat's turn; ");
    settle(&fixture);
    assert_said(&fixture, "5 2 1 0 0 hear illegal; ");
    say(&fixture, 5, "2 2 resign");
    settle(&fixture);
    assert_said(&fixture, "5 3 2 0 0 hear end own over resigned winner black; "
                          "6 2 0 0 0 hear end other over resigned winner black; ");
    close_host(&fixture);
}

static void play(Fixture *fixture, uint64_t connection, const char *line)
{
    say(fixture, connection, line);
    settle(fixture);
}

// Only then: the time of a ping must not tell of a try that was refused.
static void a_seat_is_pinged_when_it_joins_and_when_the_other_has_moved(void **state)
{
    (void)state;
    Fixture fixture;
    open_timed_host(&fixture, (ClockRule){60000, 0});
    join(&fixture, 5, "join 1 w 1");
    join(&fixture, 6, "join 1 b 1");
    assert_non_null(strstr(fixture.said, "5 joined 1 0; 5 ping; "));
    assert_non_null(strstr(fixture.said, "6 joined 1 0; 6 ping; "));
    seat_gateway_note_lag(fixture.host, 6, 80);
    seat_gateway_note_lag(fixture.host, 6, 90);
    fixture.now_ms += PING_MS;
    fixture.text = TEXT_IN(fixture.said);
    play(&fixture, 5, "1 1 try a1d4");
    play(&fixture, 5, "2 2 try b2a3");
    assert_said(&fixture, "5 2 1 55000 60000 hear illegal; "
                          "5 3 2 55000 60000 hear played capture pawn a3 tries 4; "
                          "6 2 0 55000 60000 hear moved capture pawn a3 tries 4; 6 ping; ");
    assert_int_equal(fixture.journal.rows[fixture.journal.count - 1].wait_ms, 80);
    play(&fixture, 6, "1 2 resign");
    close_host(&fixture);
}

static void who_comes_back_is_told_its_own_tries(void **state)
{
    (void)state;
    Fixture fixture;
    open_host(&fixture);
    join(&fixture, 5, "join 1 w 1");
    say(&fixture, 5, "1 1 try a1d4");
    settle(&fixture);
    say(&fixture, 5, "4 2 draw");
    settle(&fixture);
    fixture.text = TEXT_IN(fixture.said);
    join(&fixture, 6, "join 1 w 1");
    assert_non_null(strstr(fixture.said, "; 6 1 did try a1d4; 6 2 1 0 0 hear illegal; "
                                         "6 3 4 0 0 hear offer; 6 joined 3 0; "));
    fixture.text = TEXT_IN(fixture.said);
    join(&fixture, 7, "join 1 b 0");
    assert_null(strstr(fixture.said, " did "));
    close_host(&fixture);
}

// Ten hearings of White's, of which only some are sent before the connection has read them.
static void play_beyond_a_part(Fixture *fixture)
{
    join(fixture, 5, "join 1 w 1");
    for (uint32_t ref = 1; ref < PART / 2 + 2; ref++) {
        char line[32];
        Text text = TEXT_IN(line);
        text_format(&text, "%u %u try a1d4", (unsigned)ref, (unsigned)ref);
        fixture->now_ms += 1000;
        say(fixture, 5, line);
        settle(fixture);
    }
    fixture->text = TEXT_IN(fixture->said);
    fixture->said[0] = '\0';
}

static void a_long_history_is_sent_as_it_is_read(void **state)
{
    (void)state;
    Fixture fixture;
    open_host(&fixture);
    play_beyond_a_part(&fixture);
    join(&fixture, 6, "join 1 w 1");
    assert_non_null(strstr(fixture.said, "6 7 6 0 0 hear illegal; "));
    assert_null(strstr(fixture.said, "6 8 "));
    assert_null(strstr(fixture.said, "6 joined"));
    assert_int_equal(seat_gateway_counts(fixture.host).seated, 1); // the seat is its own meanwhile
    fixture.text = TEXT_IN(fixture.said);
    // What happens while it reads is told once, in its turn.
    const LiveCommand offer = {.game = GAME, .seat = 1, .kind = EVENT_OFFER, .ref = 1, .heard = 1};
    live_games_take_command(fixture.hall, &offer, fixture.now_ms);
    settle(&fixture);
    seat_gateway_send_more(fixture.host, 7, fixture.now_ms); // nobody
    seat_gateway_send_more(fixture.host, 6, fixture.now_ms);
    assert_said(
        &fixture,
        "6 7 did try a1d4; 6 8 7 0 0 hear illegal; 6 9 0 0 0 hear other offer; 6 joined 9 0; ");
    seat_gateway_send_more(fixture.host, 6, fixture.now_ms);
    say(&fixture, 6, "9 9 decline");
    settle(&fixture);
    assert_said(&fixture, "6 10 9 0 0 hear decline; ");
    close_host(&fixture);
}

static void who_reads_sends_nothing_and_may_leave(void **state)
{
    (void)state;
    Fixture fixture;
    open_host(&fixture);
    play_beyond_a_part(&fixture);
    join(&fixture, 6, "join 1 w 0");
    say(&fixture, 6, "9 1 draw");
    assert_non_null(strstr(fixture.said, "6 quit form "));
    seat_gateway_send_more(fixture.host, 6, fixture.now_ms);
    assert_int_equal(seat_gateway_counts(fixture.host).seated, 0);
    join(&fixture, 7, "join 1 w 0");
    join(&fixture, 8, "join 1 w 0");
    assert_non_null(strstr(fixture.said, "7 quit elsewhere "));
    seat_gateway_disconnect(fixture.host, 8);
    assert_int_equal(seat_gateway_counts(fixture.host).seated, 0);
    fixture.text = TEXT_IN(fixture.said);
    join(&fixture, 9, "join 1 w 0");
    seat_gateway_lose_game(fixture.host, GAME);
    assert_non_null(strstr(fixture.said, "9 quit game "));
    close_host(&fixture);
}

static void a_game_that_is_over_is_read_in_parts_too(void **state)
{
    (void)state;
    Fixture fixture;
    open_host(&fixture);
    play_beyond_a_part(&fixture);
    say(&fixture, 5, "99 1 resign");
    settle(&fixture);
    fixture.now_ms += LINGER_MS;
    seat_gateway_tidy(fixture.host, fixture.now_ms);
    join(&fixture, 6, "join 1 w 0");
    fixture.text = TEXT_IN(fixture.said);
    seat_gateway_take_journal(fixture.host, 6, &fixture.journal, fixture.now_ms);
    assert_non_null(strstr(fixture.said, "6 7 6 0 0 hear illegal; "));
    assert_null(strstr(fixture.said, "6 8 "));
    fixture.journal.opening.game = NULL; // the host has its own
    seat_gateway_send_more(fixture.host, 6, fixture.now_ms);
    assert_non_null(strstr(fixture.said, "6 9 99 0 0 hear end own over resigned winner black; "
                                         "6 joined 9 0; 6 quit over "));
    join(&fixture, 7, "join 1 w 0"); // and one that never reads on
    close_host(&fixture);
}

// Whoever sits, in whatever seat, is told in the same words; so is who comes meanwhile. Nobody else is.
static void every_seat_is_told_when_clocks_stop_and_when_they_run(void **state)
{
    (void)state;
    static const char words[] =
        "pause store the server cannot save moves; all clocks stand still until it can; ";
    char told[SAID_MAX];
    Text text = TEXT_IN(told);
    Fixture fixture;
    open_host(&fixture);
    join(&fixture, 5, "join 1 w 1");
    join(&fixture, 6, "join 1 b 1");
    assert_true(seat_gateway_connect(fixture.host, 7, fixture.now_ms));
    fixture.text = TEXT_IN(fixture.said);
    seat_gateway_pause(fixture.host);
    text_format(&text, "5 %s6 %s", words, words);
    if (strncmp(fixture.said, "6", 1) == 0) { // the order is that of a map
        text = TEXT_IN(told);
        text_format(&text, "6 %s5 %s", words, words);
    }
    assert_said(&fixture, told);
    join(&fixture, 8, "join 1 w 1");
    text = TEXT_IN(told);
    text_format(&text, "8 joined 1 0; 8 %s", words);
    assert_non_null(strstr(fixture.said, told));
    fixture.text = TEXT_IN(fixture.said);
    seat_gateway_resume(fixture.host);
    assert_int_equal(strlen(fixture.said), strlen("6 resume; 8 resume; "));
    join(&fixture, 9, "join 1 w 1");
    assert_null(strstr(fixture.said, "9 pause"));
    close_host(&fixture);
}

static void words_that_are_no_try_are_refused_before_the_table(void **state)
{
    (void)state;
    Fixture fixture;
    open_host(&fixture);
    join(&fixture, 5, "join 1 w 1");
    fixture.text = TEXT_IN(fixture.said);
    say(&fixture, 5, "1 1 try castle");
    assert_said(&fixture, "5 1 error command there is no such event, seat or number; ");
    assert_int_equal(live_games_waiting_rows(fixture.hall), 0);
    close_host(&fixture);
}

static void who_does_not_keep_the_protocol_is_told_and_leaves(void **state)
{
    (void)state;
    static const struct {
        const char *line, *code;
    } cases[] = {
        {"hello", "form"},         {"1 1 try e2e4", "form"},
        {"join 2 w 0", "version"}, {"join 1 nobody 0", "token"},
        {"join 1 wx 0", "game"},   {"join 1 w 9", "ahead"},
    };
    Fixture fixture;
    open_host(&fixture);
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        char expected[40];
        Text text = TEXT_IN(expected);
        fixture.asked = 0;
        join(&fixture, 10 + i, cases[i].line);
        if (fixture.reader)
            seat_gateway_take_journal(fixture.host, fixture.reader, NULL, fixture.now_ms);
        text_format(&text, "%u quit %s ", 10 + i, cases[i].code);
        if (!strstr(fixture.said, expected) || !strstr(fixture.said, " closed; "))
            fail_msg("%s: %s", cases[i].line, fixture.said);
        fixture.text = TEXT_IN(fixture.said);
        fixture.said[0] = '\0';
        say(&fixture, 10 + i, "join 1 w 0");
        assert_said(&fixture, ""); // nothing counts any more
        seat_gateway_disconnect(fixture.host, 10 + i);
    }
    assert_int_equal(seat_gateway_counts(fixture.host).connections, 0);
    assert_int_equal(seat_gateway_counts(fixture.host).seated, 0);
    close_host(&fixture);
}

static void a_seat_has_one_connection(void **state)
{
    (void)state;
    Fixture fixture;
    open_host(&fixture);
    join(&fixture, 5, "join 1 w 1");
    fixture.text = TEXT_IN(fixture.said);
    join(&fixture, 6, "join 1 w 1");
    assert_non_null(strstr(fixture.said, "5 quit elsewhere "));
    assert_non_null(strstr(fixture.said, "6 joined 1 "));
    seat_gateway_disconnect(fixture.host, 5);
    fixture.text = TEXT_IN(fixture.said);
    say(&fixture, 6, "1 1 try a1d4");
    settle(&fixture);
    assert_said(&fixture, "6 2 1 0 0 hear illegal; ");
    close_host(&fixture);
}

static void a_guest_that_is_gone_gets_no_seat(void **state)
{
    (void)state;
    Fixture fixture;
    open_host(&fixture);
    assert_true(seat_gateway_connect(fixture.host, 5, fixture.now_ms));
    say(&fixture, 5, "join 1 w 0");
    seat_gateway_disconnect(fixture.host, 5);
    fixture.text = TEXT_IN(fixture.said);
    fixture.said[0] = '\0';
    answer_token(&fixture);
    assert_said(&fixture, "");
    close_host(&fixture);
}

static void too_many_lines_end_a_connection(void **state)
{
    (void)state;
    Fixture fixture;
    open_host(&fixture);
    join(&fixture, 5, "join 1 w 1");
    for (unsigned i = 0; i < 29; i++)
        say(&fixture, 5,
            "1 9 draw"); // ahead of what was heard: never taken, and from the second on a retry
    assert_non_null(strstr(fixture.said, "5 quit flood "));
    seat_gateway_disconnect(fixture.host, 5);
    fixture.text = TEXT_IN(fixture.said);
    // Whoever waits may go on: ten lines a second.
    join(&fixture, 6, "join 1 w 1");
    for (uint32_t ref = 1; ref < 100; ref++) {
        char line[32];
        Text text = TEXT_IN(line);
        text_format(&text, "%u 1 accept", (unsigned)ref);
        fixture.now_ms += 100;
        say(&fixture, 6, line);
    }
    assert_null(strstr(fixture.said, "quit"));
    close_host(&fixture);
}

static void who_never_joins_is_sent_away(void **state)
{
    (void)state;
    Fixture fixture;
    open_host(&fixture);
    assert_true(seat_gateway_connect(fixture.host, 5, fixture.now_ms));
    fixture.now_ms += JOIN_MS - 1;
    seat_gateway_tidy(fixture.host, fixture.now_ms);
    assert_said(&fixture, "5 nebel 1; ");
    seat_gateway_tidy(fixture.host, ++fixture.now_ms);
    assert_non_null(strstr(fixture.said, "5 quit late "));
    fixture.is_full = true;
    assert_true(seat_gateway_connect(fixture.host, 6, fixture.now_ms));
    say(&fixture, 6, "join 1 w 0");
    assert_non_null(strstr(fixture.said, "6 quit busy "));
    close_host(&fixture);
}

static void a_game_that_is_over_stays_for_a_while(void **state)
{
    (void)state;
    Fixture fixture;
    open_host(&fixture);
    join(&fixture, 5, "join 1 w 1");
    say(&fixture, 5, "1 1 resign");
    settle(&fixture);
    join(&fixture, 6, "join 1 b 0");
    assert_non_null(strstr(fixture.said,
                           "6 2 0 0 0 hear end other over resigned winner black; 6 joined 2 0; "));
    fixture.now_ms += LINGER_MS;
    seat_gateway_tidy(fixture.host, fixture.now_ms);
    assert_non_null(strstr(fixture.said, "5 quit over "));
    assert_non_null(strstr(fixture.said, "6 quit over "));
    assert_int_equal(live_games_count(fixture.hall), 0);
    seat_gateway_lose_game(fixture.host, GAME); // nobody is there
    close_host(&fixture);
}

// What the text says behind the last of its lines for a connection that begins so.
static const char *said_after(const Fixture *fixture, const char *line)
{
    const char *found = strstr(fixture->said, line);
    assert_non_null(found);
    return found;
}

static void the_end_of_a_game_is_read_from_its_journal(void **state)
{
    (void)state;
    Fixture fixture;
    open_host(&fixture);
    join(&fixture, 5, "join 1 b 0");
    say(&fixture, 5, "1 1 resign");
    settle(&fixture);
    fixture.now_ms += LINGER_MS;
    seat_gateway_tidy(fixture.host, fixture.now_ms);
    const char *told = said_after(&fixture, "5 1 0 0 0 hear");
    char first[SAID_MAX];
    Text copy = TEXT_IN(first);
    text_add(&copy, told);
    fixture.text = TEXT_IN(fixture.said);
    join(&fixture, 6, "join 1 b 0");
    assert_int_equal(fixture.reader, 6);
    seat_gateway_take_journal(fixture.host, 6, &fixture.journal, fixture.now_ms);
    assert_non_null(strstr(fixture.said, "6 newgame kriegspiel("));
    assert_non_null(
        strstr(fixture.said,
               "; 6 2 1 0 0 hear end own over resigned winner white; 6 joined 2 0; 6 quit over "));
    // Word for word what the first connection was told.
    const char *again = said_after(&fixture, "6 1 0 0 0 hear");
    assert_memory_equal(again + 1, first + 1, strcspn(first, ";"));
    join(&fixture, 7, "join 1 b 3");
    seat_gateway_take_journal(fixture.host, 7, &fixture.journal, fixture.now_ms);
    assert_non_null(strstr(fixture.said, "7 quit ahead "));
    fixture.is_full = true;
    fixture.text = TEXT_IN(fixture.said);
    assert_true(seat_gateway_connect(fixture.host, 8, fixture.now_ms));
    seat_gateway_take_journal(fixture.host, 8, &fixture.journal,
                              fixture.now_ms); // it asked for nothing
    assert_said(&fixture, "8 nebel 1; ");
    close_host(&fixture);
}

static void a_game_that_goes_on_elsewhere_is_not_read_out(void **state)
{
    (void)state;
    Fixture fixture;
    open_host(&fixture);
    live_games_lose(fixture.hall, GAME);
    join(&fixture, 5, "join 1 w 0");
    seat_gateway_take_journal(fixture.host, 5, &fixture.journal, fixture.now_ms);
    assert_non_null(strstr(fixture.said, "5 nebel 1; 5 quit game "));
    close_host(&fixture);
}

static void who_leaves_its_seat_is_away(void **state)
{
    (void)state;
    Fixture fixture;
    open_host(&fixture);
    join(&fixture, 5, "join 1 w 0");
    join(&fixture, 6, "join 1 b 0");
    say(&fixture, 5, "1 1 try b2a3");
    settle(&fixture);
    say(&fixture, 5, "2 2 abort");
    say(&fixture, 6, "1 2 abort"); // the first of them ends it
    settle(&fixture);
    assert_non_null(strstr(fixture.said, "5 3 2 0 0 hear end own over aborted winner none; "));
    assert_non_null(strstr(fixture.said, "6 1 error over "));
    close_host(&fixture);

    open_host(&fixture);
    live_games_watch_absence(fixture.hall, GAME);
    join(&fixture, 5, "join 1 w 0");
    join(&fixture, 6, "join 1 b 0");
    say(&fixture, 5, "1 1 try b2a3");
    settle(&fixture);
    say(&fixture, 6, "1 2 try a4a3");
    settle(&fixture);
    assert_true(live_games_next_ms(fixture.hall) == UINT64_MAX);
    join(&fixture, 7, "join 1 w 0"); // the same seat by another connection: somebody is still there
    assert_true(live_games_next_ms(fixture.hall) == UINT64_MAX);
    seat_gateway_disconnect(fixture.host, 5);
    assert_true(live_games_next_ms(fixture.hall) == UINT64_MAX);
    seat_gateway_disconnect(fixture.host, 7);
    assert_int_equal(live_games_next_ms(fixture.hall), fixture.now_ms + 100);
    live_games_tick(fixture.hall, fixture.now_ms += 100);
    settle(&fixture);
    assert_non_null(strstr(fixture.said, "6 4 0 0 0 hear end other over forfeit winner black; "));
    close_host(&fixture);
}

static bool join_with(Miser *miser)
{
    Fixture fixture;
    const Memory memory = miser_memory(miser);
    open_host(&fixture);
    const SeatGatewayPlan plan = {
        .hall = fixture.hall,
        .callbacks = {send_line, close_connection, ping, find_token, find_journal, &fixture},
        .lines = {0, 30},
        .part = 64,
        .linger_ms = LINGER_MS};
    SeatGateway *heap_host = fixture.host;
    fixture.host = seat_gateway_create(&memory, &plan);
    bool is_done = fixture.host && seat_gateway_connect(fixture.host, 5, fixture.now_ms);
    if (is_done) {
        say(&fixture, 5, "join 1 w 0");
        answer_token(&fixture);
        is_done = strstr(fixture.said, "5 joined") != NULL;
        assert_true(is_done || strstr(fixture.said, "5 quit busy") != NULL);
    }
    seat_gateway_destroy(fixture.host);
    fixture.host = heap_host;
    close_host(&fixture);
    return is_done;
}

static void refused_memory_is_seen(void **state)
{
    (void)state;
    assert_refusals_are_seen(join_with, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_token_gives_a_seat),
        cmocka_unit_test(a_command_is_answered_when_it_is_durable),
        cmocka_unit_test(a_seat_is_pinged_when_it_joins_and_when_the_other_has_moved),
        cmocka_unit_test(who_comes_back_is_told_its_own_tries),
        cmocka_unit_test(a_long_history_is_sent_as_it_is_read),
        cmocka_unit_test(who_reads_sends_nothing_and_may_leave),
        cmocka_unit_test(a_game_that_is_over_is_read_in_parts_too),
        cmocka_unit_test(every_seat_is_told_when_clocks_stop_and_when_they_run),
        cmocka_unit_test(words_that_are_no_try_are_refused_before_the_table),
        cmocka_unit_test(who_does_not_keep_the_protocol_is_told_and_leaves),
        cmocka_unit_test(a_seat_has_one_connection),
        cmocka_unit_test(a_guest_that_is_gone_gets_no_seat),
        cmocka_unit_test(too_many_lines_end_a_connection),
        cmocka_unit_test(who_never_joins_is_sent_away),
        cmocka_unit_test(a_game_that_is_over_stays_for_a_while),
        cmocka_unit_test(the_end_of_a_game_is_read_from_its_journal),
        cmocka_unit_test(a_game_that_goes_on_elsewhere_is_not_read_out),
        cmocka_unit_test(who_leaves_its_seat_is_away),
        cmocka_unit_test(refused_memory_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
