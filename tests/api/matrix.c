// Every call of the library over every game: each works, or is refused by the error that its header names. tests/api/symbols.py
// checks that no call is missing here.
#include "unit/check.h"

#include <nebel/nebel.h>

#include <stdio.h>
#include <string.h>

enum {
    SEATS = 2,
    VIEWS = 3,
    TRIES_MAX = 1024,
    ATTEMPTS = 300,
    BASE_MS = 60000,
    ACTIONS_MAX = 2048,
    PLANES_MAX = 2048
};

// Which formats hold a game, by nebel_format.
static const struct {
    const char *game;
    bool holds[3];
} games[] = {
    {"kriegspiel(rules=icc)", {true, true, false}},
    {"kriegspiel(rules=rand,board=silverman4x4)", {true, true, false}},
    {"chess", {true, true, false}},
    {"phantom-go(size=5)", {false, true, true}},
};
enum { GAMES = sizeof games / sizeof games[0], FORMATS = 3 };

static nebel_game *open_game(unsigned number)
{
    char why[NEBEL_TEXT_BYTES];
    nebel_game *game = nebel_game_open(games[number].game, why, sizeof why);
    if (!game)
        fail_msg("%s: %s", games[number].game, why);
    return game;
}

// Chance that is the same everywhere.
static uint32_t draw(uint32_t *state, uint32_t below)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % below;
}

// A hearing goes out as words and as a line, and comes back.
static void check_hearing(const nebel_game *game, const nebel_hearing *hearing, int seat)
{
    char text[NEBEL_TEXT_BYTES];
    nebel_hearing again;
    assert_true(nebel_hearing_words(game, hearing, text, sizeof text));
    assert_true(nebel_hearing_line(hearing, seat, text, sizeof text));
    if (nebel_hearing_is_silence(hearing))
        return;
    assert_int_equal(nebel_hearing_read(text, seat, &again), NEBEL_OK);
    assert_memory_equal(&again, hearing, sizeof again);
}

static void check_hearings(const nebel_game *game, const nebel_hearing to[SEATS])
{
    for (int seat = 0; seat < SEATS; seat++)
        check_hearing(game, &to[seat], seat);
}

// --- The umpire --------------------------------------------------------------------------------

static void an_umpire_judges_every_game(void **state)
{
    (void)state;
    for (unsigned number = 0; number < GAMES; number++) {
        static nebel_try tries[TRIES_MAX];
        nebel_game *game = open_game(number);
        nebel_hearing to[SEATS], heard[SEATS];
        nebel_umpire *umpire = nebel_umpire_create(game, to);
        uint32_t chance = 1;
        check_hearings(game, to);
        for (unsigned i = 0; i < ATTEMPTS && !nebel_umpire_is_over(umpire); i++) {
            const int seat = nebel_umpire_seat_to_move(umpire);
            const uint32_t count = nebel_umpire_tries(umpire, tries, TRIES_MAX);
            const char *attempt = tries[draw(&chance, count)].text;
            nebel_umpire *copy = nebel_umpire_copy(umpire);
            assert_int_equal(nebel_umpire_try(umpire, seat, "nonsense", to), NEBEL_ERR_TRY);
            assert_int_equal(nebel_umpire_try(umpire, !seat, attempt, to), NEBEL_ERR_TURN);
            assert_int_equal(nebel_umpire_try(umpire, NEBEL_UMPIRE, attempt, to), NEBEL_ERR_SEAT);
            assert_int_equal(nebel_umpire_try(umpire, seat, attempt, to), NEBEL_OK);
            assert_int_equal(nebel_umpire_try(copy, seat, attempt, heard), NEBEL_OK);
            assert_memory_equal(to, heard, sizeof to);
            check_hearings(game, to);
            nebel_umpire_destroy(copy);
        }
        nebel_umpire_destroy(umpire);
        nebel_game_close(game);
    }
}

// --- Seats -------------------------------------------------------------------------------------

