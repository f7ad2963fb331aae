// Evaluators of the moves on a full Go board: our own playouts, or a Go program. Players that sample boards use one
// without knowing which.
#ifndef NEBEL_PHANTOM_GO_SEARCH_EVALUATOR
#define NEBEL_PHANTOM_GO_SEARCH_EVALUATOR

#include "base/budget.h"
#include "base/rng.h"
#include "engine/phantom_go/flat.h"
#include "games/go/board.h"

// Values of some points, from 0 to 1 for the best possible. Points that are not named have value 0.
typedef struct GoAdvice {
    uint32_t count;
    GoPoint points[GO_SPOTS];
    double values[GO_SPOTS];
    uint64_t cpu_us; // that another program used
} GoAdvice;

typedef struct GoEvaluator {
    // Values legal moves of the side to move. False, with nothing advised, if it failed.
    bool (*advise)(void *context, const GoBoard *board, Rng *rng, Meter *meter, GoAdvice *advice);
    void *context;
} GoEvaluator;

// Our own evaluator: flat Monte Carlo on the one board, `playouts` for each point that is no own eye, fewer if the
// meter is spent. Its context is a GoNative.
typedef struct GoNative {
    const PhantomRules *rules;
    uint32_t playouts; // for each point
    GoFlat flat;
} GoNative;
GoEvaluator go_native_evaluator(GoNative *native);

// The mean value of each point, over the valued boards on which it is legal.
typedef struct GoPoll {
    uint32_t boards;
    double sums[GO_POINTS];
    uint32_t legal[GO_POINTS]; // boards on which the point is legal
} GoPoll;

void go_poll_add(GoPoll *poll, const GoBoard *board, const GoAdvice *advice);

// The best of some candidates, equal ones by chance, and its value; GO_NONE if all values are 0.
GoPoint go_poll_best(const GoPoll *poll, const GoSet *candidates, Rng *rng, double *value);

// What a move of Go cost, judged with both sides visible: the mean margin of light playouts after the best move, less
// the mean margin after the move that was made. What the mover could not see is not considered.
//
// The highest of many noisy means is too high by their noise. So one half of the playouts chooses the best move, and
// the other half values it and the move that was made.
// The cost in points for the side to move; about 0 if there was no better move. `made` is legal, or GO_NONE for a pass.
// Every move gets `playouts` playouts in each half.
double go_cost(const GoBoard *board, GoPoint made, uint32_t playouts, Rng *rng);

#endif
