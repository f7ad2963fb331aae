// Chess boards as cells. One function draws for every viewer and shows only what it is given.
#include "formats/draw/chess_board.h"

#include "formats/draw/spot.h"

#include <assert.h>

// Code points of Unicode.
enum { RUNE_WHITE_KING = 0x2654, RUNE_BLACK_KING = 0x265a, RUNE_MIDDLE_DOT = 0xb7 };

enum { SIGN_PLACES = 3 }; // of one square; further signs are not drawn

// All about as wide as they are high; (x, y) is where the man stands, and `signs` are places for signs.
static const struct SquareShape {
    uint32_t columns, rows, x, y;
    uint32_t sign_places;
    struct {
        uint32_t x, y;
    } signs[SIGN_PLACES];
} shapes[] = {
    [VIEW_SMALL] = {2, 1, 0, 0, 1, {{1, 0}}},
    [VIEW_WIDE] = {3, 1, 1, 0, 2, {{2, 0}, {0, 0}}},
    [VIEW_LARGE] = {7, 3, 3, 1, SIGN_PLACES, {{6, 0}, {6, 2}, {0, 2}}},
};
_Static_assert(COUNT_OF(shapes) == VIEW_SCALE_COUNT, "every scale needs a shape");

// The men that a viewer sees, and what is drawn on all other squares.
typedef struct ChessSight {
    const Board *board;
    const Bits *kind; // by Kind
    Bits color[2];
    uint32_t elsewhere;
    CellStyle elsewhere_ink;
    Color enemy; // of a seat's phantoms
} ChessSight;

ViewSize view_scaled_size(const Board *board, ViewScale scale)
{
    return (ViewSize){VIEW_LEFT_COLUMNS + shapes[scale].columns * board->files,
                      shapes[scale].rows * board->ranks + 1u};
}

static Kind kind_at(const ChessSight *sight, unsigned square)
{
    for (Kind kind = PAWN; kind < KING; kind++)
        if (bits_has(sight->kind[kind], square))
            return kind;
    return KING;
}

static uint32_t man_rune(Kind kind, Color color, bool glyphs)
{
    // Unicode has them from the king down to the pawn, White's first.
    if (glyphs)
        return (uint32_t)(color == WHITE ? RUNE_WHITE_KING : RUNE_BLACK_KING) + (KING - kind);
    return (uint32_t)man_letter(kind, color);
}

// A man that is seen or believed in; KIND_COUNT for none.
typedef struct ManLook {
    Kind kind;
    Color color;
    CellStyle ink;
} ManLook;

static ManLook man_on(const ChessSight *sight, ViewOptions options, unsigned square)
{
    for (Color color = WHITE; color <= BLACK; color++)
        if (bits_has(sight->color[color], square))
            return (ManLook){kind_at(sight, square), color,
                             color == WHITE ? INK_WHITE_MAN : INK_BLACK_MAN};
    if (options.phantoms && options.phantoms[square])
        return (ManLook){(Kind)(options.phantoms[square] - 1), sight->enemy, INK_PHANTOM};
    return (ManLook){.kind = KIND_COUNT};
}

static uint8_t signs_on(ViewOptions options, unsigned square)
{
    return options.signs ? options.signs[square] : 0;
}

static CellStyle square_ground(ViewOptions options, unsigned square)
{
    const bool is_light = (square_file(square) + square_rank(square)) % 2;
    if (bits_has(options.marked, square))
        return GROUND_MARKED;
    return view_sign_ground(signs_on(options, square), is_light ? GROUND_LIGHT : GROUND_DARK);
}

// A man in the middle of its square. A picture has the man's letter in the corner, because White's and Black's differ in
// nothing but their colours.
static void draw_man(ManLook man, ViewOptions options, CellStyle ground, uint32_t column,
                     uint32_t row, Cells *out)
{
    const struct SquareShape *shape = &shapes[options.scale];
    if (options.scale == VIEW_LARGE && options.glyphs) {
        view_large_man(man.kind, man.ink | ground, column + 1, row, out);
        cells_put(out, column, row, man_rune(man.kind, man.color, false), man.ink | ground);
    } else {
        cells_put(out, column + shape->x, row + shape->y,
                  man_rune(man.kind, man.color, options.glyphs), man.ink | ground);
    }
}

static void draw_signs(uint8_t signs, ViewOptions options, CellStyle ground, uint32_t column,
                       uint32_t row, Cells *out)
{
    const struct SquareShape *shape = &shapes[options.scale];
    uint32_t place = 0;
    for (unsigned i = 0; i < VIEW_SIGN_COUNT && place < shape->sign_places; i++) {
        const SignLook *look = &view_sign_looks[i];
        if (!(signs & look->sign))
            continue;
        cells_put(out, column + shape->signs[place].x, row + shape->signs[place].y,
                  options.soft_fog ? look->rune : (uint32_t)look->ascii, INK_SIGN | ground);
        place++;
    }
    if (shape->x && signs & SIGN_CURSOR) {
        const uint32_t reach = options.scale == VIEW_LARGE && options.glyphs ? shape->x : 1;
        cells_put(out, column + shape->x - reach, row + shape->y, '[', INK_SIGN | ground);
        cells_put(out, column + shape->x + reach, row + shape->y, ']', INK_SIGN | ground);
    }
}