// The seat to move lists the umpire's tries, in the same order, and the other none.
static void check_seats(nebel_seat *const seats[SEATS], const nebel_umpire *umpire)
{
    static nebel_try listed[TRIES_MAX], expected[TRIES_MAX];
    static nebel_man men[TRIES_MAX];
    static nebel_turn turns[2 * ATTEMPTS];
    const bool is_over = nebel_umpire_is_over(umpire);
    const int mover = nebel_umpire_seat_to_move(umpire);
    const uint32_t count = nebel_umpire_tries(umpire, expected, TRIES_MAX);
    for (int seat = 0; seat < SEATS; seat++) {
        const bool has_turn = !is_over && seat == mover;
        assert_int_equal(nebel_seat_is_over(seats[seat]), is_over);
        assert_int_equal(nebel_seat_to_move(seats[seat]), is_over ? -1 : mover);
        assert_int_equal(nebel_seat_tries(seats[seat], listed, TRIES_MAX), has_turn ? count : 0);
        if (has_turn)
            assert_memory_equal(listed, expected, count * sizeof listed[0]);
        assert_true(nebel_seat_refusals(seats[seat], listed, TRIES_MAX) < ATTEMPTS);
        const uint32_t turn_count = nebel_seat_turns(seats[seat], turns, 2 * ATTEMPTS);
        const nebel_turn *last = &turns[turn_count - 1];
        assert_int_equal(last->first + last->count, nebel_seat_heard(seats[seat]));
        (void)nebel_seat_men(seats[seat], seat, men, TRIES_MAX);
        assert_int_equal(nebel_seat_men(seats[seat], NEBEL_UMPIRE, men, TRIES_MAX), 0);
        assert_int_equal(nebel_seat_taken(seats[seat], NEBEL_UMPIRE).men, 0);
        assert_false(nebel_seat_has_offer(seats[seat]));
    }
}

static void tell(nebel_seat *const seats[SEATS], int mover, const char *attempt,
                 const nebel_hearing to[SEATS])
{
    for (int seat = 0; seat < SEATS; seat++) {
        const char *own = seat == mover ? attempt : NULL;
        if (!nebel_hearing_is_silence(&to[seat]))
            assert_int_equal(nebel_seat_hear(seats[seat], own, &to[seat]), NEBEL_OK);
    }
}

static void check_words(const nebel_seat *seat)
{
    char text[NEBEL_TEXT_BYTES];
    nebel_try own;
    for (uint32_t i = 0; i < nebel_seat_heard(seat); i++)
        assert_true(nebel_seat_words(seat, i, &own, text, sizeof text) && text[0]);
    assert_false(nebel_seat_words(seat, nebel_seat_heard(seat), &own, text, sizeof text));
    assert_true(!text[0] && !own.text[0]);
}

// A phantom is noted, listed and removed, except in open chess, where nothing is hidden.
static void check_phantoms(unsigned number, nebel_seat *seat)
{
    nebel_man men[TRIES_MAX], phantom[1];
    const bool is_open = strcmp(games[number].game, "chess") == 0;
    const char *man = games[number].holds[NEBEL_SGF] ? "c3" : "nc3";
    const nebel_error expected = is_open ? NEBEL_ERR_MAN : NEBEL_OK;
    assert_int_equal(nebel_seat_unmark(seat, NULL), NEBEL_OK);
    assert_int_equal(nebel_seat_mark(seat, "nonsense"), NEBEL_ERR_MAN);
    assert_int_equal(nebel_seat_unmark(seat, "z9"), NEBEL_ERR_MAN);
    assert_int_equal(nebel_seat_mark(seat, man), expected);
    assert_int_equal(nebel_seat_phantoms(seat, phantom, 1), !is_open);
    if (!is_open)
        assert_string_equal(phantom[0].text, man);
    assert_int_equal(nebel_seat_unmark(seat, "c3"), NEBEL_OK);
    assert_int_equal(nebel_seat_phantoms(seat, phantom, 1), 0);
    assert_true(nebel_seat_men(seat, NEBEL_WHITE, men, TRIES_MAX) == 0 ||
                nebel_seat_mark(seat, men[0].text) == NEBEL_ERR_MAN);
}

