// The table room: clocks, offers, ends, the record, and what the other seat must not notice.
#include "base/rng.h"
#include "games/core/random_games.h"
#include "games/core/table_replay.h"
#include "games/core/truth.h"
#include "games/kriegspiel/kriegspiel.h"
#include "games/phantom_go/phantom_go.h"
#include "unit/miser.h"
#include "unit/read_game.h"

#include <stdio.h>
#include <string.h>

// A table with its rules and the effects of its last event.
typedef struct Fixture {
    KriegspielRules rules;
    Table *table;
    TableEffects effects;
    uint64_t now_ms;
} Fixture;

static void open_table(Fixture *fixture, const char *game_string, ClockRule clock)
{
    *fixture = (Fixture){0};
    read_game(game_string, &fixture->rules);
    fixture->table = table_create(&memory_heap, &kriegspiel_game, (const Rules *)&fixture->rules,
                                  clock, 0, &fixture->effects);
    assert_non_null(fixture->table);
}

// Sends one event `later_ms` after the last.
static TableError send(Fixture *fixture, EventKind kind, uint8_t seat, const char *attempt,
                       uint64_t later_ms)
{
    const TableEvent event = {.kind = (uint8_t)kind,
                              .seat = seat,
                              .attempt = try_from_text(slice_of(attempt)),
                              .at_ms = fixture->now_ms + later_ms};
    const TableError error = table_step(fixture->table, &event, &fixture->effects);
    if (!error)
        fixture->now_ms += later_ms;
    return error;
}

static void send_try(Fixture *fixture, uint8_t seat, const char *attempt, uint64_t later_ms)
{
    assert_int_equal(send(fixture, EVENT_TRY, seat, attempt, later_ms), TABLE_OK);
}

// What the seats heard last, as one line: "w1: White's move. | b1: White's move."
static void assert_heard(const Fixture *fixture, const char *expected)
{
    char memory[400];
    Text line = TEXT_IN(memory);
    for (uint32_t i = 0; i < fixture->effects.count; i++) {
        const TableEffect *effect = &fixture->effects.effects[i];
        char words[200];
        Text said = TEXT_IN(words);
        umpire_say(fixture->rules.ruleset, &effect->hearing, &said);
        text_format(&line, "%s%c%u: %s", i ? " | " : "", "wb"[effect->seat], effect -> sequence,
                    words);
    }
    assert_string_equal(memory, expected);
}

static void assert_clocks(const Fixture *fixture, uint32_t white_ms, uint32_t black_ms)
{
    assert_true(fixture->effects.count > 0);
    for (uint32_t i = 0; i < fixture->effects.count; i++) {
        assert_int_equal(fixture->effects.effects[i].clock_ms[0], white_ms);
        assert_int_equal(fixture->effects.effects[i].clock_ms[1], black_ms);
    }
}

static const ClockRule untimed = {0, 0};

static void a_refused_try_leaves_no_trace_with_the_other_seat(void **state)
{
    (void)state;
    Fixture fixture;
    open_table(&fixture, "kriegspiel(rules=icc)", untimed);
    assert_heard(&fixture, "w1: White's move. | b1: White's move.");
    send_try(&fixture, 0, "e2d3", 5);
    assert_heard(&fixture, "w2: Illegal move.");
    send_try(&fixture, 0, "e2f3", 5);
    assert_heard(&fixture, "w3: Illegal move.");
    send_try(&fixture, 0, "e2e4", 5);
    assert_heard(&fixture, "w4: Black's move. | b2: Black's move.");
    assert_clocks(&fixture, 0, 0);
    table_destroy(fixture.table);
}

static void what_is_said_aloud_reaches_both(void **state)
{
    (void)state;
    Fixture fixture;
    open_table(&fixture, "kriegspiel(rules=berkeley)", untimed);
    send_try(&fixture, 0, "e2d3", 5);
    assert_heard(&fixture, "w2: No. | b2: No.");
    send_try(&fixture, 0, "a1a8", 5);
    assert_heard(&fixture, "w3: Nonsense.");
    table_destroy(fixture.table);
}

