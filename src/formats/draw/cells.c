// Grids of cells, from UTF-8 and to it.
#include "formats/draw/cells.h"

#include <assert.h>

Cells cells_in(Cell *memory, size_t count, uint32_t width, uint32_t height)
{
    assert(memory);
    assert((size_t)width * height <= count);
    (void)count;
    Cells cells = {width, height, memory};
    cells_clear(&cells);
    return cells;
}

static Cell *cell_at(const Cells *cells, uint32_t column, uint32_t row)
{
    assert(column < cells->width && row < cells->height);
    return &cells->cells[(size_t)row * cells->width + column];
}

void cells_clear(Cells *cells)
{
    const size_t count = (size_t)cells->width * cells->height;
    for (size_t i = 0; i < count; i++)
        cells->cells[i] = (Cell){RUNE_BLANK, INK_PLAIN};
}

static uint32_t rune_to_show(uint32_t rune)
{
    if (rune == ' ' || rune == RUNE_BLANK)
        return RUNE_BLANK;
    return rune_is_shown(rune) ? rune : RUNE_BROKEN;
}

void cells_put(Cells *cells, uint32_t column, uint32_t row, uint32_t rune, CellStyle style)
{
    assert((style & ~(CellStyle)(STYLE_INK | STYLE_GROUND)) == 0);
    if (column >= cells->width || row >= cells->height)
        return;
    const uint32_t shown = rune_to_show(rune);
    const CellStyle seen = shown == RUNE_BLANK ? style & STYLE_GROUND : style;
    *cell_at(cells, column, row) = (Cell){shown, seen};
}

uint32_t cells_put_text(Cells *cells, uint32_t column, uint32_t row, Slice text, CellStyle style)
{
    uint32_t taken = 0;
    for (; text.length; taken++) {
        const uint32_t rune = rune_take(&text);
        if (taken <= UINT32_MAX - column)
            cells_put(cells, column + taken, row, rune, style);
    }
    return taken;
}

uint32_t cells_width(Slice text)
{
    uint32_t width = 0;
    for (; text.length; width++)
        rune_take(&text);
    return width;
}

// The bytes of the runes that fit into `width` columns.
static size_t bytes_that_fit(Slice text, uint32_t width)
{
    Slice rest = text;
    for (uint32_t column = 0; rest.length && column < width; column++)
        rune_take(&rest);
    return text.length - rest.length;
}

Slice cells_take_row(Slice *rest, uint32_t width)
{
    const size_t fits = bytes_that_fit(*rest, width);
    Slice row = {rest->start, 0};
    Slice next = *rest;
    while (next.length) {
        const Slice word = slice_take(&next, " ");
        const size_t length = (size_t)(word.start + word.length - row.start);
        if (length > fits)
            break;
        row.length = length;
        *rest = next;
    }
    if (row.length == 0) {
        row.length = fits;
        *rest = (Slice){row.start + fits, (size_t)(next.start + next.length - row.start) - fits};
    }
    return row;
}

void cells_copy(const Cells *from, Cells *to, uint32_t column, uint32_t row)
{
    assert(from->cells != to->cells);
    if (column >= to->width || row >= to->height)
        return;
    for (uint32_t y = 0; y < from->height && y < to->height - row; y++)
        for (uint32_t x = 0; x < from->width && x < to->width - column; x++)
            *cell_at(to, column + x, row + y) = *cell_at(from, x, y);
}

// The column after the last that is not blank.
static uint32_t row_end(const Cells *cells, uint32_t row)
{
    uint32_t end = cells->width;
    while (end && cell_at(cells, end - 1, row)->rune == RUNE_BLANK)
        end--;
    return end;
}

bool cells_row_is_blank(const Cells *cells, uint32_t row)
{
    return row_end(cells, row) == 0;
}

static void cells_add_row(const Cells *cells, uint32_t row, Text *text)
{
    const uint32_t end = row_end(cells, row);
    for (uint32_t column = 0; column < end && !text->cut; column++) {
        const uint32_t rune = cell_at(cells, column, row)->rune;
        text_add_rune(text, rune == RUNE_BLANK ? ' ' : rune);
    }
}

void cells_to_text(const Cells *cells, Text *text)
{
    for (uint32_t row = 0; row < cells->height && !text->cut; row++) {
        cells_add_row(cells, row, text);
        if (!text->cut)
            text_add_char(text, '\n');
    }
}
