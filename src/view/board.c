// Boards as cells. Whoever looks, one function draws; what it is given is all it can show.
#include "view/board.h"

#include <assert.h>

enum {
    LEFT_COLUMNS = 2,   // a rank's number and a blank
    SQUARE_COLUMNS = 2, // a man and a blank: about as wide as a row is high
    CAPTION_ROWS = 2,   // the caption and an empty row
};

// The men one sees, and what is on all other squares.
typedef struct Sight {
    const Board *board;
    const Bits *kind; // by Kind
    Bits color[2];
    uint32_t elsewhere;
    CellStyle elsewhere_ink;
} Sight;

ViewSize view_board_size(const Board *board)
{
    return (ViewSize){LEFT_COLUMNS + SQUARE_COLUMNS * board->files, board->ranks + 1u};
}

// --- One board ---------------------------------------------------------------------------------

static Kind kind_at(const Sight *sight, unsigned square)
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
        return (color == WHITE ? 0x2654u : 0x265au) + (KING - kind);
    return (uint32_t)kind_letter(kind) - (color == WHITE ? 'a' - 'A' : 0);
}

static Cell square_look(const Sight *sight, ViewOptions options, unsigned square)
{
    for (Color color = WHITE; color <= BLACK; color++)
        if (bits_has(sight->color[color], square))
            return (Cell){man_rune(kind_at(sight, square), color, options.glyphs),
                          color == WHITE ? INK_WHITE_MAN : INK_BLACK_MAN};
    return (Cell){sight->elsewhere, sight->elsewhere_ink};
}

static CellStyle square_ground(ViewOptions options, unsigned square)
{
    if (bits_has(options.marked, square))
        return GROUND_MARKED;
    return (square_file(square) + square_rank(square)) % 2 ? GROUND_LIGHT : GROUND_DARK;
}

static void draw_square(const Sight *sight, ViewOptions options, unsigned square, uint32_t column,
                        uint32_t row, Cells *out)
{
    const Cell look = square_look(sight, options, square);
    const CellStyle ground = square_ground(options, square);
    cells_put(out, column, row, look.rune, look.style | ground);
    cells_put(out, column + 1, row, RUNE_BLANK, ground);
}

static void draw_board(const Sight *sight, ViewOptions options, Cells *out)
{
    const unsigned files = sight->board->files;
    const unsigned ranks = sight->board->ranks;
    const ViewSize size = view_board_size(sight->board);
    assert(out->width >= size.width && out->height >= size.height);
    (void)size;
    cells_clear(out);
    for (unsigned x = 0; x < files; x++) {
        const unsigned file = options.turned ? files - 1 - x : x;
        const uint32_t column = LEFT_COLUMNS + SQUARE_COLUMNS * x;
        cells_put(out, column, ranks, 'a' + file, INK_DIM);
        for (unsigned row = 0; row < ranks; row++) {
            const unsigned rank = options.turned ? row : ranks - 1 - row;
            cells_put(out, 0, row, '1' + rank, INK_DIM);
            draw_square(sight, options, rank * 8 + file, column, row, out);
        }
    }
}

void view_seat_board(const KriegspielView *view, ViewOptions options, Cells *out)
{
    const OwnMen *own = &view->own;
    assert(own->board < chess_board_count);
    assert(own->color <= BLACK);
    Sight sight = {.board = &chess_boards[own->board],
                   .kind = own->kind,
                   .elsewhere = options.soft_fog ? 0xb7 : '?',
                   .elsewhere_ink = INK_FOG};
    sight.color[own->color] = own->all;
    draw_board(&sight, options, out);
}

void view_truth_board(const Position *truth, ViewOptions options, Cells *out)
{
    assert(truth->board < chess_board_count);
    const Sight sight = {.board = position_board(truth),
                         .kind = truth->kind,
                         .color = {truth->color[WHITE], truth->color[BLACK]},
                         .elsewhere = '.',
                         .elsewhere_ink = INK_EMPTY};
    draw_board(&sight, options, out);
}

// --- Three boards ------------------------------------------------------------------------------

ViewSize view_three_boards_size(const Board *board)
{
    return (ViewSize){VIEW_THREE_WIDTH_MIN, CAPTION_ROWS + view_board_size(board).height};
}

// One third of the grid, the board in its middle and the caption in the middle over the squares.
static void place_board(const Cells *drawn, const char *caption, unsigned third, Cells *out)
{
    const uint32_t whole = out->width < VIEW_THREE_WIDTH_MAX ? out->width : VIEW_THREE_WIDTH_MAX;
    const uint32_t column = whole / 3 * third + (whole / 3 - drawn->width) / 2;
    const uint32_t middle = column + (LEFT_COLUMNS + drawn->width) / 2;
    const Slice words = slice_of(caption);
    cells_put_text(out, middle - (uint32_t)(words.length + 1) / 2, 0, words, INK_TITLE);
    cells_copy(drawn, out, column, CAPTION_ROWS);
}

void view_three_boards(const KriegspielView views[2], const Position *truth, ViewOptions options,
                       Cells *out)
{
    assert(views[WHITE].own.board == truth->board && views[BLACK].own.board == truth->board);
    assert(views[WHITE].seat == WHITE && views[BLACK].seat == BLACK);
    const Board *board = position_board(truth);
    const ViewSize size = view_three_boards_size(board);
    assert(out->width >= size.width && out->height >= size.height);
    (void)size;
    cells_clear(out);
    Cell memory[VIEW_BOARD_WIDTH_MAX * VIEW_BOARD_HEIGHT_MAX];
    const ViewSize one = view_board_size(board);
    Cells drawn = CELLS_IN(memory, one.width, one.height);
    view_seat_board(&views[WHITE], options, &drawn);
    place_board(&drawn, "White sees", 0, out);
    view_seat_board(&views[BLACK], options, &drawn);
    place_board(&drawn, "Black sees", 1, out);
    view_truth_board(truth, options, &drawn);
    place_board(&drawn, "The umpire sees", 2, out);
}