static void resigning_ends_the_game_in_turn_or_not(void **state)
{
    (void)state;
    Fixture fixture;
    open_table(&fixture, "kriegspiel", untimed);
    assert_int_equal(send(&fixture, EVENT_RESIGN, 1, "", 5), TABLE_OK);
    assert_heard(&fixture, "w2: Black resigns. White wins. | b2: Black resigns. White wins.");
    assert_true(table_is_over(fixture.table));
    assert_int_equal(send(&fixture, EVENT_TRY, 0, "e2e4", 5), TABLE_ERR_OVER);
    table_destroy(fixture.table);
}

static void a_draw_is_offered_declined_and_agreed(void **state)
{
    (void)state;
    Fixture fixture;
    open_table(&fixture, "kriegspiel", untimed);
    assert_int_equal(send(&fixture, EVENT_ACCEPT, 0, "", 5), TABLE_ERR_NO_OFFER);
    assert_int_equal(send(&fixture, EVENT_OFFER, 0, "", 5), TABLE_OK);
    assert_heard(&fixture, "w2: White offers a draw. | b2: White offers a draw.");
    assert_int_equal(send(&fixture, EVENT_OFFER, 0, "", 5), TABLE_ERR_OFFERED);
    assert_int_equal(send(&fixture, EVENT_ACCEPT, 0, "", 5), TABLE_ERR_NO_OFFER);
    assert_int_equal(send(&fixture, EVENT_DECLINE, 1, "", 5), TABLE_OK);
    assert_heard(&fixture, "w3: Black declines the draw. | b3: Black declines the draw.");
    // Not again before White has moved, and a move of Black's declines without a word.
    assert_int_equal(send(&fixture, EVENT_OFFER, 0, "", 5), TABLE_ERR_OFFERED);
    send_try(&fixture, 0, "e2e4", 5);
    assert_int_equal(send(&fixture, EVENT_OFFER, 0, "", 5), TABLE_OK);
    send_try(&fixture, 1, "e7e5", 5);
    assert_int_equal(send(&fixture, EVENT_ACCEPT, 1, "", 5), TABLE_ERR_NO_OFFER);
    assert_int_equal(send(&fixture, EVENT_OFFER, 1, "", 5), TABLE_OK);
    assert_int_equal(send(&fixture, EVENT_OFFER, 1, "", 5), TABLE_ERR_OFFERED);
    assert_int_equal(send(&fixture, EVENT_ACCEPT, 0, "", 5), TABLE_OK);
    assert_heard(&fixture, "w8: White agrees. Draw. | b8: White agrees. Draw.");
    table_destroy(fixture.table);
}

static void an_offer_in_return_accepts(void **state)
{
    (void)state;
    Fixture fixture;
    open_table(&fixture, "kriegspiel", untimed);
    assert_int_equal(send(&fixture, EVENT_OFFER, 0, "", 5), TABLE_OK);
    assert_int_equal(send(&fixture, EVENT_OFFER, 1, "", 5), TABLE_OK);
    assert_heard(&fixture, "w3: Black agrees. Draw. | b3: Black agrees. Draw.");
    table_destroy(fixture.table);
}

static void only_the_clock_of_the_seat_to_move_runs(void **state)
{
    (void)state;
    Fixture fixture;
    open_table(&fixture, "kriegspiel", (ClockRule){10000, 200});
    assert_clocks(&fixture, 10000, 10000);
    assert_int_equal(table_deadline_ms(fixture.table), 10000);
    send_try(&fixture, 0, "e2d3", 1000);
    assert_clocks(&fixture, 9000, 10000);
    send_try(&fixture, 0, "e2e4", 1000);
    assert_clocks(&fixture, 8200, 10000);
    assert_int_equal(table_deadline_ms(fixture.table), 12000);
    send_try(&fixture, 1, "e7e5", 3000);
    assert_clocks(&fixture, 8200, 7200);
    table_destroy(fixture.table);
}

static void a_fallen_flag_loses(void **state)
{
    (void)state;
    Fixture fixture;
    open_table(&fixture, "kriegspiel", (ClockRule){1000, 0});
    assert_int_equal(send(&fixture, EVENT_TIME, 0, "", 999), TABLE_OK);
    assert_int_equal(fixture.effects.count, 0);
    // A try that comes too late is not judged.
    send_try(&fixture, 0, "e2e4", 1);
    assert_heard(&fixture,
                 "w2: White's flag falls. Black wins. | b2: White's flag falls. Black wins.");
    assert_clocks(&fixture, 0, 1000);
    assert_int_equal(table_deadline_ms(fixture.table), UINT64_MAX);
    table_destroy(fixture.table);
}

