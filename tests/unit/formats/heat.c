// Heat maps as pictures.
#include "formats/draw/heat.h"
#include "games/kriegspiel/kriegspiel.h"
#include "unit/check.h"

#include <string.h>

enum { WIDTH = HEAT_WIDTH_MAX, HEIGHT = HEAT_HEIGHT_MAX };

static const Board *small_board(void)
{
    return board_by_size(4, 4);
}

static unsigned square(const char *name)
{
    return square_from_text(name);
}

static void assert_looks(const Cells *cells, const char *picture)
{
    char memory[CELLS_TEXT_BYTES(WIDTH, HEIGHT)];
    Text text = TEXT_IN(memory);
    cells_to_text(cells, &text);
    assert_string_equal(memory, picture);
}

static void chances_are_per_cent_and_own_men_letters(void **state)
{
    (void)state;
    double at[SQUARE_COUNT] = {0};
    const Position start = position_start(small_board());
    const OwnMen own = own_men_of(&start, WHITE);
    at[square("a4")] = 1;
    at[square("b4")] = 0.124;
    at[square("c3")] = 0.001;
    at[square("d3")] = 0.5;
    const HeatMap map = {.board = small_board(),
                         .at = at,
                         .own = &own,
                         .marked = bit(square("b4")) | bit(square("a3")),
                         .caption = "men"};
    Cell memory[20 * 7];
    Cells cells = CELLS_IN(memory, 20, 7);
    view_heat(&map, 1, 0, &cells);
    assert_looks(&cells, "   men\n"
                         "\n"
                         " 4 100  12*  .   .\n"
                         " 3   .*  .   0  50\n"
                         " 2   P   P   P   P\n"
                         " 1   R   Q   K   R\n"
                         "     a   b   c   d\n");
}

static CellStyle ground_at(const Cells *cells, uint32_t column, uint32_t row)
{
    return cells->cells[row * cells->width + column].style & STYLE_GROUND;
}

static void the_ground_tells_the_chance_and_fills_the_square(void **state)
{
    (void)state;
    double at[SQUARE_COUNT] = {0};
    at[square("b4")] = 0.01;
    at[square("c4")] = 0.2;
    at[square("d4")] = 0.9;
    const HeatMap map = {.board = small_board(), .at = at, .caption = ""};
    const CellStyle grounds[] = {GROUND_NONE, GROUND_DARK, GROUND_LIGHT, GROUND_MARKED};
    Cell memory[18 * 7];
    Cells cells = CELLS_IN(memory, 18, 7);
    view_heat(&map, 0, 0, &cells);
    for (uint32_t file = 0; file < 4; file++)
        for (uint32_t i = 0; i < HEAT_SQUARE_COLUMNS; i++)
            assert_int_equal(ground_at(&cells, 2 + HEAT_SQUARE_COLUMNS * file + i, 2),
                             grounds[file]);
}

static void black_men_are_small_letters(void **state)
{
    (void)state;
    const double at[SQUARE_COUNT] = {0};
    const Position start = position_start(small_board());
    const OwnMen own = own_men_of(&start, BLACK);
    const HeatMap map = {.board = small_board(), .at = at, .own = &own, .caption = "king"};
    Cell memory[18 * 4];
    Cells cells = CELLS_IN(memory, 18, 4);
    view_heat(&map, 0, 0, &cells); // the rows below are left out
    assert_looks(&cells, "  king\n"
                         "\n"
                         "4   r   q   k   r\n"
                         "3   p   p   p   p\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chances_are_per_cent_and_own_men_letters),
        cmocka_unit_test(the_ground_tells_the_chance_and_fills_the_square),
        cmocka_unit_test(black_men_are_small_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