static void seats_know_what_the_umpire_told_them(void **state)
{
    (void)state;
    for (unsigned number = 0; number < GAMES; number++) {
        static nebel_try tries[TRIES_MAX];
        nebel_game *game = open_game(number);
        nebel_hearing to[SEATS];
        nebel_umpire *umpire = nebel_umpire_create(game, to);
        nebel_seat *const seats[SEATS] = {nebel_seat_create(game, NEBEL_WHITE),
                                          nebel_seat_create(game, NEBEL_BLACK)};
        uint32_t chance = 3;
        assert_null(nebel_seat_create(game, NEBEL_UMPIRE));
        assert_int_equal(nebel_seat_to_move(seats[0]), -1);
        check_phantoms(number, seats[0]);
        tell(seats, NEBEL_UMPIRE, NULL, to);
        assert_int_equal(nebel_seat_hear(seats[0], NULL, &to[0]), NEBEL_ERR_HEARING);
        assert_int_equal(nebel_seat_hear(seats[0], "nonsense", &to[0]), NEBEL_ERR_TRY);
        check_seats(seats, umpire);
        for (unsigned i = 0; i < ATTEMPTS && !nebel_umpire_is_over(umpire); i++) {
            const int mover = nebel_umpire_seat_to_move(umpire);
            const uint32_t count = nebel_umpire_tries(umpire, tries, TRIES_MAX);
            const char *attempt = tries[draw(&chance, count)].text;
            assert_int_equal(nebel_umpire_try(umpire, mover, attempt, to), NEBEL_OK);
            tell(seats, mover, attempt, to);
            check_seats(seats, umpire);
        }
        for (int seat = 0; seat < SEATS; seat++) {
            check_words(seats[seat]);
            nebel_seat_destroy(seats[seat]);
        }
        nebel_umpire_destroy(umpire);
        nebel_game_close(game);
    }
}

// --- The table ---------------------------------------------------------------------------------

typedef nebel_error TableCall(nebel_table *table, int seat, uint64_t at_ms, nebel_effects *effects);

static void check_effects(const nebel_game *game, const nebel_effects *effects)
{
    for (uint32_t i = 0; i < effects->count; i++)
        check_hearing(game, &effects->effects[i].hearing, effects->effects[i].seat);
}

// Plays by chance, with an offer now and then, and resigns.
static nebel_table *play(const nebel_game *game)
{
    static TableCall *const talk[] = {nebel_table_offer, nebel_table_decline};
    static nebel_try tries[TRIES_MAX];
    nebel_effects effects;
    nebel_hearing to[SEATS];
    uint64_t at_ms = 0;
    uint32_t chance = 2;
    nebel_table *table = nebel_table_create(game, BASE_MS, 100, at_ms, &effects);
    nebel_umpire *umpire = nebel_umpire_create(game, to); // for its list of tries
    check_effects(game, &effects);
    for (unsigned i = 0; i < ATTEMPTS && !nebel_table_is_over(table); i++) {
        const int seat = nebel_table_seat_to_move(table);
        const uint32_t count = nebel_umpire_tries(umpire, tries, TRIES_MAX);
        const char *attempt = tries[draw(&chance, count)].text;
        at_ms += 10;
        assert_true(nebel_table_deadline_ms(table) > at_ms);
        assert_int_equal(nebel_table_tick(table, at_ms, &effects), NEBEL_OK);
        assert_int_equal(effects.count, 0);
        if (i % 10 == 0)
            for (unsigned turn = 0; turn < 2; turn++)
                if (talk[turn](table, (seat + (int)turn) % SEATS, at_ms, &effects) == NEBEL_OK)
                    check_effects(game, &effects);
        assert_int_equal(nebel_table_try(table, seat, attempt, at_ms, &effects), NEBEL_OK);
        assert_int_equal(nebel_umpire_try(umpire, seat, attempt, to), NEBEL_OK);
        check_effects(game, &effects);
    }
    if (!nebel_table_is_over(table))
        assert_int_equal(nebel_table_resign(table, NEBEL_BLACK, at_ms, &effects), NEBEL_OK);
    assert_int_equal(nebel_table_accept(table, NEBEL_WHITE, at_ms, &effects), NEBEL_ERR_OVER);
    nebel_umpire_destroy(umpire);
    return table;
}

// --- Records -----------------------------------------------------------------------------------

static char *write_record(const nebel_record *record, int view, int format)
{
    char *text = NULL;
    assert_int_equal(nebel_record_write(record, view, (nebel_format)format, &text), NEBEL_OK);
    assert_non_null(text);
    return text;
}

