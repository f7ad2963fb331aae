// Flat Monte Carlo on the true board.
#include "engine/phantom_go/move_cost.h"

#include "engine/phantom_go/flat.h"
#include "games/go/playout.h"

#include <assert.h>

// The mean margin of playouts after `move`, for the side that makes it.
static double mean_margin(const GoBoard *board, GoPoint move, uint32_t playouts, Rng *rng)
{
    const int sign = board->to_move == GO_BLACK ? 1 : -1;
    GoBoard after = *board;
    int64_t sum = 0;
    go_board_move(&after, move);
    for (uint32_t i = 0; i < playouts; i++) {
        GoBoard end = after;
        go_playout_light(&end, rng);
        sum += go_board_area(&end);
    }
    return sign * (double)sum / playouts;
}

// The move with the highest mean; GO_NONE if nothing but own eyes is left.
static GoPoint best_move(const GoBoard *board, uint32_t playouts, Rng *rng)
{
    GoPoint best = GO_NONE;
    double max = 0;
    for (unsigned i = 0; i < board->empty_count; i++) {
        const GoPoint point = board->empties[i];
        if (!go_flat_is_open(board, point))
            continue;
        const double margin = mean_margin(board, point, playouts, rng);
        if (best && margin <= max)
            continue;
        best = point;
        max = margin;
    }
    return best;
}

double go_cost(const GoBoard *board, GoPoint made, uint32_t playouts, Rng *rng)
{
    assert(playouts > 0);
    assert(made == GO_NONE || go_board_judge(board, made) == GO_LEGAL);
    const GoPoint best = best_move(board, playouts, rng);
    if (best == made)
        return 0;
    return mean_margin(board, best, playouts, rng) - mean_margin(board, made, playouts, rng);
}
