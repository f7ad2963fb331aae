// What a move of Go cost, judged with both sides visible: the mean margin of light playouts after the best move, less
// the mean margin after the move that was made. What the mover could not see is not considered.
//
// The highest of many noisy means is too high by their noise. So one half of the playouts chooses the best move, and
// the other half values it and the move that was made.
#ifndef NEBEL_PHANTOM_GO_SEARCH_MOVE_COST_H
#define NEBEL_PHANTOM_GO_SEARCH_MOVE_COST_H

#include "base/rng.h"
#include "games/go/board.h"

// The cost in points for the side to move; about 0 if there was no better move. `made` is legal, or GO_NONE for a pass.
// Every move gets `playouts` playouts in each half.
double go_cost(const GoBoard *board, GoPoint made, uint32_t playouts, Rng *rng);

#endif
