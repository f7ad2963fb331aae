// Every call of the library over every game: each works, or is refused by the error that its header names. tests/api/symbols.py
// checks that no call is missing here.
#include "unit/check.h"

#include <nebel/nebel.h>

#include <stdio.h>
#include <string.h>

enum { SEATS = 2, VIEWS = 3, TRIES_MAX = 1024, ATTEMPTS = 300, BASE_MS = 60000 };

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
        cmocka_unit_test(the_rest_needs_no_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
