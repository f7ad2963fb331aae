// A heat map: how likely something is on each square, as a board of cells.
//
//     8   .  12  63* 12          (and so on)
//     7   .   .  13   .
//     1   R   N   B   Q
//         a   b   c   d
//
// A chance is a number of per cent, `.` for no chance; own men are letters; `*` points at a square. On a
// terminal with colours the grounds are shades: none, dark, light and marked, from no chance to a great
// one.
#ifndef NEBEL_DRAW_HEAT_H
#define NEBEL_DRAW_HEAT_H

#include "formats/draw/chess_board.h"

typedef struct HeatMap {
    const Board *board;
    const double *at;  // SQUARE_COUNT chances from 0 to 1
    const OwnMen *own; // drawn as letters; NULL for none
    Bits marked;       // squares to point at
    const char *caption;
    bool is_change; // `at` holds changes of chances, written in thousandths with their sign
} HeatMap;

enum {
    HEAT_SQUARE_COLUMNS = 4,
    HEAT_WIDTH_MAX = VIEW_LEFT_COLUMNS + HEAT_SQUARE_COLUMNS * BOARD_SIDE_MAX + 1,
    HEAT_HEIGHT_MAX = VIEW_CAPTION_ROWS + BOARD_SIDE_MAX + 1,
};

// The ground of a chance, and the chance as " 63" or "  .".
CellStyle view_heat_ground(double chance);
void view_heat_add(double chance, Text *text);
// A ground with ink that can be read on it: of a number, or of a star. Without a ground the terminal's own is behind it, which may
// be light or dark.
CellStyle view_heat_ink(CellStyle ground, bool is_star);

// Draws the map with its upper left corner at (column, row), White below. What does not fit is left
// out.
void view_heat(const HeatMap *map, uint32_t column, uint32_t row, Cells *out);

#endif
