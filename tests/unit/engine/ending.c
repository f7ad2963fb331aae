// Tables of endings against a bare king: the numbers of placements, beliefs, and what tries are worth by them.
#include "engine/kriegspiel_search/ending_choice.h"
#include "engine/kriegspiel_search/ending_table.h"
#include "unit/check.h"

#include <math.h>
#include <string.h>

static Move move_of(const char *text)
{
    return try_from_text(slice_of(text));
}

static unsigned square_of(const char *text)
{
    return square_from_text(text);
}

// --- Placements ------------------------------------------------------------------------------------

static void each_placement_has_its_number(void **state)
{
    (void)state;
    unsigned king, pieces[ENDING_PIECES_MAX];
    for (unsigned t = 0; t < ending_table_count; t++) {
        const EndingMaterial *material = &ending_tables[t].material;
        for (uint32_t i = 0; i < ending_placement_count(material); i++)
            if (ending_placement_squares(material, i, &king, pieces))
                assert_int_equal(ending_placement_of(material, king, pieces).index, i);
    }
}

static void mirror_images_are_one_placement(void **state)
{
    (void)state;
    const EndingMaterial *rook = &ending_tables[1].material, *bishops = &ending_tables[2].material;
    static const char *const images[][2] = {{"b3", "h2"}, {"g3", "a2"}, {"b6", "h7"}, {"c2", "b8"}};
    assert_string_equal(rook->name, "KRK");
    const unsigned first[2] = {square_of("h2")};
    const uint32_t index = ending_placement_of(rook, square_of("b3"), first).index;
    for (unsigned i = 0; i < COUNT_OF(images); i++) {
        const unsigned piece[2] = {square_of(images[i][1])};
        assert_int_equal(ending_placement_of(rook, square_of(images[i][0]), piece).index, index);
    }
    const unsigned left[2] = {square_of("c1"), square_of("f1")}, right[2] = {left[1], left[0]};
    assert_int_equal(ending_placement_of(bishops, square_of("e4"), left).index,
                     ending_placement_of(bishops, square_of("e4"), right).index);
    assert_int_equal(ending_placement_of(bishops, square_of("e4"), left).index,
                     ending_placement_of(bishops, square_of("d4"), right).index);
}

// --- Tries -----------------------------------------------------------------------------------------

typedef struct Hunt {
    KriegspielRules rules;
    Metaposition meta;
    EndingBelief belief;
} Hunt;

// Where the men stand is known at the start.
static void begin_hunt(Hunt *hunt, const char *fen)
{
    static const double nothing[SQUARE_COUNT] = {0};
    const Hearing opening = {.event = HEARD_OPENING};
    *hunt = (Hunt){.rules = {.ruleset = ruleset_by_name(slice_of("icc"))}};
    Position *start = &hunt->rules.setup.start;
    assert_int_equal(position_from_fen(slice_of(fen), NULL, start), FEN_OK);
    hunt->rules.setup.board = position_board(start);
    metaposition_begin(&hunt->meta, &hunt->rules, WHITE);
    ending_belief_hear(&hunt->belief, nothing, &hunt->meta, &opening, &hunt->meta);
}

static EndingTry value_of(const Hunt *hunt, const char *move)
{
    const Budget budget = {.nodes = 1000};
    Meter meter = meter_begin(&budget, WHITE);
    EndingTry one = {.move = move_of(move)};
    assert_int_equal(ending_value_tries(&hunt->meta, &hunt->belief, &meter, &one, 1), 1);
    assert_true(meter.nodes > 1 && meter.nodes < 1000);
    return one;
}

static void a_mate_is_worth_most_and_a_stalemate_nothing(void **state)
{
    (void)state;
    Hunt hunt;
    begin_hunt(&hunt, "7k/8/6K1/8/8/8/8/R7 w");
    assert_true(fabs(value_of(&hunt, "a1a8").value - 1) < 1e-9);
    assert_true(value_of(&hunt, "a1a7").value < 0.98);
    begin_hunt(&hunt, "k7/8/8/8/8/8/8/1Q5K w");
    assert_true(fabs(value_of(&hunt, "b1b6").value + 1) < 1e-9);
    assert_true(value_of(&hunt, "b1b5").value > 0.5);
}

static void a_man_left_to_be_taken_is_worth_less(void **state)
{
    (void)state;
    Hunt hunt;
    begin_hunt(&hunt, "8/8/8/8/3k4/8/8/R3K3 w");
    assert_true(value_of(&hunt, "a1d1").value > 0.4); // guarded
    assert_true(value_of(&hunt, "a1a5").value > 0.4); // out of reach
    begin_hunt(&hunt, "8/8/8/2k5/8/8/8/3RK3 w");
    assert_true(value_of(&hunt, "d1d4").value < 0.7 * value_of(&hunt, "d1d8").value); // hangs
}

