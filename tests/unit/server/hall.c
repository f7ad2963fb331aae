// The hall: nobody hears before the store has it, retries, stale commands, time that stands still, games that are taken over, memory
// that refuses, and many games at once. tests/property/live_games drives it from seeds.
#include "server/live/live_games.h"

#include "base/rng.h"
#include "formats/records/hearing_text.h"
#include "games/registry/games.h"
#include "unit/check.h"
#include "unit/miser.h"

#include <stdlib.h>
#include <string.h>

enum { SAID_MAX = 4000 };

// A node with a hall, a store that keeps lines, and everything that was posted as one text: "7w2 played; 7b2 moved; ".
typedef struct Fixture {
    LiveGames *hall;
    uint64_t now_ms;
    GameJournal journal; // of game 7
    uint64_t alive_ms;
    char said[SAID_MAX];
    Text text;
} Fixture;

static void post(void *context, const LiveMail *mail)
{
    Fixture *fixture = context;
    char memory[HEARING_TEXT_MAX];
    Text line = TEXT_IN(memory);
    text_format(&fixture->text, "%u%c", (unsigned)mail->game,
                "wb?"[mail->seat < 2 ? mail->seat : 2]);
    if (mail->error) {
        text_format(&fixture->text, " ref %u: %s; ", mail->told.ref,
                    live_error_text((LiveError)mail->error));
        return;
    }
    hearing_to_text(&mail->told.effect.hearing, mail->seat, &line);
    text_format(&fixture->text, "%u %s; ", mail->told.effect.sequence, memory);
}

static void assert_said(Fixture *fixture, const char *expected)
{
    assert_string_equal(fixture->said, expected);
    fixture->text = TEXT_IN(fixture->said);
}

static JournalGame game_of(const char *game_string, ClockRule clock)
{
    char why[GAME_TEXT_MAX];
    Text message = TEXT_IN(why);
    JournalGame opening = {.clock = clock};
    opening.game = game_read(game_string, &opening.rules, &message);
    if (!opening.game)
        fail_msg("%s", why);
    return opening;
}

static const LagRules usual_lag = {.most_ms = 300, .turn_ms = 100, .saved_ms = 450};

// With pace and lag of the plan that is given.
static void start_with(Fixture *fixture, uint32_t node, const Memory *memory, LiveGamesPlan plan)
{
    plan.node = node;
    plan.games_max = 3;
    plan.rows_max = 6;
    plan.late_ms = 50;
    plan.absence = (AbsenceRules){.first_ms = 60000, .away_ms = 120000, .turn_ms = 3600000};
    plan.post = (LiveMailCallback){post, fixture};
    fixture->hall = live_games_create(memory, &plan);
}

static void start(Fixture *fixture, uint32_t node, const Memory *memory)
{
    start_with(fixture, node, memory, (LiveGamesPlan){.lag = usual_lag});
}

static void open_hall_with(Fixture *fixture, LiveGamesPlan plan)
{
    *fixture = (Fixture){.now_ms = 1000};
    fixture->text = TEXT_IN(fixture->said);
    start_with(fixture, 1, &memory_heap, plan);
    assert_non_null(fixture->hall);
}

static void open_hall(Fixture *fixture)
{
    open_hall_with(fixture, (LiveGamesPlan){.lag = usual_lag});
}

static void close_hall(Fixture *fixture)
{
    live_games_destroy(fixture->hall);
    game_journal_done(&fixture->journal, &memory_heap);
}

// The store writes what waits, which takes it `store_ms`.
static void write_batch(Fixture *fixture, uint64_t store_ms)
{
    LiveBatch batch;
    assert_true(live_games_take_batch(fixture->hall, fixture->now_ms, &batch));
    for (uint32_t i = 0; i < batch.count; i++) {
        char memory[JOURNAL_LINE_MAX];
        Text line = TEXT_IN(memory);
        journal_row_to_text(batch.rows[i].opening, &batch.rows[i].row, &line);
        if (batch.rows[i].game == 7)
            assert_int_equal(game_journal_add(&fixture->journal, &memory_heap, slice_of(memory)),
                             GAME_JOURNAL_OK);
    }
    fixture->alive_ms = batch.alive_ms;
    fixture->now_ms += store_ms;
    live_games_batch_durable(fixture->hall, fixture->now_ms);
}

static void open_game(Fixture *fixture, ClockRule clock)
{
    const JournalGame opening = game_of("kriegspiel", clock);
    assert_int_equal(live_games_open(fixture->hall, 7, &opening, fixture->now_ms), LIVE_OK);
    assert_said(fixture, "");
    write_batch(fixture, 0);
    assert_said(fixture, "7w1 opening own; 7b1 opening other; ");
}

static void send(Fixture *fixture, EventKind kind, uint8_t seat, const char *attempt, uint32_t ref,
                 uint32_t heard)
{
    const LiveCommand command = {.game = 7,
                                 .seat = seat,
                                 .kind = (uint8_t)kind,
                                 .attempt = game_list[0]->try_from_text(slice_of(attempt)),
                                 .ref = ref,
                                 .heard = heard};
    live_games_take_command(fixture->hall, &command, fixture->now_ms);
}

static const ClockRule untimed = {0, 0}, minute = {60000, 0};

// --- Hearing -------------------------------------------------------------------------------------

static void nobody_hears_before_the_store_has_it(void **state)
{
    (void)state;
    Fixture fixture;
    open_hall(&fixture);
    open_game(&fixture, untimed);
    send(&fixture, EVENT_TRY, 0, "e2d3", 1, 1);
    send(&fixture, EVENT_TRY, 0, "e2e4", 2, 1);
    assert_said(&fixture, "");
    LiveBatch batch, second;
    assert_true(live_games_take_batch(fixture.hall, fixture.now_ms, &batch));
    assert_int_equal(batch.count, 2);
    assert_int_equal(batch.rows[0].number, 1);
    assert_false(live_games_take_batch(fixture.hall, fixture.now_ms, &second)); // one at a time
    assert_said(&fixture, "");
    live_games_batch_durable(fixture.hall, fixture.now_ms);
    assert_said(&fixture, "7w2 illegal; 7w3 played; 7b2 moved; ");
    close_hall(&fixture);
}

