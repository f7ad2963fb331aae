// Pictures of men as points, four of which make one cell; and the table of signs.
#include "formats/draw/spot.h"

#include <assert.h>

enum { POINT_COLUMNS = 2 * MAN_COLUMNS, POINT_ROWS = 2 * MAN_ROWS };

typedef const char *Picture[POINT_ROWS];

static const Picture men[KIND_COUNT] = {
    [PAWN] = {"          ", "    ##    ", "   ####   ", "    ##    ", "   ####   ", "  ######  "},
    [KNIGHT] = {"    ##    ", "   #####  ", "  ####### ", " ### #### ", "    ##### ", "  ####### "},
    [BISHOP] = {"    ##    ", "   ## #   ", "   # ##   ", "   ####   ", "    ##    ", "  ######  "},
    [ROOK] = {" ## ## ## ", " ######## ", "  ######  ", "  ######  ", "  ######  ", " ######## "},
    [QUEEN] = {"#   ##   #", "##  ##  ##", "## #### ##", " ######## ", "  ######  ", " ######## "},
    [KING] = {"    ##    ", "  ######  ", "    ##    ", " ######## ", "  ######  ", " ######## "},
};

static const Picture stones[2] = {
    {"  ######  ", " ##    ## ", " #      # ", " #      # ", " ##    ## ", "  ######  "},
    {"  ######  ", " ######## ", " ######## ", " ######## ", " ######## ", "  ######  "},
};

// The block characters by which of their quarters are full: upper left 1, upper right 2, lower left 4, lower right 8.
static const uint16_t blocks[16] = {' ',    0x2598, 0x259d, 0x2580, 0x2596, 0x258c, 0x259e, 0x259b,
                                    0x2597, 0x259a, 0x2590, 0x259c, 0x2584, 0x2599, 0x259f, 0x2588};

static void draw_picture(const Picture picture, CellStyle style, uint32_t column, uint32_t row,
                         Cells *out)
{
    for (uint32_t y = 0; y < (uint32_t)MAN_ROWS; y++)
        for (uint32_t x = 0; x < (uint32_t)MAN_COLUMNS; x++) {
            const char *above = &picture[2 * y][2 * x], *below = &picture[2 * y + 1][2 * x];
            const unsigned quarters =
                (unsigned)(above[0] == '#') | (unsigned)(above[1] == '#') << 1 |
                (unsigned)(below[0] == '#') << 2 | (unsigned)(below[1] == '#') << 3;
            cells_put(out, column + x, row + y, blocks[quarters], style);
        }
}

void view_large_man(Kind kind, CellStyle style, uint32_t column, uint32_t row, Cells *out)
{
    assert(kind < KIND_COUNT);
    draw_picture(men[kind], style, column, row, out);
}

void view_large_stone(bool is_black, CellStyle style, uint32_t column, uint32_t row, Cells *out)
{
    draw_picture(stones[is_black], style, column, row, out);
}

const SignLook view_sign_looks[VIEW_SIGN_COUNT] = {
    {SIGN_REFUSED, 'x', 0xd7, GROUND_REFUSED, SAY_SIGN_REFUSED},
    {SIGN_CAPTURED, '*', '*', GROUND_MARKED, SAY_SIGN_CAPTURED},
    {SIGN_CHECK, '+', '+', GROUND_CHECK, SAY_SIGN_CHECK},
    {SIGN_PAWN, '^', '^', GROUND_CHECK, SAY_SIGN_PAWN},
    {SIGN_MOVED, '>', 0x203a, GROUND_MOVED, SAY_SIGN_MOVED},
};

CellStyle view_sign_ground(uint8_t signs, CellStyle plain)
{
    if (signs & SIGN_CURSOR)
        return GROUND_MARKED;
    for (unsigned i = 0; i < VIEW_SIGN_COUNT; i++)
        if (signs & view_sign_looks[i].sign)
            return view_sign_looks[i].ground;
    return plain;
}

uint32_t view_sign_legend(uint8_t signs, bool is_ascii, uint32_t column, uint32_t row, Cells *out)
{
    const uint32_t begin = column;
    for (unsigned i = 0; i < VIEW_SIGN_COUNT; i++) {
        const SignLook *look = &view_sign_looks[i];
        if (!(signs & look->sign))
            continue;
        cells_put(out, column, row, is_ascii ? (uint32_t)look->ascii : look->rune,
                  INK_SIGN | look->ground);
        column +=
            2 + cells_put_text(out, column + 2, row, slice_of(words_of(look->word)), INK_DIM) + 2;
    }
    return column - begin;
}
