// Beliefs and players of the library, in every game.
#include "unit/lib/matrix.h"

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

void beliefs_follow_every_game(void **unused)
{
    (void)unused;
    for (unsigned number = 0; number < MATRIX_GAMES; number++) {
        static int32_t actions[TRIES_MAX];
        nebel_game *game = matrix_open(number), *other = matrix_open((number + 1) % MATRIX_GAMES);
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
            assert_int_equal(nebel_state_apply(state, actions[matrix_draw(&chance, count)], NULL),
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
            choice.action = actions[matrix_draw(&chance, count)];
        }
        assert_int_equal(nebel_state_apply(state, choice.action, NULL), NEBEL_OK);
    }
    nebel_state_destroy(state);
}

void every_player_plays_its_games(void **unused)
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
        for (unsigned number = 0; number < MATRIX_GAMES; number++) {
            nebel_game *game = matrix_open(number);
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
