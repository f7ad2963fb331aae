// Games as numbers: states and batches.
#include "unit/lib/matrix.h"

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
        matrix_check_record(number, record, NEBEL_UMPIRE, format);
    nebel_game_close(same);
    nebel_record_destroy(record);
}

void states_carry_every_game(void **unused)
{
    (void)unused;
    for (unsigned number = 0; number < MATRIX_GAMES; number++) {
        static int32_t actions[TRIES_MAX];
        nebel_game *game = matrix_open(number);
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
            const int32_t action = actions[matrix_draw(&chance, count)];
            nebel_state *copy = nebel_state_copy(state);
            check_actions(game, state);
            assert_int_equal(nebel_state_apply(state, action, to), NEBEL_OK);
            matrix_check_hearings(game, to);
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

enum { ROWS = 3 };

// The row of a batch is what a state of the same tries gives.
static void check_row(const nebel_game *game, const nebel_state *state, const nebel_arrays *arrays,
                      size_t row)
{
    static uint8_t expected[PLANES_MAX];
    static int32_t listed[TRIES_MAX];
    const nebel_shape shape = nebel_game_shape(game);
    const size_t bytes = (size_t)shape.planes * shape.ranks * shape.files;
    const int32_t *actions = arrays->actions + row * shape.actions_max;
    const int mover = nebel_state_to_move(state);
    assert_int_equal(arrays->to_move[row], mover);
    assert_int_equal(nebel_state_observe(state, mover, expected), NEBEL_OK);
    assert_memory_equal(arrays->planes + row * bytes, expected, bytes);
    nebel_state_mask(state, expected);
    assert_memory_equal(arrays->masks + row * shape.actions, expected, shape.actions);
    assert_int_equal(nebel_state_actions(state, listed, TRIES_MAX), arrays->counts[row]);
    for (uint32_t i = 0; i < arrays->counts[row]; i++)
        assert_int_equal(expected[actions[i]], 1);
    for (uint32_t i = arrays->counts[row]; i < shape.actions_max; i++)
        assert_int_equal(actions[i], NEBEL_NO_ACTION);
}

// Applies the try of a row to its state, which begins anew at the end of a game as the batch does.
static void step_row(const nebel_game *game, nebel_state **state, int32_t action,
                     const nebel_arrays *arrays, size_t row)
{
    assert_int_equal(nebel_state_apply(*state, action, NULL), NEBEL_OK);
    const nebel_outcome outcome = nebel_state_outcome(*state);
    assert_int_equal(arrays->is_over[row], outcome.is_over);
    assert_memory_equal(&arrays->rewards[2 * row], outcome.returns, 2);
    if (!outcome.is_over)
        return;
    nebel_state_destroy(*state);
    *state = nebel_state_create(game);
}

static void check_batch(const nebel_game *game, nebel_batch *batch, const nebel_arrays *arrays)
{
    int32_t chosen[ROWS] = {NEBEL_NO_ACTION};
    nebel_state *states[ROWS];
    uint64_t seed = 5;
    for (unsigned i = 0; i < ROWS; i++)
        states[i] = nebel_state_create(game);
    assert_int_equal(nebel_batch_step(batch, chosen, arrays), NEBEL_ERR_TRY);
    nebel_batch_reset(batch, arrays);
    nebel_batch_look(batch, arrays);
    for (unsigned step = 0; step < ATTEMPTS; step++) {
        nebel_batch_sample(batch, &seed, chosen);
        assert_int_equal(nebel_batch_step(batch, chosen, arrays), NEBEL_OK);
        for (unsigned i = 0; i < ROWS; i++) {
            step_row(game, &states[i], chosen[i], arrays, i);
            check_row(game, states[i], arrays, i);
        }
    }
    assert_int_equal(nebel_batch_tries(batch), ROWS * ATTEMPTS);
    for (unsigned i = 0; i < ROWS; i++)
        nebel_state_destroy(states[i]);
}

void batches_step_as_states_do(void **unused)
{
    (void)unused;
    static uint8_t planes[ROWS * PLANES_MAX], masks[ROWS * ACTIONS_MAX];
    static int32_t actions[ROWS * TRIES_MAX];
    uint32_t counts[ROWS];
    int8_t to_move[ROWS], rewards[2 * ROWS];
    uint8_t is_over[ROWS], is_refused[ROWS];
    const nebel_arrays arrays = {planes,  masks,   actions, counts,
                                 to_move, is_over, rewards, is_refused};
    for (unsigned number = 0; number < MATRIX_GAMES; number++) {
        nebel_game *game = matrix_open(number);
        nebel_batch *batch = nebel_batch_create(game, ROWS);
        assert_null(nebel_batch_create(game, 0));
        assert_int_equal(nebel_batch_count(batch), ROWS);
        check_batch(game, batch, &arrays);
        nebel_batch_destroy(batch);
        nebel_game_close(game);
    }
}
