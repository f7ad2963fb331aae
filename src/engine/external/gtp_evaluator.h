// A Go engine behind the evaluator interface of Go: it is shown a board and answers with its best moves and their values.
//
// If the engine dies, hangs or answers nonsense, the native evaluator values that board, so that the game goes on. After
// ENGINE_FAILURES_MAX failures in a row the engine has failed for the whole game.
#ifndef NEBEL_GUEST_GTP_EVALUATOR_H
#define NEBEL_GUEST_GTP_EVALUATOR_H

#include "engine/external/gtp.h"
#include "engine/phantom_go/players.h"

typedef struct GtpEvaluatorPlan {
    const GtpEngine *engine;
    const char *command; // for the shell; copied
    unsigned level;
    uint32_t patience_ms; // 0 for half a minute, which a board of 19x19 may need
} GtpEvaluatorPlan;

// What became of the boards so far.
typedef struct GtpCounts {
    uint64_t valued; // by the engine
    uint64_t failed; // valued by the native evaluator, because the engine failed
} GtpCounts;

// Reads the answer to `top_moves`: `C3 12.3 D4 11.05`. Illegal moves and moves without a positive value are left out. False
// for any other text; then `*advice` has no meaning.
MUST_USE bool gtp_moves_read(Slice text, const GoBoard *board, GoAdvice *advice);

typedef struct GtpEvaluator GtpEvaluator;

// NULL if there is no memory. The engine is started when a game begins, and again after it died.
GtpEvaluator *gtp_evaluator_create(const Memory *memory, const GtpEvaluatorPlan *plan);

// The adviser that go-pimc uses; its `destroy` ends the evaluator.
GoAdviser gtp_evaluator_adviser(GtpEvaluator *self);

GtpCounts gtp_evaluator_counts(const GtpEvaluator *self);

#endif