static void an_error_comes_behind_what_its_seat_will_hear(void **state)
{
    (void)state;
    Fixture fixture;
    open_hall(&fixture);
    open_game(&fixture, untimed);
    send(&fixture, EVENT_TRY, 1, "e7e5", 1, 1);
    assert_said(&fixture, "7b ref 1: it is the other seat's turn; "); // nothing is on its way
    send(&fixture, EVENT_TRY, 0, "e2d3", 1, 1);
    send(&fixture, EVENT_ACCEPT, 1, "", 2, 1); // Black does not hear that, so it waits for nothing
    assert_said(&fixture, "7b ref 2: there is no offer to answer; ");
    send(&fixture, EVENT_TRY, 0, "e2e4", 2, 1);
    send(&fixture, EVENT_TRY, 1, "e7e5", 3, 1);
    assert_said(&fixture, "");
    write_batch(&fixture, 5);
    assert_said(&fixture, "7w2 illegal; 7w3 played; 7b2 moved; 7b ref 3: something was said that "
                          "this seat had not heard; listen and send it again; ");
    close_hall(&fixture);
}

static void a_retry_gets_the_first_answer(void **state)
{
    (void)state;
    Fixture fixture;
    open_hall(&fixture);
    open_game(&fixture, untimed);
    send(&fixture, EVENT_TRY, 0, "e2d3", 4, 1);
    send(&fixture, EVENT_TRY, 0, "e2d3", 4, 1); // its answer is on its way
    assert_int_equal(live_games_waiting_rows(fixture.hall), 1);
    write_batch(&fixture, 5);
    assert_said(&fixture, "7w2 illegal; ");
    send(&fixture, EVENT_TRY, 0, "e2e4", 4, 1); // whatever it says now
    assert_int_equal(live_games_waiting_rows(fixture.hall), 0);
    assert_said(&fixture, "7w2 illegal; ");
    send(&fixture, EVENT_TRY, 0, "e2e4", 3, 2);
    assert_said(&fixture, "7w ref 3: a command with a later number was taken first; ");
    close_hall(&fixture);
}

static void what_cannot_be_taken_is_refused_in_words(void **state)
{
    (void)state;
    Fixture fixture;
    open_hall(&fixture);
    const JournalGame opening = game_of("kriegspiel", untimed);
    assert_int_equal(live_games_open(fixture.hall, 7, &opening, 1000), LIVE_OK);
    assert_int_equal(live_games_open(fixture.hall, 7, &opening, 1000), LIVE_ERR_HERE);
    assert_int_equal(live_games_end(fixture.hall, 7, EVENT_ABORT, 0, 1000), LIVE_ERR_BUSY);
    write_batch(&fixture, 0);
    assert_said(&fixture, "7w1 opening own; 7b1 opening other; ");
    assert_int_equal(live_games_open(fixture.hall, 8, &opening, 1000), LIVE_OK);
    assert_int_equal(live_games_open(fixture.hall, 9, &opening, 1000), LIVE_OK);
    assert_int_equal(live_games_open(fixture.hall, 10, &opening, 1000), LIVE_ERR_FULL);
    const LiveCommand elsewhere = {.game = 11, .kind = EVENT_RESIGN, .ref = 1};
    const LiveCommand early = {.game = 8, .kind = EVENT_RESIGN, .ref = 1};
    const LiveCommand nobody = {.game = 7, .seat = 2, .kind = EVENT_RESIGN, .ref = 1};
    live_games_take_command(fixture.hall, &elsewhere, 1000);
    live_games_take_command(fixture.hall, &nobody, 1000);
    send(&fixture, EVENT_TIME, 0, "", 1, 1);
    send(&fixture, EVENT_FORFEIT, 0, "", 1, 1);
    send(&fixture, EVENT_RESIGN, 0, "", 0, 1);
    send(&fixture, EVENT_TRY, 0, "e2e4", 1, 2);
    assert_said(&fixture, "11w ref 1: this game is not here; "
                          "7? ref 1: there is no such event, seat or number; "
                          "7w ref 1: there is no such event, seat or number; "
                          "7w ref 1: there is no such event, seat or number; "
                          "7w ref 0: there is no such event, seat or number; "
                          "7w ref 1: this seat cannot have heard so much; ");
    live_games_take_command(fixture.hall, &early, 1000);
    assert_said(&fixture, ""); // behind its opening
    write_batch(&fixture, 0);
    assert_said(&fixture, "8w1 opening own; 8b1 opening other; 9w1 opening own; 9b1 opening other; "
                          "8w ref 1: not now; send it again in a moment; ");
    for (uint32_t ref = 1; ref <= 7; ref++)
        send(&fixture, EVENT_TRY, 0, "e2d3", ref, 1);
    assert_int_equal(live_games_waiting_rows(fixture.hall), 6); // no more than the plan allows
    for (LiveError error = LIVE_OK; error < LIVE_ERR_COUNT; error++)
        assert_true(strlen(live_error_text(error)) > 5);
    close_hall(&fixture);
}

// Joins and reads everything; the sequence of what was read last, and how long the clock has run since.
typedef struct Joined {
    uint32_t sequence;
    uint64_t elapsed_ms;
} Joined;

static LiveError join(Fixture *fixture, uint64_t game, uint8_t seat, uint32_t since, Joined *joined)
{
    TableReader *reader = NULL;
    const LiveError error = live_games_join(fixture->hall, game, seat, since, &reader);
    if (error)
        return error;
    for (LiveMail mail; live_games_read(fixture->hall, game, seat, reader, &mail);)
        post(fixture, &mail);
    joined->sequence = table_reader_sequence(reader);
    joined->elapsed_ms = live_games_elapsed_ms(fixture->hall, game, seat, fixture->now_ms);
    table_reader_destroy(reader);
    return LIVE_OK;
}

