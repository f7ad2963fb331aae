// The umpire and the seats that listen to it, in every game.
#include "unit/lib/matrix.h"

#include <string.h>

// --- The umpire --------------------------------------------------------------------------------

void an_umpire_judges_every_game(void **state)
{
    (void)state;
    for (unsigned number = 0; number < MATRIX_GAMES; number++) {
        static nebel_try tries[TRIES_MAX];
        nebel_game *game = matrix_open(number);
        nebel_hearing to[SEATS], heard[SEATS];
        nebel_umpire *umpire = nebel_umpire_create(game, to);
        uint32_t chance = 1;
        matrix_check_hearings(game, to);
        for (unsigned i = 0; i < ATTEMPTS && !nebel_umpire_is_over(umpire); i++) {
            const int seat = nebel_umpire_seat_to_move(umpire);
            const uint32_t count = nebel_umpire_tries(umpire, tries, TRIES_MAX);
            const char *attempt = tries[matrix_draw(&chance, count)].text;
            nebel_umpire *copy = nebel_umpire_copy(umpire);
            assert_int_equal(nebel_umpire_try(umpire, seat, "nonsense", to), NEBEL_ERR_TRY);
            assert_int_equal(nebel_umpire_try(umpire, !seat, attempt, to), NEBEL_ERR_TURN);
            assert_int_equal(nebel_umpire_try(umpire, NEBEL_UMPIRE, attempt, to), NEBEL_ERR_SEAT);
            assert_int_equal(nebel_umpire_try(umpire, seat, attempt, to), NEBEL_OK);
            assert_int_equal(nebel_umpire_try(copy, seat, attempt, heard), NEBEL_OK);
            assert_memory_equal(to, heard, sizeof to);
            matrix_check_hearings(game, to);
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
    static nebel_sign signs[TRIES_MAX];
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
        const uint32_t sign_count = nebel_seat_signs(seats[seat], signs, TRIES_MAX);
        for (uint32_t i = 0; i < sign_count; i++)
            assert_true(signs[i].signs && signs[i].square[0] >= 'a' && signs[i].square[0] <= 't');
        assert_int_equal(nebel_seat_signs(seats[seat], NULL, 0), sign_count);
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
    const bool is_open = strcmp(matrix_games[number].game, "chess") == 0;
    const char *man = matrix_games[number].holds[NEBEL_SGF] ? "c3" : "nc3";
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

void seats_know_what_the_umpire_told_them(void **state)
{
    (void)state;
    for (unsigned number = 0; number < MATRIX_GAMES; number++) {
        static nebel_try tries[TRIES_MAX];
        nebel_game *game = matrix_open(number);
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
            const char *attempt = tries[matrix_draw(&chance, count)].text;
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
