// A Go engine behind the evaluator interface of Go: it is shown a board and names the moves it likes, with values.
//
// A board on which it died, hung or talked nonsense is valued by the native evaluator, so that a game goes on; but an engine
// that fails again and again, with no answer in between, has failed as a whole and says so.
#ifndef NEBEL_GUEST_GTP_EVALUATOR_H
#define NEBEL_GUEST_GTP_EVALUATOR_H

#include "guest/gtp.h"
#include "phantom_go/player/players.h"

typedef struct GtpEvaluatorPlan {
    const GtpEngine *engine;
    const char *command; // for the shell; copied
    unsigned level;
    uint32_t patience_ms; // 0 for half a minute, which a board of 19x19 may need
} GtpEvaluatorPlan;

// What became of the boards so far.
typedef struct GtpCounts {
    uint64_t valued, failed; // by the engine; and natively, because it failed
} GtpCounts;

// Reads what it answers to `top_moves`, `C3 12.3 D4 11.05`; illegal and worthless moves are left out. False if it says anything
// else; then the advice is worth nothing.
MUST_USE bool gtp_moves_read(Slice text, const GoBoard *board, GoAdvice *advice);

typedef struct GtpEvaluator GtpEvaluator;

// NULL if there is no memory. The child is started when a game begins, and again when it has died.
GtpEvaluator *gtp_evaluator_create(const Memory *memory, const GtpEvaluatorPlan *plan);

// As a player has it; its `destroy` ends it.
GoAdviser gtp_evaluator_adviser(GtpEvaluator *self);

GtpCounts gtp_evaluator_counts(const GtpEvaluator *self);

#endif