static void a_fallen_flag_draws_against_a_bare_king(void **state)
{
    (void)state;
    Fixture fixture;
    open_table(&fixture, "kriegspiel(fen=4k3/8/8/8/8/8/4P3/4K3_w)", (ClockRule){1000, 0});
    assert_int_equal(send(&fixture, EVENT_TIME, 1, "", 5000), TABLE_OK);
    assert_heard(&fixture, "w2: White's flag falls. Draw. | b2: White's flag falls. Draw.");
    table_destroy(fixture.table);
}

// A board of Go can always be counted, so there is no bare king in it.
static void a_fallen_flag_loses_in_phantom_go_whatever_stands_on_the_board(void **state)
{
    (void)state;
    PhantomRules rules;
    const Game *game = read_game("phantom-go(size=5)", &rules);
    for (unsigned turn = 0; turn < 2; turn++) {
        TableEffects effects;
        Table *table = table_create(&memory_heap, game, (const Rules *)&rules, (ClockRule){1000, 0},
                                    0, &effects);
        assert_non_null(table);
        const TableEvent move = {EVENT_TRY, table_seat_to_move(table),
                                 game->try_from_text(slice_of("c3")), 1};
        if (turn)
            assert_int_equal(table_step(table, &move, &effects), TABLE_OK);
        const uint8_t seat = table_seat_to_move(table);
        const TableEvent late = {EVENT_TIME, 0, TRY_NONE, 5000};
        assert_int_equal(table_step(table, &late, &effects), TABLE_OK);
        assert_int_equal(effects.effects[0].hearing.ending, ENDING_FLAG);
        assert_int_equal(effects.effects[0].hearing.seat, seat);
        assert_int_equal(effects.effects[0].hearing.winner, winner_is(!seat));
        table_destroy(table);
    }
}

static void an_error_changes_nothing(void **state)
{
    (void)state;
    Fixture fixture;
    open_table(&fixture, "kriegspiel", untimed);
    send_try(&fixture, 0, "e2e4", 5);
    const TableEffects before = fixture.effects;
    static const struct {
        TableEvent event;
        TableError error;
    } cases[] = {
        {{EVENT_TRY, 0, 0, 9}, TABLE_ERR_TURN},
        {{EVENT_TRY, 1, 0, 4}, TABLE_ERR_TIME},
        {{EVENT_TRY, 1, 0, (uint64_t)RECORD_MS_MAX + 1}, TABLE_ERR_TIME},
        {{EVENT_OFFER, 0, 0, UINT64_MAX}, TABLE_ERR_TIME},
        {{EVENT_TRY, 2, 0, 9}, TABLE_ERR_EVENT},
        {{EVENT_COUNT, 0, 0, 9}, TABLE_ERR_EVENT},
        {{EVENT_DECLINE, 0, 0, 9}, TABLE_ERR_NO_OFFER},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(table_step(fixture.table, &cases[i].event, &fixture.effects),
                         cases[i].error);
        assert_memory_equal(&fixture.effects, &before, sizeof before);
        assert_true(strlen(table_error_text(cases[i].error)) > 10);
        assert_int_equal(table_record(fixture.table)->count, 1);
    }
    table_destroy(fixture.table);
}

// White is refused at 2000 at one of two tables; Black, who does not hear it, sends `kind` with an earlier time to both.
static void assert_refusal_is_unheard(EventKind kind)
{
    Fixture fixtures[2];
    TableEffect received[2] = {0};
    SeatLog logs[2] = {0};
    for (unsigned i = 0; i < 2; i++) {
        Fixture *fixture = &fixtures[i];
        open_table(fixture, "kriegspiel", (ClockRule){600000, 1000});
        send_try(fixture, 0, "e2e4", 500);
        send_try(fixture, 1, "e7e5", 500);
        if (i)
            send_try(fixture, 0, "e4d5", 1000);
        const TableEvent event = {.kind = (uint8_t)kind, .seat = 1, .at_ms = 1500};
        assert_int_equal(table_step(fixture->table, &event, &fixture->effects), TABLE_OK);
        received[i] = fixture->effects.effects[1];
        assert_int_equal(table_replay(&memory_heap, &kriegspiel_game,
                                      (const Rules *)&fixture->rules, (ClockRule){600000, 1000},
                                      table_record(fixture->table), 1, &logs[i]),
                         TABLE_OK);
    }
    assert_memory_equal(&received[0], &received[1], sizeof received[0]);
    assert_true(table_deadline_ms(fixtures[0].table) == table_deadline_ms(fixtures[1].table));
    assert_int_equal(logs[0].count, logs[1].count);
    assert_memory_equal(logs[0].list, logs[1].list, logs[0].count * sizeof *logs[0].list);
    for (unsigned i = 0; i < 2; i++) {
        seat_log_done(&logs[i], &memory_heap);
        table_destroy(fixtures[i].table);
    }
}

