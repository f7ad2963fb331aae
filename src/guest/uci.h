// A chess engine that speaks UCI, as a supervised child: asked by lines, stopped when its time is
// up, and started again when it has died, hung or lost its way. Nothing it says is believed beyond
// its form.
#ifndef NEBEL_GUEST_UCI_H
#define NEBEL_GUEST_UCI_H

#include "base/budget.h"
#include "chess/position.h"

// An engine we know how to talk to: one row of data.
typedef struct UciEngine {
    const char *name; // of the program too
    const char *arguments;
    const char *settings; // lines that it is told once it has started
    // The line that makes one search value all moves; NULL if there is none.
    const char *values_setting;
    bool counts_nodes;    // it can be limited by nodes
    unsigned value_depth; // plies, when it values moves and nothing else is said
    unsigned play_depth;  // the same when it plays and no limit can be told to it
} UciEngine;

extern const UciEngine uci_engines[];    // ended by a row without a name
const UciEngine *uci_engine(Slice name); // NULL if unknown

// Writes the command that starts an engine. False, with a message, if its program is not there.
MUST_USE bool uci_command(const UciEngine *engine, Text *command, Text *message);

enum {
    UCI_MOVE_BYTES = 6,   // of a space and a move: " e7e8q"
    UCI_LIMIT_BYTES = 80, // of a `go` with all its limits
};

typedef struct UciPlan {
    const UciEngine *engine;
    const char *command;  // for the shell; copied
    const char *setting;  // one more line to tell it once, or ""; outlives the Uci
    uint32_t patience_ms; // that an answer may be late; 0 for ENGINE_PATIENCE_MS
} UciPlan;

// What a line of it says of a move.
typedef struct UciInfo {
    Move move;      // MOVE_NONE if it names none
    bool has_value; // an exact one
    int value;      // hundredths of a pawn for the side to move, mates as in our own search
    uint32_t nodes; // of the search so far; 0 if it does not say
} UciInfo;

// Reads an `info` line. False if it is none.
bool uci_read_info(Slice line, UciInfo *info);

typedef struct UciSink {
    void (*take)(void *context, const UciInfo *info);
    void *context;
} UciSink;

typedef struct UciAnswer {
    Move best; // as it says; MOVE_NONE if it says none
    uint64_t nodes, cpu_us;
    bool is_stopped; // by the meter, before it had finished
} UciAnswer;

typedef struct Uci Uci;

// NULL if there is no memory. Nothing is started yet.
Uci *uci_create(const Memory *memory, const UciPlan *plan);
void uci_destroy(Uci *uci); // accepts NULL

// Starts it unless it runs, trying more than once. False with a message.
MUST_USE bool uci_start(Uci *uci, Text *message);

// The same for a game that begins: what it remembers of others, it forgets.
MUST_USE bool uci_begin_game(Uci *uci, Text *message);

// Sends lines that end in a `go`, to an engine that was started and owes no answer. On false it is
// gone, with a message.
MUST_USE bool uci_order(Uci *uci, Slice lines, Text *message);

// Reads up to the answer, and tells it to stop when the meter is spent, which is not charged here.
// On false it is gone, with a message, and `*answer` untouched.
MUST_USE bool uci_await(Uci *uci, const Meter *meter, UciSink sink, UciAnswer *answer,
                        Text *message);

#endif
