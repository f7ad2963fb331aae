// Models of opponents: counting, smoothing, the file.
#include "engine/kriegspiel_belief/model.h"
#include "unit/check.h"

#include <string.h>

static ModelCounts counts;
static Model model, other;

static KriegspielRules usual_rules(void)
{
    return (KriegspielRules){.ruleset = &rulesets[0],
                             .setup = {&chess_boards[0], position_start(&chess_boards[0]), true}};
}

static unsigned square(const char *name)
{
    return square_from_text(name);
}

// Counts one game, as tries in turn, so many times.
static void count_games(const char *tries, Bits colors, unsigned games)
{
    const KriegspielRules rules = usual_rules();
    Entry list[16];
    Entries entries = {.list = list};
    uint8_t seat = 0;
    Slice rest = slice_of(tries);
    while (rest.length) {
        const Slice word = slice_take(&rest, " ");
        const bool is_refused = word.start[word.length - 1] == '?';
        const Slice move = {word.start, word.length - is_refused};
        list[entries.count++] =
            (Entry){.kind = EVENT_TRY, .seat = seat, .attempt = try_from_text(move)};
        seat ^= !is_refused;
    }
    for (unsigned i = 0; i < games; i++)
        assert_true(model_count(&counts, &rules, &entries, colors));
}

static void clear(void)
{
    memset(&counts, 0, sizeof counts);
}

static double sum_of(const Model *of, Color color, unsigned time, Kind kind)
{
    double sum = 0;
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        sum += model_chance(of, color, time, kind, i);
    return sum;
}

static void men_are_counted_after_each_own_move_and_refusals_are_not_moves(void **state)
{
    (void)state;
    clear();
    count_games("e2e4 e7d6? e7e5 g1f3", bit(WHITE) | bit(BLACK), 1);
    assert_int_equal(counts.games[WHITE][0], 1);
    assert_int_equal(counts.games[WHITE][2], 1);
    assert_int_equal(counts.games[BLACK][1], 1);
    assert_int_equal(counts.games[BLACK][2], 0);
    assert_int_equal(counts.at[WHITE][1][PAWN][square("e4")], 1);
    assert_int_equal(counts.at[WHITE][1][KNIGHT][square("g1")], 1);
    assert_int_equal(counts.at[WHITE][2][KNIGHT][square("f3")], 1);
    assert_int_equal(counts.at[BLACK][1][PAWN][square("e5")], 1);
    assert_int_equal(counts.at[BLACK][1][PAWN][square("e7")], 0);
}

static void one_colour_alone_can_be_counted(void **state)
{
    (void)state;
    clear();
    count_games("e2e4 e7e5", bit(BLACK), 1);
    assert_int_equal(counts.games[WHITE][0], 0);
    assert_int_equal(counts.games[BLACK][1], 1);
}

static void a_try_out_of_turn_is_no_game(void **state)
{
    (void)state;
    const KriegspielRules rules = usual_rules();
    Entry entry = {.kind = EVENT_TRY, .seat = BLACK, .attempt = try_from_text(slice_of("e7e5"))};
    const Entries entries = {.list = &entry, .count = 1};
    clear();
    assert_false(model_count(&counts, &rules, &entries, bit(WHITE)));
}

static void other_first_positions_are_not_counted(void **state)
{
    (void)state;
    KriegspielRules rules = usual_rules();
    assert_true(model_can_count(&rules));
    rules.setup.board = board_by_size(4, 4);
    assert_false(model_can_count(&rules));
}

static void times_that_few_games_reached_are_left_out(void **state)
{
    (void)state;
    clear();
    count_games("e2e4 e7e5 g1f3 g8f6", bit(WHITE) | bit(BLACK), MODEL_GAMES_MIN - 1);
    count_games("e2e4 e7e5 g1f3", bit(WHITE) | bit(BLACK), 1);
    model_make(&counts, &model);
    assert_int_equal(model.move_count[WHITE], 3);
    assert_int_equal(model.move_count[BLACK], 2);
}

static void chances_are_shares_of_the_games(void **state)
{
    (void)state;
    clear();
    count_games("e2e4 e7e5", bit(WHITE), 60);
    count_games("d2d4 e7e5", bit(WHITE), 20);
    model_make(&counts, &model);
    const double e4 = model_chance(&model, WHITE, 1, PAWN, square("e4"));
    const double d4 = model_chance(&model, WHITE, 1, PAWN, square("d4"));
    assert_true(e4 > 0.73 && e4 <= 0.76);
    assert_true(d4 > 0.24 && d4 < 0.27);
}