// One view in one format, out and back and out again; a format that does not hold the game refuses it both ways.
static void check_cell(unsigned number, const nebel_record *record, int view, int format)
{
    char why[NEBEL_TEXT_BYTES], *text = NULL;
    size_t used;
    if (!games[number].holds[format]) {
        assert_int_equal(nebel_record_write(record, view, (nebel_format)format, &text),
                         NEBEL_ERR_FORMAT);
        assert_null(text);
        return;
    }
    text = write_record(record, view, format);
    for (int other = 0; other < FORMATS; other++) {
        nebel_record *again =
            nebel_record_read((nebel_format)other, text, strlen(text), &used, why, sizeof why);
        assert_int_equal(again == NULL, why[0] != '\0');
        assert_true(again || other != format);
        if (other != format) { // what is JSON may be a comment of PGN
            nebel_record_destroy(again);
            continue;
        }
        assert_int_equal(used, strlen(text));
        assert_int_equal(nebel_record_view(again), view);
        assert_string_equal(nebel_record_result(again), nebel_record_result(record));
        char *second = write_record(again, view, format);
        assert_string_equal(text, second);
        nebel_free(second);
        if (view != NEBEL_UMPIRE)
            assert_int_equal(nebel_record_write(again, !view, (nebel_format)format, &second),
                             NEBEL_ERR_VIEW);
        nebel_record_destroy(again);
    }
    nebel_free(text);
}

static void tables_and_records_carry_every_game(void **state)
{
    (void)state;
    for (unsigned number = 0; number < GAMES; number++) {
        nebel_game *game = open_game(number);
        nebel_table *table = play(game);
        nebel_record *record = nebel_table_record(table);
        assert_int_equal(nebel_record_set_tag(record, NEBEL_TAG_WHITE, "Anna"), NEBEL_OK);
        assert_int_equal(nebel_record_set_tag(record, NEBEL_TAG_BLACK, "a\nb"), NEBEL_ERR_TAG);
        for (int view = 0; view < VIEWS; view++)
            for (int format = 0; format < FORMATS; format++)
                check_cell(number, record, view, format);
        nebel_record_destroy(record);
        nebel_table_destroy(table);
        nebel_game_close(game);
    }
}

// --- Games as numbers --------------------------------------------------------------------------

// Every action is a try, and every try of a list is an action.
static void check_actions(const nebel_game *game, const nebel_state *state)
{
    static int32_t actions[TRIES_MAX], first[1];
    static uint8_t mask[ACTIONS_MAX];
    const nebel_shape shape = nebel_game_shape(game);
    const uint32_t count = nebel_state_actions(state, actions, TRIES_MAX);
    uint32_t marked = 0;
    nebel_state_mask(state, mask);
    for (uint32_t action = 0; action < shape.actions; action++)
        marked += mask[action];
    assert_int_equal(marked, count);
    assert_true(count <= shape.actions_max);
    assert_int_equal(nebel_state_actions(state, first, 1), count);
    for (uint32_t i = 0; i < count; i++) {
        nebel_try attempt;
        assert_true(i == 0 || actions[i] > actions[i - 1]);
        assert_int_equal(mask[actions[i]], 1);
        assert_true(nebel_action_text(game, actions[i], &attempt));
        assert_int_equal(nebel_action_read(game, attempt.text), actions[i]);
    }
    if (count)
        assert_int_equal(first[0], actions[0]);
}

static void check_texts(const nebel_state *state)
{
    char *written = NULL;
    for (int seat = 0; seat < SEATS; seat++) {
        nebel_hearing hearing;
        int32_t own;
        assert_int_equal(nebel_state_observation(state, seat, &written), NEBEL_OK);
        assert_true(written[0]);
        nebel_free(written);
        assert_int_equal(nebel_state_information(state, seat, &written), NEBEL_OK);
        uint32_t lines = 0;
        for (const char *at = written; *at; at++)
            lines += *at == '\n';
        assert_int_equal(lines, nebel_state_heard(state, seat));
        nebel_free(written);
        assert_true(nebel_state_hearing(state, seat, 0, &own, &hearing));
        assert_int_equal(own, NEBEL_NO_ACTION);
        assert_false(nebel_state_hearing(state, seat, lines, &own, &hearing));
    }
    assert_int_equal(nebel_state_observation(state, NEBEL_UMPIRE, &written), NEBEL_ERR_SEAT);
    assert_int_equal(nebel_state_information(state, NEBEL_UMPIRE, &written), NEBEL_ERR_SEAT);
    assert_int_equal(nebel_state_heard(state, NEBEL_UMPIRE), 0);
}

