// Go boards as cells. One function draws for every viewer and shows only what it is given.
#include "formats/draw/go_board.h"

#include "formats/draw/heat.h"
#include "formats/draw/spot.h"

#include <assert.h>

enum {
    RUNE_BLACK_STONE = 0x25cf,
    RUNE_WHITE_STONE = 0x25cb,
    RUNE_MIDDLE_DOT = 0xb7,
};

// The cells of a point; its stone is at (x, y), and a sign right of it.
static const struct PointShape {
    uint32_t columns, rows, x, y;
} shapes[] = {
    [VIEW_SMALL] = {2, 1, 0, 0},
    [VIEW_WIDE] = {4, 2, 1, 0},
    [VIEW_LARGE] = {6, 3, 2, 1},
};
_Static_assert(COUNT_OF(shapes) == VIEW_SCALE_COUNT, "every scale needs a shape");

ViewSize view_go_size(unsigned size, ViewScale scale)
{
    return (ViewSize){VIEW_GO_LEFT_COLUMNS + shapes[scale].columns * size,
                      shapes[scale].rows * size + 1};
}

ViewSize view_go_three_size(unsigned size)
{
    const ViewSize one = view_go_size(size, VIEW_SMALL);
    return (ViewSize){3 * one.width + 2 * VIEW_GO_GAP, one.height + VIEW_CAPTION_ROWS};
}

GoPoint view_go_point_at(unsigned size, ViewScale scale, uint32_t column, uint32_t row)
{
    if (column < VIEW_GO_LEFT_COLUMNS)
        return GO_NONE;
    const uint32_t x = (column - VIEW_GO_LEFT_COLUMNS) / shapes[scale].columns;
    const uint32_t y = row / shapes[scale].rows;
    return x < size && y < size ? go_point(x, size - 1 - y) : GO_NONE;
}

// What is seen: a look for every point.
typedef struct GoSight {
    unsigned size;
    Cell (*look)(const void *what, GoPoint point);
    const void *what;
} GoSight;

static void draw_stone(Cell look, ViewOptions options, CellStyle ground, uint32_t column,
                       uint32_t row, Cells *out)
{
    const struct PointShape *shape = &shapes[options.scale];
    const bool is_black = look.rune == 'X', is_stone = is_black || look.rune == 'O';
    if (is_stone && options.glyphs && options.scale == VIEW_LARGE) {
        view_large_stone(is_black, look.style | ground, column, row, out);
        return;
    }
    uint32_t rune = look.rune;
    if (is_stone && options.glyphs)
        rune = is_black ? RUNE_BLACK_STONE : RUNE_WHITE_STONE;
    else if (rune == '.' && options.soft_fog && options.scale != VIEW_SMALL)
        rune = RUNE_MIDDLE_DOT;
    cells_put(out, column + shape->x, row + shape->y, rune, look.style | ground);
}

// A sign right of the stone; brackets around it if the cursor is there.
static void draw_signs(uint8_t signs, ViewOptions options, CellStyle ground, uint32_t column,
                       uint32_t row, Cells *out)
{
    const struct PointShape *shape = &shapes[options.scale];
    const uint32_t reach = options.scale == VIEW_LARGE ? 3 : 1;
    const uint32_t x = column + shape->x, y = row + shape->y;
    for (unsigned i = VIEW_SIGN_COUNT; i-- > 0;)
        if (signs & view_sign_looks[i].sign)
            cells_put(out, x + reach, y,
                      options.soft_fog ? view_sign_looks[i].rune
                                       : (uint32_t)view_sign_looks[i].ascii,
                      INK_SIGN | ground);
    if (signs & SIGN_CURSOR) {
        cells_put(out, options.scale == VIEW_LARGE ? column - 1 : x - 1, y, '[', INK_SIGN | ground);
        cells_put(out, x + reach, y, ']', INK_SIGN | ground);
    }
}

// The whole board has a ground of its own: black stones would be lost on a dark terminal, white ones on a light one. The
// column right of the last point stays without it, unless a sign stands there.
static void draw_ground(const GoSight *sight, ViewScale scale, Cells *out)
{
    const struct PointShape *shape = &shapes[scale];
    const uint32_t edge = scale == VIEW_SMALL;
    for (uint32_t y = 0; y < shape->rows * sight->size; y++)
        for (uint32_t x = 0; x + edge < shape->columns * sight->size; x++)
            cells_put(out, VIEW_GO_LEFT_COLUMNS + x, y, ' ', GROUND_DARK);
}

static void draw_point(const GoSight *sight, ViewOptions options, GoPoint point, Cells *out)
{
    const struct PointShape *shape = &shapes[options.scale];
    const unsigned spot = go_spot(point);
    const uint32_t column = VIEW_GO_LEFT_COLUMNS + shape->columns * go_column(point);
    const uint32_t row = shape->rows * (sight->size - 1 - go_row(point));
    const uint8_t signs = options.signs ? options.signs[spot] : 0;
    const CellStyle ground = view_sign_ground(signs, GROUND_DARK);
    Cell look = sight->look(sight->what, point);
    if (options.phantoms && options.phantoms[spot])
        look = (Cell){'!', INK_PHANTOM};
    draw_stone(look, options, ground, column, row, out);
    draw_signs(signs, options, ground, column, row, out);
}

