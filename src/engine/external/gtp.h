// A Go engine that speaks GTP, as an Engine that is asked in batches of commands. Of its answers only the form is checked here;
// callers must check the content.
#ifndef NEBEL_GUEST_GTP_H
#define NEBEL_GUEST_GTP_H

#include "engine/external/engine.h"

// An engine we know how to start: one row of data.
typedef struct GtpEngine {
    const char *name; // also of its program
    const char *arguments;
} GtpEngine;

extern const GtpEngine gtp_engines[];    // ended by a row without a name
const GtpEngine *gtp_engine(Slice name); // NULL if unknown

enum { GTP_BATCH_MAX = 16384 }; // bytes of the commands of one batch

typedef struct Gtp Gtp;

// NULL if there is no memory. Starts nothing yet. Name, command and patience are those of engine_init.
Gtp *gtp_create(const Memory *memory, const char *name, const char *command, uint32_t patience_ms);
void gtp_destroy(Gtp *gtp); // accepts NULL

// Starts it unless it runs; tries more than once. False, with a message, also if it speaks another version.
MUST_USE bool gtp_start(Gtp *gtp, Text *message);

// What an engine answered to a batch.
typedef struct GtpReply {
    Text *text;      // the last answer, its lines joined by spaces; a text of fixed size
    uint64_t cpu_us; // CPU time for all answers
} GtpReply;

// Sends commands, one a line and without numbers, to an engine that was started, and waits for all answers. False, with a
// message, if the engine refused a command, or if an answer did not come or broke the protocol; then the engine is ended.
MUST_USE bool gtp_ask(Gtp *gtp, Slice commands, GtpReply *reply, Text *message);

#endif