static void check_same(const nebel_game *game, const nebel_state *one, const nebel_state *other)
{
    static uint8_t bytes[2][PLANES_MAX];
    static int32_t tried[2][ATTEMPTS];
    const nebel_shape shape = nebel_game_shape(game);
    const size_t cells = (size_t)shape.ranks * shape.files;
    const nebel_state *const states[2] = {one, other};
    uint32_t counts[2];
    assert_true(shape.planes * cells <= PLANES_MAX);
    for (int seat = 0; seat < SEATS; seat++) {
        for (unsigned i = 0; i < 2; i++)
            assert_int_equal(nebel_state_observe(states[i], seat, bytes[i]), NEBEL_OK);
        assert_memory_equal(bytes[0], bytes[1], shape.planes * cells);
    }
    for (unsigned i = 0; i < 2; i++) {
        nebel_state_men(states[i], bytes[i]);
        assert_int_equal(nebel_state_history(states[i], tried[i], ATTEMPTS, &counts[i]), NEBEL_OK);
    }
    assert_memory_equal(bytes[0], bytes[1], cells);
    assert_int_equal(counts[0], counts[1]);
    assert_memory_equal(tried[0], tried[1], counts[0] * sizeof tried[0][0]);
    assert_int_equal(nebel_state_to_move(one), nebel_state_to_move(other));
    assert_int_equal(nebel_state_observe(one, NEBEL_UMPIRE, bytes[0]), NEBEL_ERR_SEAT);
}

// A state goes out as text and comes back, and its record is that of its tries.
static void check_ways_out(unsigned number, const nebel_game *game, const nebel_state *state)
{
    static int32_t actions[ATTEMPTS], tried[ATTEMPTS];
    char why[NEBEL_TEXT_BYTES], *written = NULL;
    uint32_t count;
    assert_int_equal(nebel_state_write(state, &written), NEBEL_OK);
    nebel_state *again = nebel_state_read(game, written, why, sizeof why);
    assert_non_null(again);
    check_same(game, state, again);
    nebel_free(written);
    nebel_state_destroy(again);
    assert_null(nebel_state_read(game, "nonsense", why, sizeof why));
    assert_true(why[0]);
    nebel_record *record = nebel_state_record(state);
    nebel_game *same = nebel_record_game(record);
    assert_int_equal(nebel_state_history(state, tried, ATTEMPTS, &count), NEBEL_OK);
    assert_int_equal(nebel_record_actions(record, same, actions, ATTEMPTS), count);
    assert_memory_equal(actions, tried, count * sizeof actions[0]);
    assert_string_equal(nebel_record_tag(record, NEBEL_TAG_WHITE), "");
    for (int format = 0; format < FORMATS; format++)
        check_cell(number, record, NEBEL_UMPIRE, format);
    nebel_game_close(same);
    nebel_record_destroy(record);
}

static void states_carry_every_game(void **unused)
{
    (void)unused;
    for (unsigned number = 0; number < GAMES; number++) {
        static int32_t actions[TRIES_MAX];
        nebel_game *game = open_game(number);
        nebel_state *state = nebel_state_create(game);
        const nebel_shape shape = nebel_game_shape(game);
        char string[NEBEL_TEXT_BYTES];
        nebel_hearing to[SEATS];
        nebel_try attempt;
        uint32_t chance = 4;
        assert_true(nebel_game_string(game, string, sizeof string));
        assert_non_null(nebel_game_plane(game, shape.planes - 1));
        assert_null(nebel_game_plane(game, shape.planes));
        assert_false(nebel_action_text(game, (int32_t)shape.actions, &attempt));
        assert_int_equal(nebel_action_read(game, "nonsense"), NEBEL_NO_ACTION);
        assert_int_equal(nebel_state_apply(state, NEBEL_NO_ACTION, to), NEBEL_ERR_TRY);
        for (unsigned i = 0; i < ATTEMPTS && nebel_state_to_move(state) >= 0; i++) {
            const uint32_t count = nebel_state_actions(state, actions, TRIES_MAX);
            const int32_t action = actions[draw(&chance, count)];
            nebel_state *copy = nebel_state_copy(state);
            check_actions(game, state);
            assert_int_equal(nebel_state_apply(state, action, to), NEBEL_OK);
            check_hearings(game, to);
            assert_int_equal(nebel_state_apply(copy, action, NULL), NEBEL_OK);
            if (i % 20 == 0)
                check_same(game, state, copy);
            nebel_state_destroy(copy);
        }
        const nebel_outcome outcome = nebel_state_outcome(state);
        assert_int_equal(outcome.is_over, nebel_state_to_move(state) < 0);
        assert_int_equal(outcome.returns[0], -outcome.returns[1]);
        assert_int_equal(nebel_ending_text(outcome.ending)[0] != 0, outcome.is_over);
        if (outcome.is_over)
            assert_int_equal(nebel_state_apply(state, actions[0], to), NEBEL_ERR_OVER);
        check_texts(state);
        check_ways_out(number, game, state);
        nebel_state_destroy(state);
        nebel_game_close(game);
    }
}