static void a_seat_that_comes_back_is_told_what_it_missed(void **state)
{
    (void)state;
    Fixture fixture;
    Joined joined;
    open_hall(&fixture);
    open_game(&fixture, minute);
    fixture.now_ms += 100;
    send(&fixture, EVENT_TRY, 0, "e2e4", 1, 1);
    // What is not durable is not told.
    assert_int_equal(join(&fixture, 7, 1, 0, &joined), LIVE_OK);
    assert_said(&fixture, "7b1 opening other; ");
    assert_int_equal(joined.sequence, 1);
    assert_int_equal(joined.elapsed_ms, 0);
    write_batch(&fixture, 5);
    assert_said(&fixture, "7w2 played; 7b2 moved; ");
    fixture.now_ms += 400;
    assert_int_equal(join(&fixture, 7, 1, 1, &joined), LIVE_OK);
    assert_said(&fixture, "7b2 moved; ");
    assert_int_equal(joined.sequence, 2);
    assert_int_equal(joined.elapsed_ms, 400);
    assert_int_equal(join(&fixture, 7, 1, 2, &joined), LIVE_OK);
    assert_said(&fixture, "");
    assert_int_equal(join(&fixture, 7, 1, 3, &joined), LIVE_ERR_AHEAD);
    assert_int_equal(join(&fixture, 7, 2, 0, &joined), LIVE_ERR_COMMAND);
    assert_int_equal(join(&fixture, 8, 0, 0, &joined), LIVE_ERR_GAME);
    close_hall(&fixture);
}

// A reader hears of nothing that is not durable, and goes on when it is.
static void what_is_told_while_a_seat_reads_comes_in_its_turn(void **state)
{
    (void)state;
    Fixture fixture;
    TableReader *reader = NULL;
    LiveMail mail;
    open_hall(&fixture);
    open_game(&fixture, minute);
    assert_int_equal(live_games_join(fixture.hall, 7, 0, 0, &reader), LIVE_OK);
    send(&fixture, EVENT_TRY, 0, "e2e5", 1, 1);
    assert_true(live_games_read(fixture.hall, 7, 0, reader, &mail));
    assert_int_equal(mail.told.effect.sequence, 1);
    assert_false(live_games_read(fixture.hall, 7, 0, reader, &mail));
    send(&fixture, EVENT_TRY, 0, "e2e4", 2, 1);
    assert_false(live_games_read(fixture.hall, 7, 0, reader, &mail));
    write_batch(&fixture, 5);
    for (uint32_t sequence = 2; sequence <= 3; sequence++) {
        assert_true(live_games_read(fixture.hall, 7, 0, reader, &mail));
        assert_int_equal(mail.told.effect.sequence, sequence);
        assert_int_equal(mail.told.ref, sequence - 1);
    }
    live_games_lose(fixture.hall, 7);
    assert_false(live_games_read(fixture.hall, 7, 0, reader, &mail));
    table_reader_destroy(reader);
    close_hall(&fixture);
}

// A bucket of tries for each seat: what one sends is told to it alone, and what is refused otherwise costs nothing.
static void a_seat_has_a_pace(void **state)
{
    (void)state;
    Fixture fixture;
    open_hall_with(&fixture, (LiveGamesPlan){.pace = {.a_second = 5, .at_once = 3}});
    open_game(&fixture, minute);
    for (uint32_t ref = 1; ref <= 4; ref++)
        send(&fixture, EVENT_TRY, 0, "e2e5", ref, 1);
    assert_said(&fixture, "");
    write_batch(&fixture, 5);
    assert_said(&fixture, "7w2 illegal; 7w3 illegal; 7w4 illegal; "
                          "7w ref 4: tries come too fast; send it again in a moment; ");
    fixture.now_ms += 199 - 5;
    send(&fixture, EVENT_TRY, 0, "e2e5", 4, 4);
    assert_said(&fixture, "7w ref 4: tries come too fast; send it again in a moment; ");
    fixture.now_ms += 1;
    send(&fixture, EVENT_TRY, 0, "e2e4", 4, 4);
    send(&fixture, EVENT_RESIGN, 0, "", 5, 4);
    write_batch(&fixture, 5);
    assert_said(&fixture, "7w5 played; 7b2 moved; 7w6 end own over resigned winner black; "
                          "7b3 end other over resigned winner black; ");
    close_hall(&fixture);
}

static void a_flood_of_commands_does_not_fill_the_memory(void **state)
{
    (void)state;
    Fixture fixture;
    open_hall(&fixture);
    open_game(&fixture, untimed);
    send(&fixture, EVENT_TRY, 0, "e2e4", 1, 1);
    for (uint32_t ref = 2; ref < 1000; ref++)
        send(&fixture, EVENT_TRY, 0, "d2d4", ref, 1); // stale, and behind the answer to the first
    assert_said(&fixture, "");
    write_batch(&fixture, 5);
    unsigned errors = 0;
    for (const char *at = fixture.said; (at = strstr(at, "7w ref ")); at++)
        errors++;
    assert_true(errors >= 6 && errors <= 24); // of a hall that takes six rows
    close_hall(&fixture);
}

// --- Time ----------------------------------------------------------------------------------------

static uint64_t last_at(const Fixture *fixture)
{
    return fixture->journal.rows[fixture->journal.count - 1].at_ms;
}

static void time_stands_still_while_both_wait_for_the_store(void **state)
{
    (void)state;
    Fixture fixture;
    open_hall(&fixture);
    open_game(&fixture, minute);
    fixture.now_ms += 1000;
    send(&fixture, EVENT_TRY, 0, "e2d3", 1, 1);
    write_batch(&fixture, 50); // White alone hears of it: its clock runs
    fixture.now_ms += 1000;
    send(&fixture, EVENT_TRY, 0, "e2e4", 2, 1);
    assert_true(live_games_next_ms(fixture.hall) == UINT64_MAX);
    write_batch(&fixture, 70); // Black's clock starts when Black hears of it
    assert_int_equal(last_at(&fixture), 2050);
    assert_int_equal(live_games_next_ms(fixture.hall), fixture.now_ms + 60000);
    fixture.now_ms += 300;
    live_games_pause(fixture.hall, fixture.now_ms);
    assert_true(live_games_next_ms(fixture.hall) == UINT64_MAX);
    fixture.now_ms += 5000; // the store is away
    live_games_resume(fixture.hall, fixture.now_ms, 0);
    fixture.now_ms += 7;
    send(&fixture, EVENT_TRY, 1, "e7e5", 1, 2);
    write_batch(&fixture, 0);
    assert_int_equal(last_at(&fixture), 2050 + 307);
    close_hall(&fixture);
}

