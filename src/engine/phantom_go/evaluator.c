// Values one board by playouts, takes the mean over many boards, and says what a move cost.
#include "engine/phantom_go/evaluator.h"

#include "engine/phantom_go/flat.h"
#include "games/go/playout.h"

#include <assert.h>

static void draw_same(const void *context, Rng *rng, GoBoard *board)
{
    (void)rng;
    *board = *(const GoBoard *)context;
}

static bool advise_natively(void *context, const GoBoard *board, Rng *rng, Meter *meter,
                            GoAdvice *advice)
{
    GoNative *native = context;
    GoFlat *flat = &native->flat;
    assert(native->rules && native->playouts > 0);
    const GoFlatPlan plan = {.rules = native->rules,
                             .source = {draw_same, board},
                             .candidates = go_flat_open_points(board),
                             .amaf = 1};
    go_flat_begin(flat, &plan);
    for (uint64_t left = (uint64_t)flat->count * native->playouts; left > 0; left--) {
        go_flat_step(flat, rng);
        if (meter_step(meter))
            break;
    }
    advice->count = 0;
    advice->cpu_us = 0;
    for (uint32_t i = 0; i < flat->count; i++)
        if (go_flat_value_of(flat, flat->points[i], &advice->values[advice->count]))
            advice->points[advice->count++] = flat->points[i];
    return true;
}

GoEvaluator go_native_evaluator(GoNative *native)
{
    return (GoEvaluator){advise_natively, native};
}

void go_poll_add(GoPoll *poll, const GoBoard *board, const GoAdvice *advice)
{
    assert(advice->count <= GO_SPOTS);
    poll->boards++;
    for (unsigned i = 0; i < board->empty_count; i++)
        poll->legal[board->empties[i]] += go_board_judge(board, board->empties[i]) == GO_LEGAL;
    for (uint32_t i = 0; i < advice->count; i++)
        poll->sums[advice->points[i]] += advice->values[i];
}

GoPoint go_poll_best(const GoPoll *poll, const GoSet *candidates, Rng *rng, double *value)
{
    GoPoint best = GO_NONE;
    uint32_t equals = 0;
    double max = 0;
    for (unsigned spot = 0; (spot = go_set_next(candidates, spot)) < GO_SPOTS; spot++) {
        const GoPoint point = go_point_at(spot);
        if (poll->sums[point] <= 0)
            continue;
        assert(poll->legal[point] > 0);
        const double mean = poll->sums[point] / poll->legal[point];
        if (mean < max)
            continue;
        equals = mean > max ? 1 : equals + 1;
        max = mean;
        if (rng_below(rng, equals) == 0)
            best = point;
    }
    *value = max;
    return best;
}

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
