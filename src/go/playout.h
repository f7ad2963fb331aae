// Random games of Go to the end, for counting who would win.
//
// A light playout, from any board: the side to move draws evenly among the empty points that are not its own eyes
// (go_board_is_eye), are no suicide and are not forbidden by simple ko, and passes only when there is none; two passes
// in a row end the game, and so do three moves for every point of the board, since without superko it might not end.
// What is left is counted by area.
//
// A MoGo-style playout (Gelly, Wang, Munos and Teytaud 2006) looks first, in this order, at the neighbourhood of the last
// move: an own chain in atari next to it (or the one it put there) is saved if that gives it more than one liberty; a
// point around it that matches a pattern of three by three is drawn; an enemy chain in atari anywhere is taken. Only
// then it draws as a light one does.
#ifndef NEBEL_GO_PLAYOUT_H
#define NEBEL_GO_PLAYOUT_H

#include "base/rng.h"
#include "go/board.h"

// Plays on from `*board` until the end, leaving the final stones there (but no key); returns how many moves were made,
// the passes included.
unsigned go_playout_light(GoBoard *board, Rng *rng);
unsigned go_playout_mogo(GoBoard *board, Rng *rng);

// No playout has more moves.
enum {
    GO_PLAYOUT_MOVES_PER_POINT = 3,
    GO_PLAYOUT_MOVES_MAX = GO_PLAYOUT_MOVES_PER_POINT * GO_SPOTS
};

// The same playouts, written down move by move: `trace` has room for GO_PLAYOUT_MOVES_MAX, and a pass is GO_NONE.
unsigned go_playout_light_traced(GoBoard *board, Rng *rng, GoPoint *trace);
unsigned go_playout_mogo_traced(GoBoard *board, Rng *rng, GoPoint *trace);

#endif