static void note_lags(const Fixture *fixture, uint8_t seat, uint32_t first_ms, uint32_t second_ms)
{
    live_games_note_lag(fixture->hall, 7, seat, first_ms);
    live_games_note_lag(fixture->hall, 7, seat, second_ms);
}

static void the_clocks_wait_for_the_way_to_the_seat_to_move(void **state)
{
    (void)state;
    Fixture fixture;
    open_hall(&fixture);
    open_game(&fixture, minute);
    note_lags(&fixture, 1, 900, 120); // one slow ping does not count
    send(&fixture, EVENT_TRY, 0, "e2e4", 1, 1);
    write_batch(&fixture, 10);
    assert_int_equal(live_games_next_ms(fixture.hall), fixture.now_ms + 120 + 60000);
    fixture.now_ms += 100;
    send(&fixture, EVENT_TRY, 1, "e7e4", 1, 2);
    write_batch(&fixture, 20); // White does not hear of it, and nothing is given back for it
    assert_int_equal(last_at(&fixture), 0);
    fixture.now_ms += 50;
    send(&fixture, EVENT_TRY, 1, "e7e5", 2, 2);
    write_batch(&fixture, 0);
    assert_int_equal(last_at(&fixture), 50);
    fixture.now_ms += 30; // nothing is known of the way to White
    send(&fixture, EVENT_TRY, 0, "d2d4", 2, 3);
    write_batch(&fixture, 0);
    assert_int_equal(last_at(&fixture), 80);
    close_hall(&fixture);
}

// From the durable row to the beat at which an answer is read; a flag and a game without clocks wait for nothing.
static void the_clocks_wait_for_beats(void **state)
{
    (void)state;
    Fixture fixture;
    open_hall_with(
        &fixture,
        (LiveGamesPlan){.lag = {.most_ms = 300, .turn_ms = 100, .saved_ms = 450, .beat_ms = 25}});
    open_game(&fixture, minute);
    note_lags(&fixture, 1, 120, 120);
    send(&fixture, EVENT_TRY, 0, "e2e4", 1, 1);
    write_batch(&fixture, 0);
    assert_int_equal(live_games_next_ms(fixture.hall), fixture.now_ms + 50 + 120 + 60000);
    fixture.now_ms += 50 + 120 + 7;
    send(&fixture, EVENT_TRY, 1, "e7e5", 1, 2);
    write_batch(&fixture, 0);
    assert_int_equal(last_at(&fixture), 7);
    assert_int_equal(live_games_next_ms(fixture.hall), fixture.now_ms + 50 + 60000);
    close_hall(&fixture);
    open_hall_with(&fixture, (LiveGamesPlan){.lag = {.beat_ms = 25}});
    open_game(&fixture, untimed);
    send(&fixture, EVENT_TRY, 0, "e2e4", 1, 1);
    write_batch(&fixture, 0);
    fixture.now_ms += 7;
    send(&fixture, EVENT_TRY, 1, "e7e5", 1, 2);
    write_batch(&fixture, 0);
    assert_int_equal(last_at(&fixture), 7);
    close_hall(&fixture);
}

// After a pause all games stand still for as long as the node did not know.
static void time_rests_after_a_pause(void **state)
{
    (void)state;
    Fixture fixture;
    open_hall(&fixture);
    open_game(&fixture, minute);
    fixture.now_ms += 100;
    live_games_pause(fixture.hall, fixture.now_ms);
    fixture.now_ms += 5000;
    live_games_resume(fixture.hall, fixture.now_ms, 75);
    assert_int_equal(live_games_next_ms(fixture.hall), fixture.now_ms + 75 + 60000 - 100);
    fixture.now_ms += 80;
    send(&fixture, EVENT_TRY, 0, "e2e4", 1, 1);
    write_batch(&fixture, 0);
    assert_int_equal(last_at(&fixture), 105);
    close_hall(&fixture);
}

static void slow_pongs_gain_no_more_than_the_quota(void **state)
{
    (void)state;
    static const char *const white[] = {"a2a3", "b2b3", "c2c3", "d2d3"};
    static const char *const black[] = {"a7a6", "b7b6", "c7c6", "d7d6"};
    static const uint16_t waits_ms[] = {300, 250, 100,
                                        100}; // most, what was saved, what a turn adds
    Fixture fixture;
    open_hall(&fixture);
    open_game(&fixture, minute);
    note_lags(&fixture, 1, 5000, 5000);
    for (uint32_t turn = 0; turn < COUNT_OF(waits_ms); turn++) {
        send(&fixture, EVENT_TRY, 0, white[turn], turn + 1, 1 + 2 * turn);
        write_batch(&fixture, 0);
        const JournalRow *row = &fixture.journal.rows[fixture.journal.count - 1];
        assert_int_equal(row->wait_ms, waits_ms[turn]);
        send(&fixture, EVENT_TRY, 1, black[turn], turn + 1, 2 + 2 * turn);
        write_batch(&fixture, 0);
    }
    close_hall(&fixture);
}

static void a_flag_falls_before_a_command_that_comes_too_late(void **state)
{
    (void)state;
    Fixture fixture;
    open_hall(&fixture);
    open_game(&fixture, minute);
    live_games_tick(fixture.hall, fixture.now_ms + 59999);
    assert_int_equal(live_games_waiting_rows(fixture.hall), 0);
    fixture.now_ms += 60000;
    send(&fixture, EVENT_TRY, 0, "e2e4", 1, 1);
    assert_int_equal(live_games_close(fixture.hall, 7), LIVE_ERR_BUSY); // its end is not durable
    write_batch(&fixture, 5);
    assert_said(&fixture, "7w2 end own over flag winner black; 7b2 end other over flag winner "
                          "black; 7w ref 1: something was said that this seat had not heard; "
                          "listen and send it again; ");
    assert_int_equal(live_games_end(fixture.hall, 7, EVENT_ABORT, 0, fixture.now_ms),
                     LIVE_ERR_OVER);
    assert_int_equal(live_games_close(fixture.hall, 7), LIVE_OK);
    assert_int_equal(live_games_close(fixture.hall, 7), LIVE_ERR_GAME);
    assert_int_equal(live_games_count(fixture.hall), 0);
    close_hall(&fixture);
}

