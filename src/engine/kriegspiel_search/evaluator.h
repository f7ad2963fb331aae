// An evaluator values the moves of a full board: our own search, or a chess program. Players that sample boards ask one and
// need not know which.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_EVALUATOR_H
#define NEBEL_KRIEGSPIEL_SEARCH_EVALUATOR_H

#include "base/budget.h"
#include "games/chess/position.h"

typedef struct Evaluator {
    // Values each of some legal moves for the side that makes it, in hundredths of a pawn; may reorder the moves. False if
    // the meter was spent first, or the evaluator failed.
    bool (*value_moves)(void *context, const Position *position, Move *moves, uint32_t count,
                        Meter *meter, int *values);
    void *context;
} Evaluator;

// Our own: alpha-beta, `depth` plies deep, then captures. The context is a NativeEvaluator.
typedef struct NativeEvaluator {
    unsigned depth;
} NativeEvaluator;
Evaluator evaluator_native(NativeEvaluator *native);

#endif
