// The table of signs.
#include "formats/draw/signs.h"

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
