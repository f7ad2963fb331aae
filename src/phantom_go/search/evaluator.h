// Whoever values the moves of a full Go board: our own playouts, or a Go program. Players that imagine boards ask one of these
// and need not know which.
#ifndef NEBEL_PHANTOM_GO_SEARCH_EVALUATOR_H
#define NEBEL_PHANTOM_GO_SEARCH_EVALUATOR_H

#include "base/budget.h"
#include "phantom_go/search/flat.h"

// What some points are worth, from 0 for nothing to 1 for the best there can be. Points that are not named are worth
// nothing.
typedef struct GoAdvice {
    uint32_t count;
    GoPoint points[GO_SPOTS];
    double values[GO_SPOTS];
    uint64_t cpu_us; // that another program took for it
} GoAdvice;

typedef struct GoEvaluator {
    // Values moves of the side to move, legal ones alone. False, with nothing advised, if it failed.
    bool (*advise)(void *context, const GoBoard *board, Rng *rng, Meter *meter, GoAdvice *advice);
    void *context;
} GoEvaluator;

// Our own: flat Monte Carlo on the one board, so many playouts for each point that is no own eye, fewer if the meter is
// spent. The context is a GoNative.
typedef struct GoNative {
    const PhantomRules *rules;
    uint32_t playouts; // of a point
    GoFlat flat;
} GoNative;
GoEvaluator go_native_evaluator(GoNative *native);

// What the boards that were asked say together: the mean over those on which a point is legal.
typedef struct GoPoll {
    uint32_t boards;
    double sums[GO_POINTS];
    uint32_t legal[GO_POINTS]; // boards
} GoPoll;

void go_poll_add(GoPoll *poll, const GoBoard *board, const GoAdvice *advice);

// The best of some candidates, equals by chance, and its value; GO_NONE if none is worth anything.
GoPoint go_poll_best(const GoPoll *poll, const GoSet *candidates, Rng *rng, double *value);

#endif