static void a_refusal_is_followed_by_another_try(void **state)
{
    (void)state;
    Hunt hunt;
    begin_hunt(&hunt, "8/8/8/4k3/8/4K3/8/R7 w");
    const EndingTry beside = value_of(&hunt, "e3e4"), away = value_of(&hunt, "e3d3");
    assert_true(fabs(beside.legal) < 1e-12 && beside.value > 0.3);
    assert_true(fabs(away.legal - 1) < 1e-12);
}

static void there_is_no_table_for_pawns_and_other_boards(void **state)
{
    (void)state;
    Hunt hunt;
    begin_hunt(&hunt, "8/8/8/4k3/8/4K3/4P3/8 w");
    assert_null(ending_table_for(&hunt.meta.own));
    begin_hunt(&hunt, "3k3/7/7/7/7/7/R2K3 w");
    assert_null(ending_table_for(&hunt.meta.own));
    begin_hunt(&hunt, "4k3/8/8/8/8/8/3BB3/4K3 w");
    assert_string_equal(ending_table_for(&hunt.meta.own)->material.name, "KBBK");
    begin_hunt(&hunt, "4k3/8/8/8/8/8/P2Q4/R3K3 w");
    assert_string_equal(ending_table_for(&hunt.meta.own)->material.name, "KQK");
}

// --- Belief ----------------------------------------------------------------------------------------

static double chance_of(const Hunt *hunt, const char *square)
{
    return hunt->belief.at[KING_GOES_ANYWHERE][square_of(square)] +
           hunt->belief.at[KING_GOES_TO_THE_MIDDLE][square_of(square)];
}

static double habit_chance(const Hunt *hunt, BareKingHabit habit)
{
    double sum = 0;
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        sum += hunt->belief.at[habit][i];
    return sum;
}

static void assert_whole(const Hunt *hunt)
{
    const double sum =
        habit_chance(hunt, KING_GOES_ANYWHERE) + habit_chance(hunt, KING_GOES_TO_THE_MIDDLE);
    assert_true(fabs(sum - 1) < 1e-9);
}

static void hear(Hunt *hunt, const char *own, const Hearing *heard)
{
    static const double nothing[SQUARE_COUNT] = {0};
    const Metaposition before = hunt->meta;
    metaposition_hear(&hunt->meta, own ? move_of(own) : TRY_NONE, heard);
    ending_belief_hear(&hunt->belief, nothing, &before, heard, &hunt->meta);
}

static void the_belief_spreads_and_is_cut_by_refusals(void **state)
{
    (void)state;
    Hunt hunt;
    const Hearing own_move = {.event = HEARD_MOVE, .seat = WHITE};
    const Hearing his_move = {.event = HEARD_MOVE, .seat = BLACK};
    const Hearing refusal = {.event = HEARD_REFUSAL, .seat = WHITE, .verdict = VERDICT_ILLEGAL};
    begin_hunt(&hunt, "8/8/8/4k3/8/8/4K3/R7 w");
    assert_true(fabs(chance_of(&hunt, "e5") - 1) < 1e-12);
    hear(&hunt, "a1b1", &own_move);
    hear(&hunt, NULL, &his_move);
    assert_whole(&hunt);
    // Of its eight squares e4 and d4 are in the middle, e6 and f6 are not.
    assert_true(chance_of(&hunt, "d4") > chance_of(&hunt, "f6"));
    assert_true(chance_of(&hunt, "f6") > 0.05);
    assert_true(chance_of(&hunt, "e5") <= 0);
    hear(&hunt, "e2e3", &refusal); // so it stands on d4, e4 or f4
    assert_whole(&hunt);
    assert_true(chance_of(&hunt, "f6") <= 0);
    assert_true(chance_of(&hunt, "d4") > 0.3);
    // Kings that like the middle are there more often than others.
    assert_true(habit_chance(&hunt, KING_GOES_TO_THE_MIDDLE) > 0.55);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_placement_has_its_number),
        cmocka_unit_test(mirror_images_are_one_placement),
        cmocka_unit_test(a_mate_is_worth_most_and_a_stalemate_nothing),
        cmocka_unit_test(a_man_left_to_be_taken_is_worth_less),
        cmocka_unit_test(a_refusal_is_followed_by_another_try),
        cmocka_unit_test(there_is_no_table_for_pawns_and_other_boards),
        cmocka_unit_test(the_belief_spreads_and_is_cut_by_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
