// What the files of the matrix share, and its list of tests.
#include "unit/lib/matrix.h"

const MatrixGame matrix_games[MATRIX_GAMES] = {
    {"kriegspiel(rules=icc)", {true, true, false}},
    {"kriegspiel(rules=rand,board=silverman4x4)", {true, true, false}},
    {"chess", {true, true, false}},
    {"phantom-go(size=5)", {false, true, true}},
};

nebel_game *matrix_open(unsigned number)
{
    char why[NEBEL_TEXT_BYTES];
    nebel_game *game = nebel_game_open(matrix_games[number].game, why, sizeof why);
    if (!game)
        fail_msg("%s: %s", matrix_games[number].game, why);
    return game;
}

uint32_t matrix_draw(uint32_t *state, uint32_t below)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % below;
}

void matrix_check_hearing(const nebel_game *game, const nebel_hearing *hearing, int seat)
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

void matrix_check_hearings(const nebel_game *game, const nebel_hearing to[SEATS])
{
    for (int seat = 0; seat < SEATS; seat++)
        matrix_check_hearing(game, &to[seat], seat);
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
