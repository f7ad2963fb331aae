// A Go engine that speaks GTP, as a supervised child: asked in batches of commands, and started again when it has died, hung
// or lost its way. Nothing it says is believed beyond its form.
#ifndef NEBEL_GUEST_GTP_H
#define NEBEL_GUEST_GTP_H

#include "guest/engine.h"

// An engine we know how to start: one row of data.
typedef struct GtpEngine {
    const char *name; // of the program too
    const char *arguments;
} GtpEngine;

extern const GtpEngine gtp_engines[];    // ended by a row without a name
const GtpEngine *gtp_engine(Slice name); // NULL if unknown

enum { GTP_BATCH_MAX = 16384 }; // bytes of commands that are sent at once

typedef struct Gtp Gtp;

// NULL if there is no memory. Nothing is started yet. Names and patience are those of an Engine.
Gtp *gtp_create(const Memory *memory, const char *name, const char *command, uint32_t patience_ms);
void gtp_destroy(Gtp *gtp); // accepts NULL

// Starts it unless it runs, trying more than once. False with a message, also if it speaks another version.
MUST_USE bool gtp_start(Gtp *gtp, Text *message);

// What an engine answered: the text of its last answer, lines set apart by spaces.
typedef struct GtpReply {
    Text *text;      // of fixed size
    uint64_t cpu_us; // that all of it took
} GtpReply;

// Sends commands, one a line and without numbers, to an engine that was started, and waits for all the answers. False with a
// message if it refused one of them, and if it is gone, as it is after an answer that did not come or that was none.
MUST_USE bool gtp_ask(Gtp *gtp, Slice commands, GtpReply *reply, Text *message);

#endif