// --- Batches -----------------------------------------------------------------------------------

// The row of a batch is what a state of the same tries gives.
static void batches_step_as_states_do(void **unused)
{
    (void)unused;
    enum { COUNT = 3 };
    for (unsigned number = 0; number < GAMES; number++) {
        static uint8_t planes[COUNT * PLANES_MAX], masks[COUNT * ACTIONS_MAX], expected[PLANES_MAX];
        static int32_t actions[COUNT * TRIES_MAX], listed[TRIES_MAX];
        uint32_t counts[COUNT];
        int8_t to_move[COUNT], rewards[2 * COUNT];
        uint8_t is_over[COUNT], is_refused[COUNT];
        int32_t chosen[COUNT] = {NEBEL_NO_ACTION};
        nebel_game *game = open_game(number);
        const nebel_shape shape = nebel_game_shape(game);
        const size_t bytes = (size_t)shape.planes * shape.ranks * shape.files;
        const nebel_arrays arrays = {planes,  masks,   actions, counts,
                                     to_move, is_over, rewards, is_refused};
        nebel_batch *batch = nebel_batch_create(game, COUNT);
        nebel_state *states[COUNT];
        uint64_t seed = 5;
        assert_null(nebel_batch_create(game, 0));
        assert_int_equal(nebel_batch_count(batch), COUNT);
        for (unsigned i = 0; i < COUNT; i++)
            states[i] = nebel_state_create(game);
        assert_int_equal(nebel_batch_step(batch, chosen, &arrays), NEBEL_ERR_TRY);
        nebel_batch_reset(batch, &arrays);
        nebel_batch_look(batch, &arrays);
        for (unsigned step = 0; step < ATTEMPTS; step++) {
            nebel_batch_sample(batch, &seed, chosen);
            assert_int_equal(nebel_batch_step(batch, chosen, &arrays), NEBEL_OK);
            for (unsigned i = 0; i < COUNT; i++) {
                assert_int_equal(nebel_state_apply(states[i], chosen[i], NULL), NEBEL_OK);
                const nebel_outcome outcome = nebel_state_outcome(states[i]);
                assert_int_equal(is_over[i], outcome.is_over);
                assert_memory_equal(&rewards[2 * i], outcome.returns, 2);
                if (outcome.is_over) {
                    nebel_state_destroy(states[i]);
                    states[i] = nebel_state_create(game);
                }
                const int mover = nebel_state_to_move(states[i]);
                assert_int_equal(to_move[i], mover);
                assert_int_equal(nebel_state_observe(states[i], mover, expected), NEBEL_OK);
                assert_memory_equal(planes + i * bytes, expected, bytes);
                nebel_state_mask(states[i], expected);
                assert_memory_equal(masks + (size_t)i * shape.actions, expected, shape.actions);
                assert_int_equal(nebel_state_actions(states[i], listed, TRIES_MAX), counts[i]);
                for (uint32_t at = 0; at < counts[i]; at++)
                    assert_int_equal(expected[actions[(size_t)i * shape.actions_max + at]], 1);
                for (uint32_t rest = counts[i]; rest < shape.actions_max; rest++)
                    assert_int_equal(actions[(size_t)i * shape.actions_max + rest],
                                     NEBEL_NO_ACTION);
            }
        }
        assert_int_equal(nebel_batch_tries(batch), COUNT * ATTEMPTS);
        for (unsigned i = 0; i < COUNT; i++)
            nebel_state_destroy(states[i]);
        nebel_batch_destroy(batch);
        nebel_game_close(game);
    }
}

// --- Beliefs and players -----------------------------------------------------------------------

enum { BELIEF_BOARDS = 64, BELIEF_ATTEMPTS = 40 };