static void a_time_before_an_unheard_refusal_is_taken(void **state)
{
    (void)state;
    assert_refusal_is_unheard(EVENT_OFFER);
    assert_refusal_is_unheard(EVENT_RESIGN);
}

static void sixty_days_without_an_event_do_no_harm(void **state)
{
    (void)state;
    const uint64_t days_ms = UINT64_C(60) * 24 * 3600 * 1000;
    Fixture fixture;
    SeatLog log = {0};
    open_table(&fixture, "kriegspiel", untimed);
    const TableEvent late = {
        .kind = EVENT_TRY, .attempt = try_from_text(slice_of("e2e4")), .at_ms = days_ms};
    assert_int_equal(table_step(fixture.table, &late, &fixture.effects), TABLE_OK);
    assert_int_equal(fixture.effects.count, 2);
    assert_int_equal(table_replay(&memory_heap, &kriegspiel_game, (const Rules *)&fixture.rules,
                                  untimed, table_record(fixture.table), 1, &log),
                     TABLE_OK);
    assert_true(log.list[1].delay_ms == days_ms);
    seat_log_done(&log, &memory_heap);
    table_destroy(fixture.table);
    open_table(&fixture, "kriegspiel", (ClockRule){1000, 0});
    assert_int_equal(table_step(fixture.table, &late, &fixture.effects), TABLE_OK);
    assert_int_equal(fixture.effects.effects[0].hearing.ending, ENDING_FLAG);
    table_destroy(fixture.table);
}

// Whoever tries too often is named to both seats, whatever the ruleset says of refusals and whichever colour it was.
static void the_end_by_attempts_names_its_seat(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2 * ruleset_count; i++) {
        const uint8_t seat = i % 2;
        char game[100];
        Fixture fixture;
        snprintf(game, sizeof game, "kriegspiel(rules=%s,fen=4k3/p7/8/8/8/8/P7/4K3_%c)",
                 rulesets[i / 2].name, "wb"[seat]);
        open_table(&fixture, game, untimed);
        while (!table_is_over(fixture.table))
            send_try(&fixture, seat, "h3h5", 0); // nobody has a man there
        assert_int_equal(table_record(fixture.table)->count, ATTEMPTS_MAX);
        for (unsigned ear = 0; ear < 2; ear++) {
            const Hearing *heard = &fixture.effects.effects[ear].hearing;
            assert_int_equal(heard->ending, ENDING_ATTEMPTS);
            assert_int_equal(heard->seat, seat);
            assert_int_equal(heard->winner, winner_is(!seat));
        }
        table_destroy(fixture.table);
    }
}

static void a_game_that_opens_over_is_over(void **state)
{
    (void)state;
    Fixture fixture;
    open_table(&fixture, "kriegspiel(fen=R5k1/5ppp/8/8/8/8/8/6K1_b)", (ClockRule){1000, 0});
    assert_true(table_is_over(fixture.table));
    assert_int_equal(send(&fixture, EVENT_RESIGN, 1, "", 5), TABLE_ERR_OVER);
    table_destroy(fixture.table);
}

static void a_table_fits_in_two_kilobytes(void **state)
{
    (void)state;
    assert_true(table_bytes(&kriegspiel_game) <= 2048);
}

// --- Memory that refuses ------------------------------------------------------------------------

// Moves that can go on for ever where repetition ends no game.
static const char *const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};

