// What a move of Go cost, judged by someone who sees both sides: the mean margin of light playouts after the best move, less that
// after the move that was made.
//
// The best of many noisy means is too high by their noise, so it is chosen by half of the playouts and valued, as the move made is,
// by the other half. What is left out of account is what the mover could not see.
#ifndef NEBEL_PHANTOM_GO_SEARCH_MOVE_COST_H
#define NEBEL_PHANTOM_GO_SEARCH_MOVE_COST_H

#include "base/rng.h"
#include "go/board.h"

// In points of the board, for the side to move; about 0 if there was nothing better. `made` is legal, or GO_NONE for a
// pass. Every point has `playouts` of each half.
double go_cost(const GoBoard *board, GoPoint made, uint32_t playouts, Rng *rng);

#endif