static const char column_names[] = "abcdefghjklmnopqrst";

static void put_names(unsigned number, unsigned size, ViewScale scale, Cells *out)
{
    const struct PointShape *shape = &shapes[scale];
    char memory[8];
    Text text = TEXT_IN(memory);
    text_format(&text, "%2u", number + 1);
    cells_put_text(out, 0, shape->rows * (size - 1 - number) + shape->y, slice_of(memory), INK_DIM);
    cells_put(out, VIEW_GO_LEFT_COLUMNS + shape->columns * number + shape->x, shape->rows * size,
              (uint32_t)column_names[number], INK_DIM);
}

static void draw_go_board(const GoSight *sight, ViewOptions options, Cells *out)
{
    const unsigned size = sight->size;
    const ViewSize needed = view_go_size(size, options.scale);
    assert(out->width >= needed.width && out->height >= needed.height);
    (void)needed;
    cells_clear(out);
    draw_ground(sight, options.scale, out);
    for (unsigned row = 0; row < size; row++) {
        put_names(row, size, options.scale, out);
        for (unsigned column = 0; column < size; column++)
            draw_point(sight, options, go_point(column, row), out);
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
        return (Cell){'*', INK_PHANTOM};
    if (go_set_has(&view->marked, spot))
        return (Cell){'?', INK_PHANTOM};
    return (Cell){'.', INK_FOG};
}

static Cell truth_look(const void *what, GoPoint point)
{
    const GoColor color = go_board_at(what, point);
    return color < GO_EMPTY ? stone_look(color) : (Cell){'.', INK_EMPTY};
}

void view_go_seat_board(const PhantomView *view, ViewOptions options, Cells *out)
{
    draw_go_board(&(GoSight){view->size, seat_look, view}, options, out);
}

void view_go_truth_board(const GoBoard *board, ViewOptions options, Cells *out)
{
    options.phantoms = NULL;
    draw_go_board(&(GoSight){board->size, truth_look, board}, options, out);
}

enum { HEAT_POINT_COLUMNS = 4 }; // three for the chance, one for the star

ViewSize view_go_heat_size(unsigned size)
{
    return (ViewSize){VIEW_GO_LEFT_COLUMNS + HEAT_POINT_COLUMNS * size, size + 1};
}

static void draw_chance(double chance, bool is_there, uint32_t column, uint32_t row, Cells *out)
{
    char memory[HEAT_POINT_COLUMNS + 1];
    Text number = TEXT_IN(memory);
    const CellStyle ground = view_heat_ground(chance);
    view_heat_add(chance, &number);
    text_add_char(&number, is_there ? '*' : ' ');
    for (uint32_t i = 0; i < number.length; i++)
        cells_put(out, column + i, row, (uint32_t)memory[i],
                  view_heat_ink(ground, memory[i] == '*'));
}

void view_go_heat(const PhantomView *view, const GoBoard *truth, const double *enemy, Cells *out)
{
    const unsigned size = view->size;
    cells_clear(out);
    for (unsigned number = 0; number < size; number++) {
        char memory[8];
        Text text = TEXT_IN(memory);
        text_format(&text, "%2u", number + 1);
        cells_put_text(out, 0, size - 1 - number, slice_of(memory), INK_DIM);
        cells_put(out, VIEW_GO_LEFT_COLUMNS + HEAT_POINT_COLUMNS * number + 2, size,
                  (uint32_t)column_names[number], INK_DIM);
    }
    for (unsigned spot = 0; spot < GO_SPOTS; spot++) {
        const GoPoint point = go_point_at(spot);
        if (go_column(point) >= size || go_row(point) >= size)
            continue;
        const uint32_t column = VIEW_GO_LEFT_COLUMNS + HEAT_POINT_COLUMNS * go_column(point);
        const uint32_t row = size - 1 - go_row(point);
        const Cell own = stone_look((GoColor)view->seat);
        if (go_set_has(&view->own, spot))
            cells_put(out, column + 2, row, own.rune, own.style | GROUND_DARK);
        else
            draw_chance(enemy[spot], go_board_at(truth, point) == (GoColor)!view->seat, column, row,
                        out);
    }
}

void view_go_three_boards(const PhantomView views[2], const GoBoard *board, ViewOptions options,
                          Cells *out)
{
    Cell memory[VIEW_GO_WIDTH_MAX * VIEW_GO_HEIGHT_MAX];
    const ViewSize one = view_go_size(board->size, VIEW_SMALL);
    assert(out->width >= view_go_three_size(board->size).width);
    options.scale = VIEW_SMALL;
    cells_clear(out);
    for (unsigned third = 0; third < 3; third++) {
        Cells drawn = CELLS_IN(memory, one.width, one.height);
        const uint32_t column = third * (one.width + VIEW_GO_GAP);
        if (third < 2)
            view_go_seat_board(&views[third], options, &drawn);
        else
            view_go_truth_board(board, options, &drawn);
        cells_put_text(out, column + VIEW_GO_LEFT_COLUMNS, 0,
                       slice_of(third < 2 ? view_caption(third) : words_of(SAY_TRUTH)), INK_TITLE);
        cells_copy(&drawn, out, column, VIEW_CAPTION_ROWS);
    }
}