static void the_keeper_ends_a_game(void **state)
{
    (void)state;
    Fixture fixture;
    open_hall(&fixture);
    open_game(&fixture, untimed);
    assert_int_equal(live_games_close(fixture.hall, 7), LIVE_ERR_BUSY);
    assert_int_equal(live_games_end(fixture.hall, 8, EVENT_ABORT, 1, 1000), LIVE_ERR_GAME);
    assert_int_equal(live_games_end(fixture.hall, 7, EVENT_RESIGN, 1, 1000), LIVE_ERR_COMMAND);
    assert_int_equal(live_games_end(fixture.hall, 7, EVENT_ABORT, 2, 1000), LIVE_ERR_COMMAND);
    assert_int_equal(live_games_end(fixture.hall, 7, EVENT_ABORT, 1, 1000), LIVE_OK);
    write_batch(&fixture, 5);
    assert_said(&fixture,
                "7w2 end other over aborted winner none; 7b2 end own over aborted winner none; ");
    close_hall(&fixture);
}

// --- Who stays away ------------------------------------------------------------------------------

static void a_game_is_called_off_until_both_have_moved(void **state)
{
    (void)state;
    for (unsigned moves = 0; moves <= 2; moves++) {
        static const char *const tries[] = {"e2e4", "e7e5"};
        Fixture fixture;
        open_hall(&fixture);
        open_game(&fixture, untimed);
        for (unsigned i = 0; i < moves; i++) {
            send(&fixture, EVENT_TRY, (uint8_t)i, tries[i], 1, 1 + i);
            write_batch(&fixture, 0);
        }
        fixture.text = TEXT_IN(fixture.said);
        fixture.said[0] = '\0';
        send(&fixture, EVENT_ABORT, 1, "", 2, 1);
        write_batch(&fixture, 0);
        if (moves < 2)
            assert_non_null(strstr(fixture.said, " end own over aborted winner none; "));
        else
            assert_said(&fixture, "7b ref 2: both have moved; resign or offer a draw instead; ");
        // A retry is told the same.
        fixture.text = TEXT_IN(fixture.said);
        fixture.said[0] = '\0';
        send(&fixture, EVENT_ABORT, 1, "", 2, 1);
        assert_non_null(
            strstr(fixture.said, moves < 2 ? " end own over aborted" : "7b ref 2: both have"));
        close_hall(&fixture);
    }
}

// The hall lets its games end; when the first one has, in milliseconds from now on, at most an hour and a bit.
static uint64_t ms_until_end(Fixture *fixture)
{
    const uint64_t next_ms = live_games_next_ms(fixture->hall);
    if (next_ms == UINT64_MAX)
        return UINT64_MAX;
    live_games_tick(fixture->hall, next_ms - 1);
    assert_int_equal(live_games_waiting_rows(fixture->hall), 0);
    live_games_tick(fixture->hall, next_ms);
    assert_int_equal(live_games_waiting_rows(fixture->hall), 1);
    const uint64_t ms = next_ms - fixture->now_ms;
    fixture->now_ms = next_ms;
    write_batch(fixture, 0);
    return ms;
}

// A game in which both have played a move, and White is to move; everything that was said so far is forgotten.
static void open_minded(Fixture *fixture, ClockRule clock, unsigned moves)
{
    static const char *const tries[] = {"e2e4", "e7e5"};
    open_hall(fixture);
    open_game(fixture, clock);
    live_games_watch_absence(fixture->hall, 7);
    for (unsigned i = 0; i < moves; i++) {
        send(fixture, EVENT_TRY, (uint8_t)i, tries[i], 1, 1 + i);
        write_batch(fixture, 0);
    }
    fixture->text = TEXT_IN(fixture->said);
    fixture->said[0] = '\0';
}

static void only_a_minded_game_ends_by_itself(void **state)
{
    (void)state;
    Fixture fixture;
    open_hall(&fixture);
    open_game(&fixture, untimed);
    assert_true(ms_until_end(&fixture) == UINT64_MAX);
    close_hall(&fixture);
}

static void a_seat_that_does_not_begin_calls_its_game_off(void **state)
{
    (void)state;
    static const char *const ends[] = {
        "7w2 end own over aborted winner none; 7b2 end other over aborted winner none; ",
        "7w3 end other over aborted winner none; 7b3 end own over aborted winner none; "};
    for (unsigned moves = 0; moves < 2; moves++) {
        Fixture fixture;
        open_minded(&fixture, (ClockRule){600000, 0}, moves);
        live_games_note_presence(fixture.hall, 7, 0, true); // that it is there does not help
        live_games_note_presence(fixture.hall, 7, 1, true);
        assert_int_equal(ms_until_end(&fixture), 60000);
        assert_said(&fixture, ends[moves]);
        close_hall(&fixture);
    }
}

static void a_seat_that_is_away_in_its_turn_forfeits(void **state)
{
    (void)state;
    Fixture fixture;
    open_minded(&fixture, (ClockRule){600000, 0}, 2);
    live_games_note_presence(fixture.hall, 7, 1, true);
    live_games_note_presence(fixture.hall, 7, 0, true);
    fixture.now_ms += 50000;
    live_games_tick(fixture.hall, fixture.now_ms);
    live_games_note_presence(fixture.hall, 7, 1, false); // it is not its turn
    assert_int_equal(live_games_next_ms(fixture.hall), fixture.now_ms + 550000); // White's flag
    live_games_note_presence(fixture.hall, 7, 0, false);
    assert_int_equal(ms_until_end(&fixture), 120000);
    assert_said(&fixture, "7w4 end own over forfeit winner black; 7b4 end other over forfeit "
                          "winner black; ");
    close_hall(&fixture);
}

