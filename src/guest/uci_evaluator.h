// Chess engines behind the evaluator interface: a few children that share the moves of a board
// between them.
//
// A board is sent only if uci_check finds no fault in it; an unsound one is not valued at all. One
// on which a child died, hung or left moves without a value is remembered and never sent again.
// Boards that are not sent are valued by the native evaluator, so that a game goes on; but an
// engine that fails again and again, with no answer in between, has failed as a whole and says so.
#ifndef NEBEL_GUEST_UCI_EVALUATOR_H
#define NEBEL_GUEST_UCI_EVALUATOR_H

#include "guest/uci.h"
#include "kriegspiel/search/evaluator.h"

enum { UCI_CHILDREN_MAX = 8, UCI_QUARANTINE_MAX = 1024 };

typedef struct UciEvaluatorPlan {
    UciPlan uci; // its setting is chosen here
    // Limits of a search, 0 for none; if both are 0, the engine's usual depth.
    unsigned depth, nodes;
    unsigned children;     // from 1
    unsigned native_depth; // for boards that are not sent
} UciEvaluatorPlan;

// What became of the boards so far.
typedef struct UciCounts {
    uint64_t valued;      // by the engine
    uint64_t faulty;      // not sent, because of a fault
    uint64_t quarantined; // not sent, because an earlier one of the kind ended badly
    uint64_t failed;      // sent, and ended badly
} UciCounts;

typedef struct UciEvaluator UciEvaluator;

// An evaluator is a void pointer where it goes through interfaces: the context of an Evaluator.
// NULL if there is no memory. Children are started by uci_evaluator_begin, and again when they have
// died.
UciEvaluator *uci_evaluator_create(const Memory *memory, const UciEvaluatorPlan *plan);
void uci_evaluator_destroy(void *context); // accepts NULL

// A game begins: children are there, remember nothing, and have not failed. False, with a
// message, if they cannot be had.
MUST_USE bool uci_evaluator_begin(void *context, Text *message);

// Whether the engine has failed in this game, for good; with its message.
bool uci_evaluator_has_failed(void *context, Text *message);

Evaluator uci_evaluator_interface(UciEvaluator *self);
UciCounts uci_evaluator_counts(const UciEvaluator *self);

#endif
