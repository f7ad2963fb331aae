// Large men for large squares: pictures of MAN_COLUMNS by MAN_ROWS cells, drawn with the block characters of Unicode.
#ifndef NEBEL_VIEW_MEN_H
#define NEBEL_VIEW_MEN_H

#include "formats/draw/cells.h"
#include "games/chess/board.h"

enum { MAN_COLUMNS = 5, MAN_ROWS = 3 };

// Draws a man with its upper left corner at (column, row). Cells that it leaves empty keep the ground of `style`.
void view_large_man(Kind kind, CellStyle style, uint32_t column, uint32_t row, Cells *out);

// The same for a stone of Go: Black's is full, White's is a ring.
void view_large_stone(bool is_black, CellStyle style, uint32_t column, uint32_t row, Cells *out);

#endif
