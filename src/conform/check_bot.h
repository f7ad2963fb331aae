// Checks whether a program speaks the bot protocol: greets, answers, plays under every ruleset,
// keeps its time and leaves when asked. Each check has a fresh program, so that one fault does not
// make others, and ends by its deadline whatever the program does.
#ifndef NEBEL_CONFORM_CHECK_BOT_H
#define NEBEL_CONFORM_CHECK_BOT_H

#include "base/text.h"

typedef enum CheckVerdict {
    CHECK_FINE,
    CHECK_REFUSED, // it does not play this game, and said so
    CHECK_FAULT,
    CHECK_UNTRIED, // the checks that are left, after a fault that makes them useless
    CHECK_VERDICT_COUNT
} CheckVerdict;

// Where results go, one a check in their order. Of a refusal `words` are its reason; of a fault
// they are a sentence that says what was sent, what came and what was expected.
typedef struct CheckSink {
    void (*take)(void *context, const char *check, CheckVerdict verdict, const char *words);
    void *context;
} CheckSink;

typedef struct CheckPlan {
    const char *command; // for the shell
    const char *only;    // the one check to make; NULL for all
    uint32_t patience_ms;
} CheckPlan;

// Returns how many checks found a fault. Nothing more is tried after a greeting that fails, or
// after three checks without an answer. To refuse every game is a fault too.
unsigned check_bot(const Memory *memory, const CheckPlan *plan, const CheckSink *sink);

// Whether there is a check of that name.
bool check_bot_has(const char *name);

#endif
