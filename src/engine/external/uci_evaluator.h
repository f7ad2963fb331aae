// A chess engine behind the evaluator interface: a few processes of it share the moves of a board.
//
// A board is sent only if uci_check finds no fault; an unsound board is not valued at all. A board on which a process died,
// hung or left moves without a value is put in quarantine and never sent again. Boards that are not sent are valued by the
// native evaluator, so that the game goes on. After ENGINE_FAILURES_MAX failures in a row the engine has failed for the whole
// game.
#ifndef NEBEL_GUEST_UCI_EVALUATOR_H
#define NEBEL_GUEST_UCI_EVALUATOR_H

#include "engine/external/uci.h"
#include "engine/kriegspiel_search/alphabeta.h"

enum { UCI_CHILDREN_MAX = 8, UCI_QUARANTINE_MAX = 1024 };

typedef struct UciEvaluatorPlan {
    UciPlan uci; // its `setting` is ignored
    // Limits of a search, 0 for none; if both are 0, the engine's value_depth.
    unsigned depth, nodes;
    unsigned children;     // processes, 1 to UCI_CHILDREN_MAX
    unsigned native_depth; // for boards that are not sent
} UciEvaluatorPlan;

// What became of the boards so far.
typedef struct UciCounts {
    uint64_t valued;      // by the engine
    uint64_t faulty;      // not sent, because of a fault
    uint64_t quarantined; // not sent, because the engine failed on it before
    uint64_t failed;      // sent, and the engine failed
} UciCounts;

typedef struct UciEvaluator UciEvaluator;

// NULL if there is no memory. Processes are started by uci_evaluator_begin, and again after they died. Functions that take a
// `context` take a UciEvaluator: they are slots of an Adviser.
UciEvaluator *uci_evaluator_create(const Memory *memory, const UciEvaluatorPlan *plan);
void uci_evaluator_destroy(void *context); // accepts NULL

// Begins a game: all processes run and remember nothing, and no failure is counted. False, with a message, if they cannot be
// started.
MUST_USE bool uci_evaluator_begin(void *context, Text *message);

// Whether the engine has failed for the rest of this game; then with a message.
bool uci_evaluator_has_failed(void *context, Text *message);

Evaluator uci_evaluator_interface(UciEvaluator *self);
UciCounts uci_evaluator_counts(const UciEvaluator *self);

#endif