// A drawn state tells the seat what it knows, and can be played on.
static void check_drawn(const nebel_state *state, nebel_state *drawn, int seat)
{
    static int32_t actions[TRIES_MAX];
    char *texts[2];
    uint32_t count;
    assert_non_null(drawn);
    assert_int_equal(nebel_state_information(state, seat, &texts[0]), NEBEL_OK);
    assert_int_equal(nebel_state_information(drawn, seat, &texts[1]), NEBEL_OK);
    assert_string_equal(texts[0], texts[1]);
    for (unsigned i = 0; i < 2; i++)
        nebel_free(texts[i]);
    assert_int_equal(nebel_state_history(drawn, actions, TRIES_MAX, &count), NEBEL_ERR_PAST);
    assert_int_equal(nebel_state_write(drawn, &texts[0]), NEBEL_ERR_PAST);
    assert_null(nebel_state_record(drawn));
    assert_int_equal(nebel_state_to_move(drawn), nebel_state_to_move(state));
    for (unsigned i = 0; i < 10 && nebel_state_to_move(drawn) >= 0; i++) {
        assert_true(nebel_state_actions(drawn, actions, TRIES_MAX) > 0);
        assert_int_equal(nebel_state_apply(drawn, actions[0], NULL), NEBEL_OK);
    }
    nebel_state_destroy(drawn);
}

static void check_belief(const nebel_game *game, const nebel_state *state, nebel_belief *belief,
                         int seat)
{
    static uint8_t men[2 * BELIEF_BOARDS * 64];
    static double weights[2 * BELIEF_BOARDS], chances[6 * 64];
    const nebel_shape shape = nebel_game_shape(game);
    const uint32_t count = nebel_belief_count(belief);
    uint64_t seed = count;
    double sum = 0, enemies = 0;
    assert_true(count > 0 && count <= 2 * BELIEF_BOARDS);
    assert_int_equal(nebel_belief_boards(belief, men, weights, count), count);
    nebel_belief_density(belief, chances);
    for (uint32_t i = 0; i < count; i++)
        sum += weights[i];
    for (uint32_t i = 0; i < shape.kinds * shape.ranks * shape.files; i++)
        enemies += chances[i];
    assert_true(sum > 0.999 && sum < 1.001);
    assert_true(enemies < 64);
    assert_false(nebel_belief_is_exact(belief) && nebel_belief_is_guessed(belief));
    check_drawn(state, nebel_belief_draw(belief, &seed), seat);
    check_drawn(state, nebel_belief_state(belief, count - 1), seat);
    assert_null(nebel_belief_state(belief, count));
}

static void beliefs_follow_every_game(void **unused)
{
    (void)unused;
    for (unsigned number = 0; number < GAMES; number++) {
        static int32_t actions[TRIES_MAX];
        nebel_game *game = open_game(number), *other = open_game((number + 1) % GAMES);
        nebel_state *state = nebel_state_create(game), *stranger = nebel_state_create(other);
        nebel_belief *beliefs[SEATS];
        nebel_hearing hearing;
        int32_t own;
        uint32_t chance = 6;
        for (int seat = 0; seat < SEATS; seat++)
            beliefs[seat] = nebel_belief_create(game, seat, BELIEF_BOARDS, 1);
        assert_null(nebel_belief_create(game, NEBEL_UMPIRE, BELIEF_BOARDS, 1));
        assert_null(nebel_belief_create(game, NEBEL_WHITE, 1, 1));
        assert_true(nebel_state_hearing(state, NEBEL_WHITE, 0, &own, &hearing));
        assert_int_equal(nebel_belief_hear(beliefs[0], own, &hearing), NEBEL_OK);
        assert_int_equal(nebel_belief_hear(beliefs[0], own, &hearing), NEBEL_ERR_HEARING);
        assert_int_equal(nebel_belief_hear(beliefs[0], -2, &hearing), NEBEL_ERR_TRY);
        assert_int_equal(nebel_belief_follow(beliefs[0], stranger), NEBEL_ERR_GAME);
        for (unsigned i = 0; i < BELIEF_ATTEMPTS && nebel_state_to_move(state) >= 0; i++) {
            for (int seat = 0; seat < SEATS; seat++) {
                assert_int_equal(nebel_belief_follow(beliefs[seat], state), NEBEL_OK);
                if (seat == nebel_state_to_move(state))
                    check_belief(game, state, beliefs[seat], seat);
            }
            const uint32_t count = nebel_state_actions(state, actions, TRIES_MAX);
            assert_int_equal(nebel_state_apply(state, actions[draw(&chance, count)], NULL),
                             NEBEL_OK);
        }
        for (int seat = 0; seat < SEATS; seat++)
            nebel_belief_destroy(beliefs[seat]);
        nebel_state_destroy(stranger);
        nebel_state_destroy(state);
        nebel_game_close(other);
        nebel_game_close(game);
    }
}

