// Chances as numbers and shades.
#include "formats/draw/heat.h"

#include <assert.h>
#include <math.h>

enum {
    LETTER_COLUMN = 2, // of a square: where a man or the name of a file stands
    PER_CENT = 100,
    PER_MILLE = 1000,
};

// A chance above `from` has this ground. The steps are a factor of six apart, so that a likely square stands out and
// any trace of a chance is seen.
static const struct HeatShade {
    double from;
    CellStyle ground;
} shades[] = {{0.3, GROUND_MARKED}, {0.05, GROUND_LIGHT}, {0, GROUND_DARK}};

CellStyle view_heat_ground(double chance)
{
    for (unsigned i = 0; i < COUNT_OF(shades); i++)
        if (chance > shades[i].from)
            return shades[i].ground;
    return GROUND_NONE;
}

CellStyle view_heat_ink(CellStyle ground, bool is_star)
{
    if (ground == GROUND_NONE)
        return is_star ? INK_ALERT : INK_PLAIN;
    return (is_star ? INK_PHANTOM : INK_SIGN) | ground;
}

void view_heat_add(double chance, Text *text)
{
    if (chance > 0)
        text_format(text, "%3.0f", PER_CENT * chance);
    else
        text_add(text, "  .");
}

static void add_change(double change, Text *text)
{
    const double thousandths = round(PER_MILLE * change);
    if (thousandths != 0)
        text_format(text, "%+4.0f", thousandths);
    else
        text_add(text, "   .");
}

static void add_number(const HeatMap *map, unsigned square, Text *text)
{
    if (map->is_change)
        add_change(map->at[square], text);
    else
        view_heat_add(map->at[square], text);
}

static void draw_man(const OwnMen *own, unsigned square, uint32_t column, uint32_t row, Cells *out)
{
    // There is no ground, so white or black ink could be the colour of the terminal.
    const char letter = man_letter(own_men_kind(own, square), own->color);
    cells_put(out, column + LETTER_COLUMN, row, (uint32_t)letter, INK_TITLE);
}

static void draw_square(const HeatMap *map, unsigned square, uint32_t column, uint32_t row,
                        Cells *out)
{
    if (map->own && bits_has(map->own->all, square)) {
        draw_man(map->own, square, column, row, out);
        return;
    }
    char memory[16];
    Text number = TEXT_IN(memory);
    const CellStyle shade = view_heat_ground(map->at[square]);
    add_number(map, square, &number);
    assert(!number.cut);
    for (uint32_t i = 0; i < HEAT_SQUARE_COLUMNS; i++)
        cells_put(out, column + i, row, RUNE_BLANK, shade);
    for (uint32_t i = 0; i < number.length; i++)
        cells_put(out, column + i, row, (uint32_t)memory[i],
                  map->at[square] > 0 ? view_heat_ink(shade, false) : INK_DIM | shade);
    if (bits_has(map->marked, square))
        cells_put(out, column + HEAT_SQUARE_COLUMNS - 1, row, '*', view_heat_ink(shade, true));
}

void view_heat(const HeatMap *map, uint32_t column, uint32_t row, Cells *out)
{
    const unsigned files = map->board->files, ranks = map->board->ranks;
    cells_put_text(out, column + VIEW_LEFT_COLUMNS, row, slice_of(map->caption), INK_TITLE);
    for (unsigned y = 0; y < ranks; y++) {
        const unsigned rank = ranks - 1 - y;
        const uint32_t at = row + VIEW_CAPTION_ROWS + y;
        cells_put(out, column, at, '1' + rank, INK_DIM);
        for (unsigned file = 0; file < files; file++)
            draw_square(map, rank * 8 + file,
                        column + VIEW_LEFT_COLUMNS + HEAT_SQUARE_COLUMNS * file, at, out);
    }
    for (unsigned file = 0; file < files; file++)
        cells_put(out, column + VIEW_LEFT_COLUMNS + HEAT_SQUARE_COLUMNS * file + LETTER_COLUMN,
                  row + VIEW_CAPTION_ROWS + ranks, 'a' + file, INK_DIM);
}