static void who_comes_back_in_time_plays_on(void **state)
{
    (void)state;
    Fixture fixture;
    open_minded(&fixture, (ClockRule){600000, 0}, 2);
    fixture.now_ms += 119999;
    live_games_tick(fixture.hall, fixture.now_ms);
    live_games_note_presence(fixture.hall, 7, 0, true);
    assert_int_equal(ms_until_end(&fixture), 600000 - 119999);
    assert_said(&fixture,
                "7w4 end own over flag winner black; 7b4 end other over flag winner black; ");
    close_hall(&fixture);
}

static void a_turn_without_clocks_has_an_end(void **state)
{
    (void)state;
    Fixture fixture;
    open_minded(&fixture, untimed, 2);
    live_games_note_presence(fixture.hall, 7, 0, true);
    assert_int_equal(ms_until_end(&fixture), 3600000);
    assert_said(&fixture, "7w4 end own over forfeit winner black; 7b4 end other over forfeit "
                          "winner black; ");
    close_hall(&fixture);
}

// The other seat hears the end: its moment must not tell that somebody was refused before it.
static void a_refused_try_moves_no_end(void **state)
{
    (void)state;
    for (unsigned moves = 0; moves <= 2; moves += 2)
        for (unsigned is_here = 0; is_here < 2; is_here++) {
            uint64_t ends_ms[2];
            for (unsigned refusals = 0; refusals < 2; refusals++) {
                Fixture fixture;
                open_minded(&fixture, untimed, moves);
                live_games_note_presence(fixture.hall, 7, 0, is_here);
                const uint64_t begin_ms = fixture.now_ms;
                for (unsigned i = 0; i < 3 * refusals; i++) {
                    fixture.now_ms += 5000;
                    send(&fixture, EVENT_TRY, 0, "a1a8", 2 + i, 1 + moves + i);
                    write_batch(&fixture, 700);
                }
                assert_int_equal(strstr(fixture.said, "illegal") != NULL, refusals);
                const uint64_t waited_ms = fixture.now_ms - begin_ms;
                ends_ms[refusals] = waited_ms + ms_until_end(&fixture);
                close_hall(&fixture);
            }
            assert_int_equal(ends_ms[0], ends_ms[1]);
        }
}

static void time_that_stands_still_is_not_waited(void **state)
{
    (void)state;
    Fixture fixture;
    open_minded(&fixture, untimed, 0);
    fixture.now_ms += 10000;
    live_games_pause(fixture.hall, fixture.now_ms);
    fixture.now_ms += 500000; // the store is away
    live_games_resume(fixture.hall, fixture.now_ms, 0);
    assert_int_equal(ms_until_end(&fixture), 50000);
    close_hall(&fixture);
}

static void who_stays_away_is_minded_by_the_next_node_too(void **state)
{
    (void)state;
    for (unsigned moves = 1; moves <= 2; moves++) {
        Fixture fixture;
        open_minded(&fixture, untimed, moves);
        fixture.now_ms += 20000;
        write_batch(&fixture, 0); // empty: the node lives
        live_games_destroy(fixture.hall);
        start(&fixture, 2, &memory_heap);
        assert_int_equal(
            live_games_adopt(fixture.hall, 7, &fixture.journal, fixture.alive_ms, fixture.now_ms),
            LIVE_OK);
        live_games_watch_absence(fixture.hall, 7);
        write_batch(&fixture, 0);
        // A seat is away from the moment on at which the next node has the game; its first move is not longer waited for.
        assert_int_equal(ms_until_end(&fixture), moves == 1 ? 40000 : 120000);
        close_hall(&fixture);
    }
}

// --- Taking over ---------------------------------------------------------------------------------

static void a_game_goes_on_at_another_node(void **state)
{
    (void)state;
    Fixture fixture;
    LiveBatch beat;
    open_hall(&fixture);
    open_game(&fixture, minute);
    fixture.now_ms += 1000;
    send(&fixture, EVENT_TRY, 0, "e2e4", 1, 1);
    write_batch(&fixture, 0);
    fixture.now_ms += 500;
    assert_true(live_games_take_batch(fixture.hall, fixture.now_ms, &beat)); // it lives
    fixture.alive_ms = beat.alive_ms;
    live_games_batch_durable(fixture.hall, fixture.now_ms);
    fixture.now_ms += 200;
    send(&fixture, EVENT_TRY, 1, "e7e5", 1, 2); // lost with its node
    live_games_destroy(fixture.hall);
    assert_said(&fixture, "7w2 played; 7b2 moved; ");

    start(&fixture, 2, &memory_heap);
    fixture.now_ms = 77; // another machine, another clock
    assert_int_equal(
        live_games_adopt(fixture.hall, 7, &fixture.journal, fixture.alive_ms, fixture.now_ms),
        LIVE_OK);
    assert_int_equal(
        live_games_adopt(fixture.hall, 7, &fixture.journal, fixture.alive_ms, fixture.now_ms),
        LIVE_ERR_HERE);
    send(&fixture, EVENT_TRY, 1, "e7e5", 1, 2);
    assert_said(&fixture, "7b ref 1: not now; send it again in a moment; ");
    write_batch(&fixture, 30);
    assert_int_equal(last_at(&fixture),
                     1500); // White's second, and what Black is known to have thought
    send(&fixture, EVENT_TRY, 0, "e2e4", 1, 1);
    assert_said(&fixture, "7w2 played; ");
    fixture.now_ms += 100;
    send(&fixture, EVENT_TRY, 1, "e7e5", 1, 2);
    write_batch(&fixture, 0);
    assert_int_equal(last_at(&fixture), 1600);
    assert_said(&fixture, "7w3 moved; 7b3 played; ");
    close_hall(&fixture);
}