// Every player that plays a game makes some tries in it, as White.
static void check_player(const nebel_game *game, nebel_player *player)
{
    enum { OWN_TRIES = 4, NODES = 20 };
    static int32_t actions[TRIES_MAX];
    nebel_state *state = nebel_state_create(game);
    nebel_choice choice;
    nebel_hearing hearing;
    int32_t own;
    uint32_t chance = 7;
    assert_true(nebel_state_hearing(state, NEBEL_WHITE, 0, &own, &hearing));
    assert_int_equal(nebel_player_choose(player, NODES, &choice), NEBEL_ERR_TURN);
    assert_int_equal(nebel_player_hear(player, own, &hearing), NEBEL_OK);
    assert_int_equal(nebel_player_hear(player, own, &hearing), NEBEL_ERR_HEARING);
    for (unsigned tries = 0; tries < OWN_TRIES && nebel_state_to_move(state) >= 0;) {
        assert_int_equal(nebel_player_follow(player, state), NEBEL_OK);
        if (nebel_state_to_move(state) == NEBEL_WHITE) {
            assert_int_equal(nebel_player_choose(player, NODES, &choice), NEBEL_OK);
            assert_true(choice.action != NEBEL_NO_ACTION);
            assert_true(choice.value >= 0 && choice.value <= 1);
            tries++;
        } else {
            const uint32_t count = nebel_state_actions(state, actions, TRIES_MAX);
            choice.action = actions[draw(&chance, count)];
        }
        assert_int_equal(nebel_state_apply(state, choice.action, NULL), NEBEL_OK);
    }
    nebel_state_destroy(state);
}

static void every_player_plays_its_games(void **unused)
{
    (void)unused;
    char why[NEBEL_TEXT_BYTES];
    unsigned played = 0;
    for (uint32_t i = 0; nebel_player_name(i); i++) {
        nebel_choice choice;
        nebel_player *player = nebel_player_open(nebel_player_name(i), why, sizeof why);
        if (!player)
            fail_msg("%s: %s", nebel_player_name(i), why);
        assert_non_null(nebel_player_summary(i));
        assert_int_equal(nebel_player_choose(player, 1, &choice), NEBEL_ERR_SITTING);
        for (unsigned number = 0; number < GAMES; number++) {
            nebel_game *game = open_game(number);
            assert_int_equal(nebel_player_sit(player, game, NEBEL_UMPIRE, 1), NEBEL_ERR_SEAT);
            const nebel_error error = nebel_player_sit(player, game, NEBEL_WHITE, 1);
            assert_true(error == NEBEL_OK || error == NEBEL_ERR_GAME);
            if (!error) {
                check_player(game, player);
                played++;
            }
            nebel_player_close(player);
            nebel_game_close(game);
            player = nebel_player_open(nebel_player_name(i), why, sizeof why);
        }
        nebel_player_close(player);
    }
    assert_null(nebel_player_open("nobody", why, sizeof why));
    assert_true(why[0]);
    assert_null(nebel_player_open("pimc(engine=stockfish)", why, sizeof why));
    assert_null(nebel_player_open("cmd:/bin/true", why, sizeof why));
    assert_true(played >= 40);
}

static void the_rest_needs_no_game(void **state)
{
    (void)state;
    assert_non_null(nebel_version());
    assert_non_null(nebel_error_text(NEBEL_ERR_FORMAT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_umpire_judges_every_game),
        cmocka_unit_test(seats_know_what_the_umpire_told_them),
        cmocka_unit_test(tables_and_records_carry_every_game),
        cmocka_unit_test(states_carry_every_game),
        cmocka_unit_test(batches_step_as_states_do),
        cmocka_unit_test(beliefs_follow_every_game),
        cmocka_unit_test(every_player_plays_its_games),
        cmocka_unit_test(the_rest_needs_no_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
