// What is drawn on a spot of a board: pictures of men and stones, for large spots; and signs, of which each has a character and a ground
// of its own, so that no colours are needed to read them.
#ifndef NEBEL_DRAW_SPOT_H
#define NEBEL_DRAW_SPOT_H

#include "base/i18n/words.h"
#include "formats/draw/cells.h"
#include "games/chess/board.h"
#include "games/core/signs.h"

enum { MAN_COLUMNS = 5, MAN_ROWS = 3 };

// Draws a man with its upper left corner at (column, row). Cells that it leaves empty keep the ground of `style`.
void view_large_man(Kind kind, CellStyle style, uint32_t column, uint32_t row, Cells *out);

// The same for a stone of Go: Black's is full, White's is a ring.
void view_large_stone(bool is_black, CellStyle style, uint32_t column, uint32_t row, Cells *out);

typedef struct SignLook {
    uint8_t sign;
    char ascii;
    uint32_t rune; // where more than ASCII can be shown
    CellStyle ground;
    SayCode word; // for a legend
} SignLook;

// All but the cursor, which is drawn as brackets. The first that a spot has gives its ground.
enum { VIEW_SIGN_COUNT = 5 };
extern const SignLook view_sign_looks[VIEW_SIGN_COUNT];

// The ground of a spot with these signs; `plain` if it has none.
CellStyle view_sign_ground(uint8_t signs, CellStyle plain);

// A legend of the signs that `signs` has, on one row: "x refused  + check". Returns the columns it takes.
uint32_t view_sign_legend(uint8_t signs, bool is_ascii, uint32_t column, uint32_t row, Cells *out);

#endif