// Plays until a refusal, and on after it. Returns how often memory was asked for.
static unsigned play_with_miser(unsigned refuse_at)
{
    Miser miser = {.refuse_at = refuse_at};
    const Memory memory = miser_memory(&miser);
    Fixture fixture = {0};
    read_game("kriegspiel(rules=berkeley)", &fixture.rules);
    fixture.table = table_create(&memory, &kriegspiel_game, (const Rules *)&fixture.rules, untimed,
                                 0, &fixture.effects);
    if (!fixture.table)
        return miser.asked;
    for (unsigned i = 0; i < 100; i++) {
        const uint8_t seat = i % 2;
        const TableEffects before = fixture.effects;
        const TableError error = send(&fixture, EVENT_TRY, seat, shuffle[i % 4], 1);
        if (error) {
            assert_int_equal(error, TABLE_ERR_MEMORY);
            assert_memory_equal(&fixture.effects, &before, sizeof before);
            assert_int_equal(table_seat_to_move(fixture.table), seat);
            send_try(&fixture, seat, shuffle[i % 4], 1);
        }
    }
    assert_int_equal(table_record(fixture.table)->count, 100);
    table_destroy(fixture.table);
    assert_int_equal(miser.held, 0);
    return miser.asked;
}

static void a_refusal_of_memory_is_an_error_and_changes_nothing(void **state)
{
    (void)state;
    const unsigned asked = play_with_miser(0);
    assert_in_range(asked, 3, 10);
    for (unsigned refuse_at = 1; refuse_at <= asked; refuse_at++)
        play_with_miser(refuse_at);
    table_destroy(NULL);
}

static bool fill_entries(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    Entries entries = {0};
    bool is_added = true;
    for (unsigned i = 0; i < 100 && is_added; i++) {
        const Entries before = entries;
        is_added = entries_add(&entries, &memory, (Entry){.delay_ms = i});
        if (!is_added)
            assert_memory_equal(&entries, &before, sizeof before);
    }
    for (uint32_t i = 0; i < entries.count; i++)
        assert_int_equal(entries.list[i].delay_ms, i);
    entries_done(&entries, &memory);
    return is_added;
}

static bool fill_seat_log(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    SeatLog log = {0};
    bool is_added = true;
    for (unsigned i = 0; i < 100 && is_added; i++) {
        const SeatLog before = log;
        is_added = seat_log_add(&log, &memory, (Heard){.delay_ms = i});
        if (!is_added)
            assert_memory_equal(&log, &before, sizeof before);
    }
    for (uint32_t i = 0; i < log.count; i++)
        assert_int_equal(log.list[i].delay_ms, i);
    seat_log_done(&log, &memory);
    return is_added;
}

static bool replay_shuffle(Miser *miser)
{
    const Memory memory = miser_memory(miser);
    Entry list[100] = {0};
    for (unsigned i = 0; i < COUNT_OF(list); i++)
        list[i] = (Entry){.kind = EVENT_TRY,
                          .seat = i % 2,
                          .attempt = try_from_text(slice_of(shuffle[i % 4])),
                          .delay_ms = 1};
    const Entries entries = {.list = list, .count = COUNT_OF(list)};
    KriegspielRules rules;
    SeatLog log = {0};
    read_game("kriegspiel(rules=berkeley)", &rules);
    const TableError error =
        table_replay(&memory, &kriegspiel_game, (const Rules *)&rules, untimed, &entries, 1, &log);
    assert_int_equal(log.count, error ? 0 : COUNT_OF(list) + 1);
    if (error) {
        assert_int_equal(error, TABLE_ERR_MEMORY);
        assert_null(log.list);
    }
    seat_log_done(&log, &memory);
    return !error;
}

static void lists_and_replays_see_every_refusal(void **state)
{
    (void)state;
    assert_refusals_are_seen(fill_entries, 4);
    assert_refusals_are_seen(fill_seat_log, 4);
    assert_refusals_are_seen(replay_shuffle, 9);
}

// --- Replay -------------------------------------------------------------------------------------

enum { LOG_MAX = 4000 };

typedef struct Log {
    uint32_t count;
    TableEffect effects[LOG_MAX];
} Log;

static void log_effects(Log *log, const TableEffects *effects)
{
    for (uint32_t i = 0; i < effects->count && log->count < LOG_MAX; i++)
        log->effects[log->count++] = effects->effects[i];
}

