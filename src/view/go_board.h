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
// the other's handicap stood there. `x` is a point where the other's last move took an own stone. A seat's board is drawn
// from its PhantomView and nothing else, so it can show no more than the seat has heard.
#ifndef NEBEL_VIEW_GO_BOARD_H
#define NEBEL_VIEW_GO_BOARD_H

#include "phantom_go/law/phantom_go.h"
#include "view/board.h"

enum {
    VIEW_GO_LEFT_COLUMNS = 3, // a row's number and a blank
    VIEW_GO_WIDTH_MAX = VIEW_GO_LEFT_COLUMNS + 2 * GO_SIZE_MAX,
    VIEW_GO_HEIGHT_MAX = GO_SIZE_MAX + 1,
    VIEW_GO_GAP = 4, // between three boards
    VIEW_GO_THREE_WIDTH_MAX = 3 * VIEW_GO_WIDTH_MAX + 2 * VIEW_GO_GAP,
    VIEW_GO_THREE_HEIGHT_MAX = VIEW_GO_HEIGHT_MAX + VIEW_CAPTION_ROWS,
};

// The cells a drawing takes. Each drawing clears all of `out`, which must not be smaller.
ViewSize view_go_size(unsigned size);
ViewSize view_go_three_size(unsigned size);

// `pointed` is a point to point at, or GO_NONE; for a seat, one it chose.
void view_go_seat_board(const PhantomView *view, GoPoint pointed, Cells *out);
void view_go_truth_board(const GoBoard *board, GoPoint pointed, Cells *out);

// White's view, Black's and the truth side by side, a caption over each. `views` is by seat.
void view_go_three_boards(const PhantomView views[2], const GoBoard *board, Cells *out);

#endif