static void a_journal_that_cannot_be_played_is_not_taken_over(void **state)
{
    (void)state;
    static const char *const lines[] = {"open 1 1 0 0+0 kriegspiel(rules=icc,board=8x8)",
                                        "white resign 1 5 5", "white resign 2 6 6"};
    Fixture fixture;
    GameJournal journal = {0};
    open_hall(&fixture);
    assert_int_equal(live_games_adopt(fixture.hall, 7, &journal, 0, 1000), LIVE_ERR_JOURNAL);
    for (unsigned i = 0; i < COUNT_OF(lines); i++) {
        static const LiveError errors[] = {LIVE_OK, LIVE_ERR_OVER, LIVE_ERR_JOURNAL};
        assert_int_equal(game_journal_add(&journal, &memory_heap, slice_of(lines[i])),
                         GAME_JOURNAL_OK);
        assert_int_equal(live_games_adopt(fixture.hall, 7, &journal, 0, 1000), errors[i]);
        live_games_lose(fixture.hall, 7);
        assert_int_equal(live_games_count(fixture.hall), 0);
        assert_int_equal(live_games_waiting_rows(fixture.hall), 0);
    }
    live_games_lose(fixture.hall, 7); // there is none
    game_journal_done(&journal, &memory_heap);
    close_hall(&fixture);
}

static void what_is_left_of_a_refused_batch_comes_first(void **state)
{
    (void)state;
    Fixture fixture;
    LiveBatch batch;
    open_hall(&fixture);
    open_game(&fixture, untimed);
    const JournalGame opening = game_of("kriegspiel", untimed);
    assert_int_equal(live_games_open(fixture.hall, 8, &opening, 1000), LIVE_OK);
    send(&fixture, EVENT_TRY, 0, "e2d3", 1, 1);
    assert_true(live_games_take_batch(fixture.hall, fixture.now_ms, &batch));
    send(&fixture, EVENT_TRY, 0, "e2e4", 2, 1);
    send(&fixture, EVENT_TRY, 0, "e2f3", 3, 1); // stale, behind what White will hear
    live_games_lose(fixture.hall, 8);           // another node has it
    assert_int_equal(live_games_batch_refused(fixture.hall), LIVE_OK);
    assert_int_equal(live_games_waiting_rows(fixture.hall), 2);
    send(&fixture, EVENT_OFFER, 0, "", 4, 1);
    write_batch(&fixture, 5);
    assert_said(&fixture,
                "7w2 illegal; 7w3 played; 7b2 moved; 7w ref 3: something was said that this seat "
                "had not heard; listen and send it again; 7w ref 4: something was said that this "
                "seat had not heard; listen and send it again; ");
    close_hall(&fixture);
}

// --- Memory --------------------------------------------------------------------------------------

// Plays a little with memory that refuses once, and asks again where it did. Returns how often memory was asked for.
static unsigned play_with_miser(unsigned refuse_at, char said[SAID_MAX])
{
    Miser miser = {.refuse_at = refuse_at};
    const Memory memory = miser_memory(&miser);
    Fixture fixture = {.now_ms = 1000};
    fixture.text = TEXT_IN(fixture.said);
    const JournalGame opening = game_of("kriegspiel", minute);
    LiveBatch batch;
    start(&fixture, 1, &memory);
    if (!fixture.hall)
        start(&fixture, 1, &memory);
    for (uint64_t game = 7; game <= 8; game++)
        if (live_games_open(fixture.hall, game, &opening, 1000) == LIVE_ERR_MEMORY)
            assert_int_equal(live_games_open(fixture.hall, game, &opening, 1000), LIVE_OK);
    write_batch(&fixture, 0);
    fixture.text =
        TEXT_IN(fixture.said); // what failed does not matter, but what is heard in the end
    for (unsigned again = 0; again < 2; again++)
        send(&fixture, EVENT_TRY, 0, "e2d3", 1, 1);
    assert_true(live_games_take_batch(fixture.hall, 1000, &batch));
    for (unsigned again = 0; again < 2; again++)
        send(&fixture, EVENT_TRY, 0, "e2e4", 2, 1);
    live_games_lose(fixture.hall, 8);
    if (live_games_batch_refused(fixture.hall) != LIVE_OK)
        assert_int_equal(live_games_batch_refused(fixture.hall), LIVE_OK);
    write_batch(&fixture, 0);
    fixture.text = TEXT_IN(fixture.said);
    for (unsigned again = 0; again < 2; again++)
        live_games_tick(fixture.hall, 70000); // Black's flag
    fixture.now_ms = 70000;
    write_batch(&fixture, 0);
    Joined joined;
    fixture.text = TEXT_IN(fixture.said);
    if (join(&fixture, 7, 0, 0, &joined) == LIVE_ERR_MEMORY)
        assert_int_equal(join(&fixture, 7, 0, 0, &joined), LIVE_OK);
    memcpy(said, fixture.said, SAID_MAX);
    live_games_destroy(fixture.hall);
    game_journal_done(&fixture.journal, &memory_heap);
    assert_int_equal(miser.held, 0);
    return miser.asked;
}

static void a_refusal_of_memory_loses_nothing(void **state)
{
    (void)state;
    static char right[SAID_MAX], said[SAID_MAX];
    const unsigned asked = play_with_miser(0, right);
    assert_non_null(strstr(right, "7w1 opening own; 7w2 illegal; 7w3 played; 7w4 end other over "
                                  "flag winner white; "));
    for (unsigned i = 1; i <= asked; i++) {
        play_with_miser(i, said);
        assert_string_equal(said, right);
    }
    assert_true(asked > 15);
}

static void a_game_takes_less_than_two_kilobytes(void **state)
{
    (void)state;
    const JournalGame opening = game_of("kriegspiel", untimed);
    assert_true(live_games_game_bytes(opening.game) <= 2048);
}

// --- Being late ----------------------------------------------------------------------------------

// A try is refused by the umpire, and its row is durable after `store_ms`.
static void play_batch(Fixture *fixture, uint32_t ref, uint64_t store_ms)
{
    send(fixture, EVENT_TRY, 0, "a1a4", ref, ref);
    write_batch(fixture, store_ms);
    fixture->text.length = 0;
}