static void smoothing_loses_no_man_and_puts_no_pawn_on_an_end_rank(void **state)
{
    (void)state;
    for (unsigned color = 0; color < 2; color++) {
        Model *of = &model;
        assert_int_equal(model_read(model_default(), of), MODEL_OK);
        for (unsigned time = 0; time < of->move_count[color]; time++) {
            assert_true(sum_of(of, color, time, KING) > 0.999);
            assert_true(sum_of(of, color, time, KING) < 1.001);
            assert_true(sum_of(of, color, time, PAWN) < 8.001);
            assert_true(model_chance(of, color, time, PAWN, square("c1")) == 0);
            assert_true(model_chance(of, color, time, PAWN, square("f8")) == 0);
        }
    }
}

static void the_default_model_is_of_twelve_thousand_games(void **state)
{
    (void)state;
    assert_int_equal(model_read(model_default(), &model), MODEL_OK);
    assert_true(model.games[WHITE][0] >= 12000 && model.games[BLACK][0] >= 12000);
    assert_true(model.move_count[WHITE] > 30 && model.move_count[BLACK] > 30);
    assert_true(model_default().length <= 100000);
}

static void a_model_comes_back_from_its_bytes(void **state)
{
    (void)state;
    clear();
    count_games("e2e4 e7e5 e1e2", bit(WHITE) | bit(BLACK), 77);
    model_make(&counts, &model);
    Text bytes = text_growing(&memory_heap);
    model_write(&model, &bytes);
    assert_int_equal(model_read((Slice){bytes.start, bytes.length}, &other), MODEL_OK);
    assert_memory_equal(&model, &other, sizeof model);
    text_done(&bytes);
}

static void damaged_bytes_are_refused_and_change_nothing(void **state)
{
    (void)state;
    const Slice good = model_default();
    char *bytes = memory_resize(&memory_heap, NULL, good.length + 1);
    memset(&other, 0x77, sizeof other);
    model = other;
    const struct {
        size_t at, length;
        ModelError error;
    } cases[] = {
        {0, good.length, MODEL_ERR_MAGIC},
        {8, good.length, MODEL_ERR_VERSION},
        {10, good.length, MODEL_ERR_LENGTH},
        {20, good.length - 1, MODEL_ERR_LENGTH},
        {20, good.length + 1, MODEL_ERR_LENGTH},
        {2000, good.length, MODEL_ERR_CHECKSUM},
        {8, 12, MODEL_ERR_LENGTH},
        {0, 3, MODEL_ERR_MAGIC},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        memcpy(bytes, good.start, good.length);
        bytes[cases[i].at] ^= 0x55;
        assert_int_equal(model_read((Slice){bytes, cases[i].length}, &model), cases[i].error);
        assert_memory_equal(&model, &other, sizeof model);
        assert_true(*model_error_text(cases[i].error));
    }
    memory_resize(&memory_heap, bytes, 0);
}

static void a_side_with_two_kings_is_refused(void **state)
{
    (void)state;
    Text bytes = text_growing(&memory_heap);
    assert_int_equal(model_read(model_default(), &model), MODEL_OK);
    model.at[BLACK][3][KING][square("a1")] = MODEL_ONE;
    model_write(&model, &bytes);
    assert_int_equal(model_read((Slice){bytes.start, bytes.length}, &other), MODEL_ERR_CONTENT);
    text_done(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(men_are_counted_after_each_own_move_and_refusals_are_not_moves),
        cmocka_unit_test(one_colour_alone_can_be_counted),
        cmocka_unit_test(a_try_out_of_turn_is_no_game),
        cmocka_unit_test(other_first_positions_are_not_counted),
        cmocka_unit_test(times_that_few_games_reached_are_left_out),
        cmocka_unit_test(chances_are_shares_of_the_games),
        cmocka_unit_test(smoothing_loses_no_man_and_puts_no_pawn_on_an_end_rank),
        cmocka_unit_test(the_default_model_is_of_twelve_thousand_games),
        cmocka_unit_test(a_model_comes_back_from_its_bytes),
        cmocka_unit_test(damaged_bytes_are_refused_and_change_nothing),
        cmocka_unit_test(a_side_with_two_kings_is_refused),
    };
    return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