// Any event by anyone, mostly tries of the seat to move.
static TableEvent random_event(Rng *rng, const Fixture *fixture)
{
    const Umpire *truth = table_truth(fixture->table);
    Try tries[TRIES_MAX];
    const uint32_t count = umpire_tries(truth, tries);
    TableEvent event = {.kind = EVENT_TRY,
                        .seat = table_seat_to_move(fixture->table),
                        .attempt = tries[rng_below(rng, count)],
                        .at_ms = fixture->now_ms + rng_below(rng, 300)};
    if (rng_below(rng, 12) == 0) {
        static const uint8_t kinds[] = {EVENT_OFFER, EVENT_DECLINE, EVENT_TIME, EVENT_TRY};
        event.kind = kinds[rng_below(rng, COUNT_OF(kinds))];
        event.seat = (uint8_t)rng_below(rng, 2);
    }
    return event;
}

static void a_record_replays_to_the_last_byte(void **state)
{
    (void)state;
    static Log played, replayed;
    for (unsigned game = 0; game < ruleset_count * 6; game++) {
        Rng rng = rng_from_seed(game);
        char memory[80];
        Text text = TEXT_IN(memory);
        text_format(&text, "kriegspiel(rules=%s,board=%s)", rulesets[game % ruleset_count].name,
                    chess_boards[game % chess_board_count].name);
        const ClockRule clock = {game % 2 ? 20000 : 0, 100};
        Fixture fixture, again;
        played.count = replayed.count = 0;
        open_table(&fixture, memory, clock);
        log_effects(&played, &fixture.effects);
        while (!table_is_over(fixture.table) && played.count < LOG_MAX - 2) {
            const TableEvent event = random_event(&rng, &fixture);
            if (table_step(fixture.table, &event, &fixture.effects) == TABLE_OK) {
                fixture.now_ms = event.at_ms;
                log_effects(&played, &fixture.effects);
            }
        }
        const Entries *record = table_record(fixture.table);
        open_table(&again, memory, clock);
        log_effects(&replayed, &again.effects);
        for (uint32_t i = 0; i < record->count; i++) {
            const Entry *entry = &record->list[i];
            again.now_ms += (uint64_t)entry->delay_ms;
            const TableEvent event = {entry->kind, entry->seat, entry->attempt, again.now_ms};
            assert_int_equal(table_step(again.table, &event, &again.effects), TABLE_OK);
            log_effects(&replayed, &again.effects);
        }
        assert_int_equal(played.count, replayed.count);
        assert_memory_equal(played.effects, replayed.effects, played.count * sizeof(TableEffect));
        table_destroy(fixture.table);
        table_destroy(again.table);
    }
}

// --- The table once more, slowly ------------------------------------------------------------------

// What docs/rules/common.md says of turns, offers and clocks, in its plainest form.
typedef struct SlowTable {
    ClockRule clock;
    uint64_t left_ms[2], turn_began_ms;
    bool has_offered[2], stands[2]; // since its last move; whether its offer may be answered
    bool is_over;
} SlowTable;

typedef struct SlowAnswer {
    TableError error;
    uint8_t ending, doer, winner; // of an end that is the table's own doing
} SlowAnswer;

static SlowAnswer slow_end(SlowTable *slow, uint8_t ending, uint8_t doer, uint8_t winner)
{
    slow->is_over = true;
    return (SlowAnswer){TABLE_OK, ending, doer, winner};
}

static SlowAnswer slow_offer(SlowTable *slow, uint8_t seat)
{
    if (slow->stands[!seat])
        return slow_end(slow, ENDING_AGREED, seat, WINNER_NONE);
    if (slow->has_offered[seat])
        return (SlowAnswer){.error = TABLE_ERR_OFFERED};
    slow->has_offered[seat] = slow->stands[seat] = true;
    return (SlowAnswer){0};
}

static SlowAnswer slow_answer(SlowTable *slow, uint8_t seat, bool is_taken)
{
    if (!slow->stands[!seat])
        return (SlowAnswer){.error = TABLE_ERR_NO_OFFER};
    slow->stands[!seat] = false;
    return is_taken ? slow_end(slow, ENDING_AGREED, seat, WINNER_NONE) : (SlowAnswer){0};
}