// One square with its upper left corner at (column, row).
static void draw_square(const ChessSight *sight, ViewOptions options, unsigned square,
                        uint32_t column, uint32_t row, Cells *out)
{
    const struct SquareShape *shape = &shapes[options.scale];
    const ManLook man = man_on(sight, options, square);
    const CellStyle ground = square_ground(options, square);
    for (uint32_t y = 0; y < shape->rows; y++)
        for (uint32_t x = 0; x < shape->columns; x++)
            cells_put(out, column + x, row + y, RUNE_BLANK, ground);
    if (man.kind < KIND_COUNT)
        draw_man(man, options, ground, column, row, out);
    else
        cells_put(out, column + shape->x, row + shape->y, sight->elsewhere,
                  sight->elsewhere_ink | ground);
    draw_signs(signs_on(options, square), options, ground, column, row, out);
}

static void draw_chess_board(const ChessSight *sight, ViewOptions options, Cells *out)
{
    const struct SquareShape *shape = &shapes[options.scale];
    const unsigned files = sight->board->files;
    const unsigned ranks = sight->board->ranks;
    const ViewSize size = view_scaled_size(sight->board, options.scale);
    assert(out->width >= size.width && out->height >= size.height);
    cells_clear(out);
    for (unsigned x = 0; x < files; x++) {
        const unsigned file = options.turned ? files - 1 - x : x;
        const uint32_t column = VIEW_LEFT_COLUMNS + shape->columns * x;
        cells_put(out, column + shape->x, size.height - 1, 'a' + file, INK_DIM);
        for (unsigned y = 0; y < ranks; y++) {
            const unsigned rank = options.turned ? y : ranks - 1 - y;
            const uint32_t row = shape->rows * y;
            cells_put(out, 0, row + shape->y, '1' + rank, INK_DIM);
            draw_square(sight, options, rank * 8 + file, column, row, out);
        }
    }
}

Square view_square_at(const Board *board, ViewOptions options, uint32_t column, uint32_t row)
{
    const struct SquareShape *shape = &shapes[options.scale];
    if (column < VIEW_LEFT_COLUMNS)
        return SQUARE_NONE;
    const uint32_t x = (column - VIEW_LEFT_COLUMNS) / shape->columns, y = row / shape->rows;
    if (x >= board->files || y >= board->ranks)
        return SQUARE_NONE;
    const uint32_t file = options.turned ? board->files - 1 - x : x;
    const uint32_t rank = options.turned ? y : board->ranks - 1 - y;
    return (Square)(rank * BOARD_SIDE_MAX + file);
}

void view_seat_board(const KriegspielView *view, ViewOptions options, Cells *out)
{
    const OwnMen *own = &view->own;
    assert(own->board < chess_board_count);
    assert(own->color <= BLACK);
    ChessSight sight = {.board = own_men_board(own),
                        .kind = own->kind,
                        .elsewhere = options.soft_fog ? RUNE_MIDDLE_DOT : '?',
                        .elsewhere_ink = INK_FOG,
                        .enemy = other_color(own->color)};
    sight.color[own->color] = own->all;
    draw_chess_board(&sight, options, out);
}

void view_truth_board(const Position *truth, ViewOptions options, Cells *out)
{
    assert(truth->board < chess_board_count);
    const ChessSight sight = {.board = position_board(truth),
                              .kind = truth->kind,
                              .color = {truth->color[WHITE], truth->color[BLACK]},
                              .elsewhere = '.',
                              .elsewhere_ink = INK_EMPTY};
    options.phantoms = NULL;
    draw_chess_board(&sight, options, out);
}

const char *view_caption(unsigned third)
{
    static const SayCode captions[] = {SAY_WHITE_SEES, SAY_BLACK_SEES, SAY_UMPIRE_SEES};
    assert(third < COUNT_OF(captions));
    return words_of(captions[third]);
}

ViewSize view_three_boards_size(const Board *board, ViewScale scale)
{
    return (ViewSize){scale == VIEW_SMALL ? VIEW_THREE_WIDTH_MIN : VIEW_THREE_WIDTH_MAX,
                      VIEW_CAPTION_ROWS + view_scaled_size(board, scale).height};
}

// One third of the grid, the board in its middle and the caption in the middle over the squares.
static void place_board(const Cells *drawn, unsigned third, Cells *out)
{
    const uint32_t whole = out->width < VIEW_THREE_WIDTH_MAX ? out->width : VIEW_THREE_WIDTH_MAX;
    const uint32_t column = whole / 3 * third + (whole / 3 - drawn->width) / 2;
    const uint32_t middle = column + (VIEW_LEFT_COLUMNS + drawn->width) / 2;
    const Slice words = slice_of(view_caption(third));
    cells_put_text(out, middle - (cells_width(words) + 1) / 2, 0, words, INK_TITLE);
    cells_copy(drawn, out, column, VIEW_CAPTION_ROWS);
}

void view_three_boards(const void *const views[2], ViewDrawSeat *draw_seat, const Position *truth,
                       ViewOptions options, Cells *out)
{
    const Board *board = position_board(truth);
    const ViewSize size = view_three_boards_size(board, options.scale);
    assert(out->width >= size.width && out->height >= size.height);
    (void)size;
    cells_clear(out);
    Cell memory[VIEW_LARGE_WIDTH_MAX * VIEW_LARGE_HEIGHT_MAX];
    const ViewSize one = view_scaled_size(board, options.scale);
    assert(out->width / 3 >= one.width && out->height >= VIEW_CAPTION_ROWS + one.height);
    Cells drawn = CELLS_IN(memory, one.width, one.height);
    for (unsigned seat = 0; seat < 2; seat++) {
        draw_seat(views[seat], options, &drawn);
        place_board(&drawn, seat, out);
    }
    view_truth_board(truth, options, &drawn);
    place_board(&drawn, 2, out);
}
