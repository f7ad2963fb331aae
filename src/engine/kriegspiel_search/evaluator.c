// The native evaluator: alpha-beta behind the interface of all evaluators.
#include "engine/kriegspiel_search/evaluator.h"

#include "engine/kriegspiel_search/alphabeta.h"

#include <assert.h>

static bool value_moves(void *context, const Position *position, Move *moves, uint32_t count,
                        Meter *meter, int *values)
{
    const NativeEvaluator *native = context;
    assert(native && meter);
    const AlphaBeta search = {.evaluate = evaluate_position, .is_quiet = true, .meter = meter};
    return alphabeta_moves(&search, position, moves, count, native->depth, values);
}

Evaluator evaluator_native(NativeEvaluator *native)
{
    return (Evaluator){value_moves, native};
}
