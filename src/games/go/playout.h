// Random games of Go to the end.
//
// A light playout starts from any board. The side to move draws evenly among the empty points that are legal with
// simple ko and are not its own eyes (go_board_is_eye). It passes only when there is none. Two passes in a row end the
// game, and so do three moves for every point of the board, because without superko it might not end.
//
// A MoGo-style playout (Gelly, Wang, Munos and Teytaud 2006) first looks for these, in this order: a move that saves an
// own chain in atari next to the last move; a point around the last move that matches a pattern of three by three; a
// move that captures an enemy chain in atari anywhere. If there is none, it draws as a light playout does.
#ifndef NEBEL_GO_PLAYOUT_H
#define NEBEL_GO_PLAYOUT_H

#include "base/rng.h"
#include "games/go/board.h"

// Plays on from `*board` to the end. The final stones are left there, but the key is not kept up to date. Returns how
// many moves were made, passes included.
unsigned go_playout_light(GoBoard *board, Rng *rng);
unsigned go_playout_mogo(GoBoard *board, Rng *rng);

// No playout has more moves.
enum {
    GO_PLAYOUT_MOVES_PER_POINT = 3,
    GO_PLAYOUT_MOVES_MAX = GO_PLAYOUT_MOVES_PER_POINT * GO_SPOTS
};

// The same playouts with their moves written to `trace`, which has room for GO_PLAYOUT_MOVES_MAX. A pass is GO_NONE.
unsigned go_playout_light_traced(GoBoard *board, Rng *rng, GoPoint *trace);
unsigned go_playout_mogo_traced(GoBoard *board, Rng *rng, GoPoint *trace);

#endif
