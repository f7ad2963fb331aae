// Go boards as cells. One function draws for every viewer and shows only what it is given.
#include "view/go_board.h"

#include <assert.h>

ViewSize view_go_size(unsigned size)
{
    return (ViewSize){VIEW_GO_LEFT_COLUMNS + 2 * size, size + 1};
}

ViewSize view_go_three_size(unsigned size)
{
    const ViewSize one = view_go_size(size);
    return (ViewSize){3 * one.width + 2 * VIEW_GO_GAP, one.height + VIEW_CAPTION_ROWS};
}

// What is seen: a look for every point.
typedef struct Sight {
    unsigned size;
    GoPoint pointed;
    Cell (*look)(const void *what, GoPoint point);
    const void *what;
} Sight;

static void put_row_name(unsigned row, uint32_t y, Cells *out)
{
    char memory[8];
    Text text = TEXT_IN(memory);
    text_format(&text, "%2u", row + 1);
    cells_put_text(out, 0, y, slice_of(memory), INK_DIM);
}

// The whole board has a ground of its own: black stones would be lost on a dark terminal, white ones on a light one.
static void draw_board(const Sight *sight, Cells *out)
{
    static const char columns[] = "abcdefghjklmnopqrst";
    const unsigned size = sight->size;
    assert(out->width >= view_go_size(size).width && out->height >= view_go_size(size).height);
    cells_clear(out);
    for (unsigned row = 0; row < size; row++) {
        put_row_name(row, size - 1 - row, out);
        for (unsigned column = 0; column < size; column++) {
            const GoPoint point = go_point(column, row);
            const Cell look = sight->look(sight->what, point);
            const CellStyle ground = point == sight->pointed ? GROUND_MARKED : GROUND_DARK;
            const uint32_t x = VIEW_GO_LEFT_COLUMNS + 2 * column, y = size - 1 - row;
            cells_put(out, x, y, look.rune, look.style | ground);
            if (column + 1 < size)
                cells_put(out, x + 1, y, ' ', GROUND_DARK);
            if (row == 0)
                cells_put(out, VIEW_GO_LEFT_COLUMNS + 2 * column, size, (uint32_t)columns[column],
                          INK_DIM);
        }
    }
}

static Cell stone_look(GoColor color)
{
    assert(color < GO_EMPTY);
    return color == GO_BLACK ? (Cell){'X', INK_BLACK_MAN} : (Cell){'O', INK_WHITE_MAN};
}

static Cell seat_look(const void *what, GoPoint point)
{
    const PhantomView *view = what;
    const unsigned spot = go_spot(point);
    if (go_set_has(&view->own, spot))
        return stone_look((GoColor)view->seat);
    if (go_set_has(&view->lost, spot))
        return (Cell){'x', INK_ALERT};
    if (go_set_has(&view->marked, spot))
        return (Cell){'?', INK_PHANTOM};
    return (Cell){'.', INK_FOG};
}

static Cell truth_look(const void *what, GoPoint point)
{
    const GoColor color = go_board_at(what, point);
    return color < GO_EMPTY ? stone_look(color) : (Cell){'.', INK_EMPTY};
}

void view_go_seat_board(const PhantomView *view, GoPoint pointed, Cells *out)
{
    draw_board(&(Sight){view->size, pointed, seat_look, view}, out);
}

void view_go_truth_board(const GoBoard *board, GoPoint pointed, Cells *out)
{
    draw_board(&(Sight){board->size, pointed, truth_look, board}, out);
}

void view_go_three_boards(const PhantomView views[2], const GoBoard *board, Cells *out)
{
    Cell memory[VIEW_GO_WIDTH_MAX * VIEW_GO_HEIGHT_MAX];
    const ViewSize one = view_go_size(board->size);
    assert(out->width >= view_go_three_size(board->size).width);
    cells_clear(out);
    for (unsigned third = 0; third < 3; third++) {
        Cells drawn = CELLS_IN(memory, one.width, one.height);
        const uint32_t column = third * (one.width + VIEW_GO_GAP);
        if (third < 2)
            view_go_seat_board(&views[third], GO_NONE, &drawn);
        else
            view_go_truth_board(board, GO_NONE, &drawn);
        cells_put_text(out, column + VIEW_GO_LEFT_COLUMNS, 0,
                       slice_of(third < 2 ? view_captions[third] : "The truth"), INK_TITLE);
        cells_copy(&drawn, out, column, VIEW_CAPTION_ROWS);
    }
}
