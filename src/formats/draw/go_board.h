// Go boards as cells: what one seat sees of a game, and what the referee sees.
//
//      5 . . . . .          5 . . . O .
//      4 . X ? . .          4 . X O . .
//      3 . . X . .          3 . . X . .
//      2 . . . . .          2 . . . . .
//      1 . . . . .          1 . . O . .
//        a b c d e            a b c d e
//
// Black's stones are X, White's O. `?` is a point that may hold an enemy stone: it was refused to the seat, or a stone of
// the other's handicap stood there. `*` is a point where the other's last move took an own stone, `!` a stone that the seat
// believes in. A seat's board is drawn from its PhantomView and its own notes, so it can show no more than the seat has heard.
//
// A point takes 2 columns and 1 row on a small board, 4 by 2 on a wide one, 6 by 3 on a large one.
#ifndef NEBEL_DRAW_GO_BOARD_H
#define NEBEL_DRAW_GO_BOARD_H

#include "formats/draw/chess_board.h"
#include "games/phantom_go/phantom_go.h"

enum {
    VIEW_GO_LEFT_COLUMNS = 3, // a row's number and a blank
    VIEW_GO_WIDTH_MAX = VIEW_GO_LEFT_COLUMNS + 6 * GO_SIZE_MAX,
    VIEW_GO_HEIGHT_MAX = 3 * GO_SIZE_MAX + 1,
    VIEW_GO_GAP = 4, // between three boards, which are small
    VIEW_GO_THREE_WIDTH_MAX = 3 * (VIEW_GO_LEFT_COLUMNS + 2 * GO_SIZE_MAX) + 2 * VIEW_GO_GAP,
    VIEW_GO_THREE_HEIGHT_MAX = GO_SIZE_MAX + 1 + VIEW_CAPTION_ROWS,
};

// The cells a drawing takes. Each drawing clears all of `out`, which must not be smaller.
ViewSize view_go_size(unsigned size, ViewScale scale);
ViewSize view_go_three_size(unsigned size);

// Of the options scale, glyphs, soft_fog, signs and phantoms have a meaning; signs and phantoms are by spot.
void view_go_seat_board(const PhantomView *view, ViewOptions options, Cells *out);
void view_go_truth_board(const GoBoard *board, ViewOptions options, Cells *out);

// The point at a cell of a board; GO_NONE if there is none.
GoPoint view_go_point_at(unsigned size, ViewScale scale, uint32_t column, uint32_t row);

// A heat map (formats/draw/heat.h): the chance of an enemy stone on each point, own stones, and `*` where an enemy stone truly is. `enemy` is
// by spot.
ViewSize view_go_heat_size(unsigned size);
void view_go_heat(const PhantomView *view, const GoBoard *truth, const double *enemy, Cells *out);

// White's view, Black's and the truth side by side, a caption over each. `views` is by seat.
void view_go_three_boards(const PhantomView views[2], const GoBoard *board, ViewOptions options,
                          Cells *out);

#endif
