// The native evaluator.
#include "kriegspiel/search/evaluator.h"

#include "kriegspiel/search/alphabeta.h"

static bool value_moves(void *context, const Position *position, Move *moves, uint32_t count,
                        Meter *meter, int *values)
{
    const NativeEvaluator *native = context;
    const AlphaBeta search = {.evaluate = evaluate_position, .is_quiet = true, .meter = meter};
    return alphabeta_moves(&search, position, moves, count, native->depth, values);
}

Evaluator evaluator_native(NativeEvaluator *native)
{
    return (Evaluator){value_moves, native};
}
