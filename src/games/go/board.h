// A Go board: stones, chains and their liberties, kept up to date move by move; and the laws of one move.
//
// A GoBoard is a plain value: copy it to fork a game. It knows simple ko, which needs one move of memory. Positional
// superko needs them all and is in games/go/game.h. This room knows nothing of hidden information.
//
// Why it is fast: liberties are counted with repetition (a point next to two stones of a chain counts twice), so a new
// stone changes at most four counts and nothing is searched. One word holds the count, the sum of the points and the
// sum of their squares. A chain is in atari exactly if all its liberties are one point, that is if count * squares ==
// sum * sum (Cauchy and Schwarz); that point is sum / count. A chain is a ring of stones and is named after one of
// them.
#ifndef NEBEL_GO_BOARD_H
#define NEBEL_GO_BOARD_H

#include "base/rng.h"
#include "games/go/point.h"

typedef struct GoBoard {
    uint8_t size;
    uint8_t to_move; // GoColor
    uint8_t passes;  // in a row, up to now
    uint8_t spare;
    GoPoint ko; // where the side to move may not take back at once; else GO_NONE
    uint16_t empty_count;
    uint16_t stones[2];              // of each colour
    uint16_t taken[2];               // by each colour, so far
    uint64_t key;                    // of the stones alone: equal stones, equal keys
    uint8_t color[GO_POINTS];        // GoColor
    uint16_t near[GO_POINTS];        // how many of the neighbours are black, white, empty
    GoPoint chain[GO_POINTS];        // of a stone: the stone its chain is named after
    GoPoint next[GO_POINTS];         // of a stone: the next in its chain's ring
    uint16_t empty_index[GO_POINTS]; // of an empty point: its index in `empties`
    GoPoint empties[GO_SPOTS];       // in no order
    uint16_t length[GO_POINTS];      // of a chain: its stones
    uint64_t liberties[GO_POINTS];   // of a chain: count, sum and sum of squares
} GoBoard;

typedef enum GoVerdict {
    GO_LEGAL,
    GO_OCCUPIED, // or off the board
    GO_SUICIDE,
    GO_KO,
    GO_SUPERKO, // only games/go/game.h says so
} GoVerdict;

// An empty board, Black to move. `size` is GO_SIZE_MIN to GO_SIZE_MAX.
void go_board_init(GoBoard *board, unsigned size);

// Whether the side to move may play on `point`; a pass is always legal.
GoVerdict go_board_judge(const GoBoard *board, GoPoint point);

// Plays a legal move; returns how many stones it captured.
unsigned go_board_play(GoBoard *board, GoPoint point);
void go_board_pass(GoBoard *board);

// The same: a legal move, or a pass for GO_NONE.
void go_board_move(GoBoard *board, GoPoint point);

// Puts stones on empty points outside of play; nothing is captured. go_board_may_put tells whether every chain would
// keep a liberty. If a chain would not, the board must not be played on.
bool go_board_may_put(const GoBoard *board, GoColor color, GoPoint point);
void go_board_put(GoBoard *board, GoColor color, GoPoint point);
void go_board_put_all(GoBoard *board, GoColor color, const GoSet *stones);

// The stones that a legal move would capture, as a set.
void go_board_captured(const GoBoard *board, GoPoint point, GoSet *captured);

// The point where the other side may not take back after a legal move that captures `captured`; GO_NONE if there is
// none.
GoPoint go_board_ko_after(const GoBoard *board, GoPoint point, const GoSet *captured);

// All stones of a colour.
void go_board_stones(const GoBoard *board, GoColor color, GoSet *set);

// The liberty of a stone's chain if it has only one; else GO_NONE.
GoPoint go_board_atari(const GoBoard *board, GoPoint stone);

// Whether the stone just played on `point` left an enemy chain beside it one liberty.
bool go_board_gave_atari(const GoBoard *board, GoPoint point);

// An eye for light playouts: every neighbour is an own stone or the edge, and of the diagonal points at most one is an
// enemy's, none if the point is at the edge.
bool go_board_is_eye(const GoBoard *board, GoColor color, GoPoint point);

// Black's points less White's, with all stones alive and without komi. By area: stones, and empty regions that touch
// one colour only. By territory: those regions, and the stones captured.
int go_board_area(const GoBoard *board);
int go_board_territory(const GoBoard *board);

// The key of a stone (Zobrist 1970); the key of a board is the exclusive or of the keys of its stones. It is computed,
// not looked up, because a table would take cache from the playouts.
static inline uint64_t go_stone_key(GoColor color, unsigned point)
{
    uint64_t state = (uint64_t)color << 32 | point;
    return splitmix64(&state);
}

uint64_t go_stones_key(GoColor color, const GoSet *stones); // the exclusive or of their keys

static inline GoColor go_board_at(const GoBoard *board, GoPoint point)
{
    return (GoColor)board->color[point];
}

#endif