static void batches_that_are_late_on_average_make_it_late(void **state)
{
    (void)state;
    Fixture fixture;
    uint32_t ref = 0;
    open_hall(&fixture);
    open_game(&fixture, untimed);
    for (unsigned i = 0; i < 100; i++)
        play_batch(&fixture, ++ref, 40);
    assert_false(live_games_is_late(fixture.hall, fixture.now_ms));
    for (unsigned i = 0; i < 20; i++)
        play_batch(&fixture, ++ref, 80);
    assert_true(live_games_is_late(fixture.hall, fixture.now_ms));
    for (unsigned i = 0; i < 20; i++)
        write_batch(&fixture, 80); // without rows: it is the store that is late
    assert_true(live_games_is_late(fixture.hall, fixture.now_ms));
    for (unsigned i = 0; i < 20; i++)
        write_batch(&fixture, 10);
    assert_false(live_games_is_late(fixture.hall, fixture.now_ms));
    close_hall(&fixture);
}

static void one_outage_of_the_store_makes_it_late_while_it_lasts(void **state)
{
    (void)state;
    Fixture fixture;
    LiveBatch batch;
    open_hall(&fixture);
    open_game(&fixture, untimed);
    send(&fixture, EVENT_TRY, 0, "a1a4", 1, 1);
    assert_true(live_games_take_batch(fixture.hall, fixture.now_ms, &batch));
    assert_false(live_games_is_late(fixture.hall, fixture.now_ms + 900));
    assert_true(live_games_is_late(fixture.hall, fixture.now_ms + 1000));
    fixture.now_ms += 5000;
    live_games_batch_durable(fixture.hall, fixture.now_ms);
    assert_false(live_games_is_late(fixture.hall, fixture.now_ms));
    close_hall(&fixture);
}

// --- Many games ----------------------------------------------------------------------------------

typedef struct Falls {
    uint32_t count;
    uint64_t last; // the number of the game whose end was posted last
} Falls;

static void count_falls(void *context, const LiveMail *mail)
{
    Falls *falls = context;
    if (mail->told.effect.hearing.ending != ENDING_FLAG || mail->seat)
        return;
    assert_true(mail->game > falls->last);
    falls->last = mail->game;
    falls->count++;
}

// Games whose numbers grow with their clocks lose on time in the order of their numbers.
static void thousands_of_games_lose_on_time_in_order(void **state)
{
    (void)state;
    enum { GAMES = 5000, STEP = 7919 };
    Falls falls = {0};
    LiveBatch batch;
    const LiveGamesPlan plan = {
        .games_max = GAMES, .rows_max = GAMES, .post = {count_falls, &falls}};
    LiveGames *hall = live_games_create(&memory_heap, &plan);
    JournalGame opening = game_of("kriegspiel(board=4x4)", untimed);
    Rng rng = rng_from_seed(5);
    for (uint64_t i = 0; i < GAMES; i++) {
        const uint64_t number = i * STEP % GAMES; // in another order
        opening.clock.base_ms = (uint32_t)(1000 + number);
        assert_int_equal(live_games_open(hall, (number + 1) << 33 | 1, &opening, 0), LIVE_OK);
    }
    assert_true(live_games_take_batch(hall, 0, &batch));
    live_games_batch_durable(hall, 0);
    uint32_t left = GAMES;
    for (uint64_t i = 0; i < GAMES; i++)
        if (rng_below(&rng, 3) == 0) {
            live_games_lose(hall, (i + 1) << 33 | 1);
            left--;
        }
    assert_int_equal(live_games_count(hall), left);
    for (uint64_t now_ms; (now_ms = live_games_next_ms(hall)) != UINT64_MAX;) {
        live_games_tick(hall, now_ms);
        assert_true(live_games_take_batch(hall, now_ms, &batch));
        assert_int_equal(batch.count, 1);
        const uint64_t number = batch.rows[0].game;
        live_games_batch_durable(hall, now_ms);
        assert_int_equal(live_games_close(hall, number), LIVE_OK);
    }
    assert_int_equal(falls.count, left);
    assert_int_equal(live_games_count(hall), 0);
    live_games_destroy(hall);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_hears_before_the_store_has_it),
        cmocka_unit_test(an_error_comes_behind_what_its_seat_will_hear),
        cmocka_unit_test(a_retry_gets_the_first_answer),
        cmocka_unit_test(what_cannot_be_taken_is_refused_in_words),
        cmocka_unit_test(a_seat_that_comes_back_is_told_what_it_missed),
        cmocka_unit_test(what_is_told_while_a_seat_reads_comes_in_its_turn),
        cmocka_unit_test(a_seat_has_a_pace),
        cmocka_unit_test(a_flood_of_commands_does_not_fill_the_memory),
        cmocka_unit_test(time_stands_still_while_both_wait_for_the_store),
        cmocka_unit_test(the_clocks_wait_for_the_way_to_the_seat_to_move),
        cmocka_unit_test(the_clocks_wait_for_beats),
        cmocka_unit_test(time_rests_after_a_pause),
        cmocka_unit_test(slow_pongs_gain_no_more_than_the_quota),
        cmocka_unit_test(a_flag_falls_before_a_command_that_comes_too_late),
        cmocka_unit_test(the_keeper_ends_a_game),
        cmocka_unit_test(a_game_is_called_off_until_both_have_moved),
        cmocka_unit_test(only_a_minded_game_ends_by_itself),
        cmocka_unit_test(a_seat_that_does_not_begin_calls_its_game_off),
        cmocka_unit_test(a_seat_that_is_away_in_its_turn_forfeits),
        cmocka_unit_test(who_comes_back_in_time_plays_on),
        cmocka_unit_test(a_turn_without_clocks_has_an_end),
        cmocka_unit_test(a_refused_try_moves_no_end),
        cmocka_unit_test(time_that_stands_still_is_not_waited),
        cmocka_unit_test(who_stays_away_is_minded_by_the_next_node_too),
        cmocka_unit_test(a_game_goes_on_at_another_node),
        cmocka_unit_test(a_journal_that_cannot_be_played_is_not_taken_over),
        cmocka_unit_test(what_is_left_of_a_refused_batch_comes_first),
        cmocka_unit_test(a_refusal_of_memory_loses_nothing),
        cmocka_unit_test(a_game_takes_less_than_two_kilobytes),
        cmocka_unit_test(batches_that_are_late_on_average_make_it_late),
        cmocka_unit_test(one_outage_of_the_store_makes_it_late_while_it_lasts),
        cmocka_unit_test(thousands_of_games_lose_on_time_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