// Whatever does not depend on the umpire; `mover` is the seat to move.
static SlowAnswer slow_step(SlowTable *slow, const Umpire *truth, const TableEvent *event)
{
    const uint8_t seat = event->seat, mover = truth->truth.to_move;
    if (slow->is_over)
        return (SlowAnswer){.error = TABLE_ERR_OVER};
    if (slow->clock.base_ms && event->at_ms - slow->turn_began_ms >= slow->left_ms[mover]) {
        const bool is_bare = bits_count(truth->truth.color[!mover]) == 1;
        return slow_end(slow, ENDING_FLAG, mover, is_bare ? WINNER_NONE : winner_is(!mover));
    }
    switch (event->kind) {
    case EVENT_TRY:
        return (SlowAnswer){.error = seat == mover ? TABLE_OK : TABLE_ERR_TURN};
    case EVENT_RESIGN:
        return slow_end(slow, ENDING_RESIGNED, seat, winner_is(!seat));
    case EVENT_FORFEIT:
        return slow_end(slow, ENDING_FORFEIT, seat, winner_is(!seat));
    case EVENT_ABORT:
        return slow_end(slow, ENDING_ABORTED, seat, WINNER_NONE);
    case EVENT_OFFER:
        return slow_offer(slow, seat);
    case EVENT_ACCEPT:
    case EVENT_DECLINE:
        return slow_answer(slow, seat, event->kind == EVENT_ACCEPT);
    default:
        return (SlowAnswer){0};
    }
}

// A move was played: the clock is pressed, and offers are as the law has them.
static void slow_press(SlowTable *slow, uint8_t mover, uint64_t at_ms)
{
    if (slow->clock.base_ms)
        slow->left_ms[mover] += slow->clock.increment_ms - (at_ms - slow->turn_began_ms);
    slow->turn_began_ms = at_ms;
    slow->has_offered[mover] = slow->stands[!mover] = false;
}

static void assert_slow_effects(const SlowTable *slow, const Fixture *fixture,
                                const SlowAnswer *answer, uint64_t at_ms)
{
    const uint8_t mover = table_seat_to_move(fixture->table);
    for (uint32_t i = 0; i < fixture->effects.count; i++) {
        const TableEffect *effect = &fixture->effects.effects[i];
        const uint64_t spent = slow->clock.base_ms ? at_ms - slow->turn_began_ms : 0;
        const uint64_t left = slow->left_ms[mover];
        assert_int_equal(effect->clock_ms[mover], left > spent ? left - spent : 0);
        assert_int_equal(effect->clock_ms[!mover], slow->left_ms[!mover]);
        if (!answer->ending)
            continue;
        assert_int_equal(effect->hearing.ending, answer->ending);
        assert_int_equal(effect->hearing.seat, answer->doer);
        assert_int_equal(effect->hearing.winner, answer->winner);
    }
    if (answer->ending)
        assert_int_equal(fixture->effects.count, 2);
    assert_int_equal(table_is_over(fixture->table), slow->is_over);
}

// Anything by anyone. Mostly tries, so that games go on; ends by the table's own doing are rare.
static TableEvent any_event(Rng *rng, const Fixture *fixture)
{
    static const uint8_t kinds[] = {EVENT_OFFER,  EVENT_DECLINE, EVENT_TIME,
                                    EVENT_TRY,    EVENT_OFFER,   EVENT_ACCEPT,
                                    EVENT_RESIGN, EVENT_FORFEIT, EVENT_ABORT};
    TableEvent event = random_event(rng, fixture);
    if (rng_below(rng, 3) == 0) {
        event.kind = kinds[rng_below(rng, rng_below(rng, 8) ? 4 : COUNT_OF(kinds))];
        event.seat = (uint8_t)rng_below(rng, 2);
    }
    return event;
}

