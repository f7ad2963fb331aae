// Chess boards as cells: what one seat sees of a game, and what the umpire sees.
//
//     4 ? ? ? ?        4 r q k r
//     3 ? ? ? ?        3 p p p p
//     2 P P P P        2 P P P P
//     1 R Q K R        1 R Q K R
//       a b c d          a b c d
//
// A seat's board is drawn from its KriegspielView and nothing else, so it can show no more than the
// seat has heard. The functions that take a Position are for the umpire's side of the table.
#ifndef NEBEL_DRAW_CHESS_BOARD_H
#define NEBEL_DRAW_CHESS_BOARD_H

#include "formats/draw/cells.h"
#include "games/kriegspiel/kriegspiel.h"

// How large a square is. Where it is wider than a man and a blank, the man stands in its middle.
typedef enum ViewScale {
    VIEW_SMALL, // 2 columns, 1 row
    VIEW_WIDE,  // 3 columns, 1 row
    VIEW_LARGE, // 7 columns, 3 rows
    VIEW_SCALE_COUNT
} ViewScale;

// All zero draws small squares, White below, men as letters (White's in upper case), fog as `?`.
typedef struct ViewOptions {
    ViewScale scale;
    bool turned;   // Black below
    bool glyphs;   // men as the chess men of Unicode, on large squares as pictures; stones as discs
    bool soft_fog; // fog as `·`
    Bits marked;   // squares to point at; for a seat, those it chose or heard of
    Try pointed; // a try to point at; for a seat, one of its own. Only the drawings of a GameView use it
    // The signs of each spot (games/core/signs.h), NULL for none. A cursor is drawn as `[N]`, but not on small squares.
    const uint8_t *signs;
    // What a seat believes to stand on each square: one more than the Kind of an enemy man, 0 for nothing. Its own notes; they
    // never come from the truth. Drawn on a seat's board where it is fog; NULL for none.
    const uint8_t *phantoms;
} ViewOptions;

typedef struct ViewSize {
    uint32_t width, height;
} ViewSize;

enum {
    VIEW_LEFT_COLUMNS = 2, // of every chess board: a rank's number and a blank
    VIEW_CAPTION_ROWS = 2, // above every board that has one: the caption and an empty row
    VIEW_BOARD_WIDTH_MAX = VIEW_LEFT_COLUMNS + 2 * BOARD_SIDE_MAX,
    VIEW_BOARD_HEIGHT_MAX = BOARD_SIDE_MAX + 1,
    VIEW_LARGE_WIDTH_MAX = VIEW_LEFT_COLUMNS + 7 * BOARD_SIDE_MAX,
    VIEW_LARGE_HEIGHT_MAX = 3 * BOARD_SIDE_MAX + 1,
    VIEW_THREE_WIDTH_MIN = 80,
    VIEW_THREE_WIDTH_MAX = 120, // columns beyond stay blank
    VIEW_THREE_HEIGHT_MAX = VIEW_BOARD_HEIGHT_MAX + VIEW_CAPTION_ROWS,
};

// The cells a drawing takes, at least. Each drawing clears all of `out`, which must not be smaller,
// and starts in its upper left corner.

ViewSize view_scaled_size(const Board *board, ViewScale scale);
ViewSize view_three_boards_size(const Board *board, ViewScale scale);

// The square at a cell of a board that is drawn so; SQUARE_NONE if there is none.
Square view_square_at(const Board *board, ViewOptions options, uint32_t column, uint32_t row);

// A seat's own men; all else is fog.
void view_seat_board(const KriegspielView *view, ViewOptions options, Cells *out);

// All men; an empty square is `.`.
void view_truth_board(const Position *truth, ViewOptions options, Cells *out);

// The captions above the three boards: by seat, then the umpire's.
const char *view_caption(unsigned third);

// White's view, Black's and the truth side by side, the same way round, a caption over each.
// `views` is by seat, each drawn by `draw_seat`. Small squares take 80 columns, wide ones 120.
typedef void ViewDrawSeat(const void *view, ViewOptions options, Cells *out);
void view_three_boards(const void *const views[2], ViewDrawSeat *draw_seat, const Position *truth,
                       ViewOptions options, Cells *out);

#endif
