// A grid of cells: what a terminal, a printed page and a test can all show.
//
// A Cell is a plain value without padding, and there is only one blank: two grids of one size look
// the same if and only if their bytes are equal. Tests of silence rely on that.
//
// A Cells is a view on the caller's array, row by row. Every rune takes one column. Nothing is ever
// written outside the grid: what does not fit is left out.
#ifndef NEBEL_DRAW_CELLS_H
#define NEBEL_DRAW_CELLS_H

#include "base/text.h"

// One ink and one ground, added together. The room that shows the cells decides what they look like.
typedef uint32_t CellStyle;
enum {
    INK_PLAIN = 0,
    INK_DIM, // coordinates, numbers
    INK_TITLE,
    INK_TRY, // a seat's own tries
    INK_WHITE_MAN,
    INK_BLACK_MAN,
    INK_EMPTY,   // a square known to be empty
    INK_FOG,     // a square that the seat cannot see
    INK_PHANTOM, // a man that the seat only believes in
    INK_ALERT,   // what must not be overlooked
    INK_SIGN,    // a sign on a spot (formats/draw/spot.h)
    INK_COUNT,

    GROUND_NONE = 0,
    GROUND_LIGHT = 0x10,
    GROUND_DARK = 0x20,
    GROUND_MARKED = 0x30,
    GROUND_REFUSED = 0x40,
    GROUND_CHECK = 0x50,
    GROUND_MOVED = 0x60,

    STYLE_INK = 0x0f,
    STYLE_GROUND = 0x70,
};
_Static_assert((int)INK_COUNT <= (int)STYLE_INK + 1, "every ink leaves the ground alone");

typedef struct Cell {
    uint32_t rune; // a Unicode code point; 0 is the blank
    CellStyle style;
} Cell;
_Static_assert(sizeof(Cell) == 8, "a cell has no padding");

typedef struct Cells {
    uint32_t width, height;
    Cell *cells; // width * height of them
} Cells;

enum { RUNE_BLANK = 0 };

// A blank grid on `memory`, which has room for `count` cells, at least width * height.
Cells cells_in(Cell *memory, size_t count, uint32_t width, uint32_t height);
#define CELLS_IN(array, width, height) cells_in((array), COUNT_OF(array), (width), (height))

void cells_clear(Cells *cells);

// Puts one rune. A space becomes the blank, which has no ink; a control character RUNE_BROKEN.
void cells_put(Cells *cells, uint32_t column, uint32_t row, uint32_t rune, CellStyle style);

// Puts a UTF-8 text on one row; returns the columns the whole text takes, clipped or not.
uint32_t cells_put_text(Cells *cells, uint32_t column, uint32_t row, Slice text, CellStyle style);

// The columns that a UTF-8 text takes.
uint32_t cells_width(Slice text);

// Takes one row off a text: as many whole words as `width` columns hold, or the part of the first word
// that fits.
Slice cells_take_row(Slice *rest, uint32_t width);

// Puts all of `from` into `to`, its upper left corner at (column, row). They share no memory.
void cells_copy(const Cells *from, Cells *to, uint32_t column, uint32_t row);

bool cells_row_is_blank(const Cells *cells, uint32_t row);

// Each row as UTF-8 without the blanks at its end, and a newline. CELLS_TEXT_BYTES hold it all; a
// text that is too small ends with a whole rune.
void cells_to_text(const Cells *cells, Text *text);
#define CELLS_TEXT_BYTES(width, height) ((size_t)(height) * (4 * (size_t)(width) + 1) + 1)

#endif
