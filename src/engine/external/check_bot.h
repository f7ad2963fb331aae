// Checks whether a program speaks the bot protocol: it must greet, answer, play under every ruleset, keep its time and end when
// asked. Each check starts the program anew, so that one fault does not cause others. Each check ends by its
// deadline, whatever the program does.
#ifndef NEBEL_CONFORM_CHECK_BOT_H
#define NEBEL_CONFORM_CHECK_BOT_H

#include "base/text.h"

typedef enum CheckVerdict {
    CHECK_FINE,
    CHECK_REFUSED, // the program said that it does not play this game
    CHECK_FAULT,
    CHECK_UNTRIED, // the checks that were left out after a fault that makes them useless
    CHECK_VERDICT_COUNT
} CheckVerdict;

// Takes the result of each check, in order. For a refusal `words` is the program's reason; for a fault it is a sentence that says
// what was sent, what came and what was expected.
typedef struct CheckSink {
    void (*take)(void *context, const char *check, CheckVerdict verdict, const char *words);
    void *context;
} CheckSink;

typedef struct CheckPlan {
    const char *command; // for the shell
    const char *only;    // the one check to make; NULL for all
    uint32_t patience_ms;
} CheckPlan;

// Returns how many checks found a fault. The checks end after a greeting that fails, or after three checks without an answer. A
// program that refuses every game has a fault too.
unsigned check_bot(const Memory *memory, const CheckPlan *plan, const CheckSink *sink);

// Whether there is a check of that name.
bool check_bot_has(const char *name);

#endif
