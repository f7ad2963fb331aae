// What engines of all languages share: a supervised child that is started when it is needed, and started again when it has
// died, hung or lost its way. Whoever speaks its language brings the greeting.
#ifndef NEBEL_GUEST_ENGINE_H
#define NEBEL_GUEST_ENGINE_H

#include "guest/child.h"

enum {
    ENGINE_PATIENCE_MS = 5000, // for an answer, unless a plan says otherwise
    ENGINE_FAILURES_MAX = 5,   // in a row, after which an engine has failed as a whole
    ENGINE_MESSAGE_MAX = 160,  // bytes of a sentence on what went wrong
};

typedef struct Engine {
    Memory memory;
    const char *name; // for messages; outlives it
    char *command;
    uint32_t patience_ms;
    Child *child;    // NULL while none runs
    uint64_t cpu_us; // that the child had used when it was last asked
} Engine;

// Says hello to a child that has just been started.
typedef ChildError EngineGreet(Engine *engine, const void *context);

// `command` is for the shell and copied; patience 0 is ENGINE_PATIENCE_MS. False, with nothing to end, if there is no memory.
// Nothing is started yet.
MUST_USE bool engine_init(Engine *engine, const Memory *memory, const char *name,
                          const char *command, uint32_t patience_ms);
void engine_done(Engine *engine); // accepts a zeroed one

// Starts it unless it runs, trying more than once. False with a message.
MUST_USE bool engine_start(Engine *engine, EngineGreet *greet, const void *context, Text *message);

// Complains of an error and ends the child; always false.
bool engine_fail(Engine *engine, ChildError error, Text *message);

// When an answer to what is asked now is overdue.
uint64_t engine_deadline_us(const Engine *engine);

// The next line. A child that always has one more line must not keep us for ever, so the clock is looked at before each.
MUST_USE ChildError engine_read(Engine *engine, uint64_t deadline_us, Slice *line);

// CPU time that the child has used since the last call, or since it was greeted.
uint64_t engine_used_cpu_us(Engine *engine);

#endif