static uint8_t play_beside_slow_table(unsigned number, const char *game_string)
{
    Rng rng = rng_from_seed(number);
    Fixture fixture;
    const ClockRule clock = {number % 3 ? 4000 + number % 5000 : 0, number % 300};
    open_table(&fixture, game_string, clock);
    SlowTable slow = {.clock = clock, .left_ms = {clock.base_ms, clock.base_ms}};
    SlowAnswer answer = {0};
    while (!slow.is_over) {
        const TableEvent event = any_event(&rng, &fixture);
        const Umpire before = *(const Umpire *)table_truth(fixture.table);
        answer = slow_step(&slow, &before, &event);
        assert_int_equal(table_step(fixture.table, &event, &fixture.effects), answer.error);
        if (answer.error)
            continue;
        fixture.now_ms = event.at_ms;
        const Umpire *after = table_truth(fixture.table);
        if (after->plies > before.plies)
            slow_press(&slow, before.truth.to_move, event.at_ms);
        slow.is_over = slow.is_over || after->ending;
        assert_slow_effects(&slow, &fixture, &answer, event.at_ms);
    }
    const TableEvent late = {EVENT_RESIGN, 0, TRY_NONE, fixture.now_ms};
    assert_int_equal(table_step(fixture.table, &late, &fixture.effects), TABLE_ERR_OVER);
    table_destroy(fixture.table);
    return answer.ending;
}

static void the_table_keeps_its_law_with_every_event(void **state)
{
    (void)state;
    static const char *const games[] = {
        "kriegspiel",
        "kriegspiel(rules=rand,fen=4k3/8/8/8/8/8/4P3/4K3_w)",
        "kriegspiel(rules=berkeley,fen=4k3/4p3/8/8/8/8/8/4K3_b)",
        "kriegspiel(rules=english,fen=4k3/4n3/8/8/8/8/4P3/4K3_w)",
    };
    unsigned ends[UINT8_MAX + 1] = {0};
    for (unsigned i = 0; i < 2000; i++)
        ends[play_beside_slow_table(i, games[i % COUNT_OF(games)])]++;
    for (unsigned ending = ENDING_RESIGNED; ending < ENDING_TABLE_END; ending++)
        assert_true(ends[ending] >= 50);
}

static void random_games_at_a_table_end_and_repeat(void **state)
{
    (void)state;
    KriegspielRules rules;
    read_game("kriegspiel(rules=rand,board=losalamos6x6)", &rules);
    TableRandomGames a = {0}, b = {0};
    assert_true(
        table_random_games(&a, &memory_heap, &kriegspiel_game, (const Rules *)&rules, 4, 5));
    assert_true(
        table_random_games(&b, &memory_heap, &kriegspiel_game, (const Rules *)&rules, 4, 5));
    assert_memory_equal(&a, &b, sizeof a);
    assert_int_equal(a.games, 5);
    assert_true(a.events > 100);
    for (unsigned refuse_at = 1; refuse_at <= 3; refuse_at++) {
        Miser miser = {.refuse_at = refuse_at};
        const Memory memory = miser_memory(&miser);
        assert_false(
            table_random_games(&b, &memory, &kriegspiel_game, (const Rules *)&rules, 4, 5));
        assert_int_equal(miser.held, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refused_try_leaves_no_trace_with_the_other_seat),
        cmocka_unit_test(what_is_said_aloud_reaches_both),
        cmocka_unit_test(resigning_ends_the_game_in_turn_or_not),
        cmocka_unit_test(a_draw_is_offered_declined_and_agreed),
        cmocka_unit_test(an_offer_in_return_accepts),
        cmocka_unit_test(only_the_clock_of_the_seat_to_move_runs),
        cmocka_unit_test(a_fallen_flag_loses),
        cmocka_unit_test(a_fallen_flag_draws_against_a_bare_king),
        cmocka_unit_test(a_fallen_flag_loses_in_phantom_go_whatever_stands_on_the_board),
        cmocka_unit_test(an_error_changes_nothing),
        cmocka_unit_test(a_time_before_an_unheard_refusal_is_taken),
        cmocka_unit_test(sixty_days_without_an_event_do_no_harm),
        cmocka_unit_test(the_end_by_attempts_names_its_seat),
        cmocka_unit_test(a_game_that_opens_over_is_over),
        cmocka_unit_test(a_table_fits_in_two_kilobytes),
        cmocka_unit_test(a_refusal_of_memory_is_an_error_and_changes_nothing),
        cmocka_unit_test(lists_and_replays_see_every_refusal),
        cmocka_unit_test(a_record_replays_to_the_last_byte),
        cmocka_unit_test(the_table_keeps_its_law_with_every_event),
        cmocka_unit_test(random_games_at_a_table_end_and_repeat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
