// What engines of all protocols share: a trusted child that is started when it is needed, and started again after it died, hung
// or broke the protocol. The caller knows the protocol and brings the greeting.
#ifndef NEBEL_GUEST_ENGINE_H
#define NEBEL_GUEST_ENGINE_H

#include "engine/external/child.h"

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
    uint64_t cpu_us; // CPU time of the child at the last call of engine_used_cpu_us
} Engine;

// Greets a child that has just been started.
typedef ChildError EngineGreet(Engine *engine, const void *context);

// Copies `command`, which is for the shell; a patience of 0 means ENGINE_PATIENCE_MS. Starts nothing yet. False, with nothing
// to end, if there is no memory.
MUST_USE bool engine_init(Engine *engine, const Memory *memory, const char *name,
                          const char *command, uint32_t patience_ms);
void engine_done(Engine *engine); // accepts a zeroed Engine

// Starts the child unless it runs; tries more than once. False with a message.
MUST_USE bool engine_start(Engine *engine, EngineGreet *greet, const void *context, Text *message);

// Writes what an error means and ends the child. Always returns false.
bool engine_fail(Engine *engine, ChildError error, Text *message);

// The deadline of an answer to a question that is asked now.
uint64_t engine_deadline_us(const Engine *engine);

// Reads the next line. It looks at the clock even if a line is there, so that a child that never stops talking meets its
// deadline.
MUST_USE ChildError engine_read(Engine *engine, uint64_t deadline_us, Slice *line);

// CPU time that the child has used since the last call, or since it was greeted.
uint64_t engine_used_cpu_us(Engine *engine);

#endif
