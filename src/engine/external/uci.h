// A chess engine that speaks UCI, as an Engine that is stopped when its time is up. Of its answers only the form is
// checked here; callers must check the content.
#ifndef NEBEL_GUEST_UCI_H
#define NEBEL_GUEST_UCI_H

#include "base/budget.h"
#include "games/chess/position.h"

// An engine we know how to talk to: one row of data.
typedef struct UciEngine {
    const char *name; // also of its program
    const char *arguments;
    const char *settings; // lines that are sent after its start
    // The line by which one search values all moves; NULL if it has no such setting.
    const char *values_setting;
    bool counts_nodes;    // it obeys a limit of nodes
    unsigned value_depth; // plies when it values moves, by default
    unsigned play_depth;  // plies when it plays and has no other limit
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
    const char *setting;  // one more line to send after its start, or ""; outlives the Uci
    uint32_t patience_ms; // how late an answer may be; 0 for ENGINE_PATIENCE_MS
} UciPlan;

// What an `info` line says.
typedef struct UciInfo {
    Move move;      // MOVE_NONE if it names none
    bool has_value; // an exact one, no bound
    int value;      // hundredths of a pawn for the side to move; mates as in our own search
    uint32_t nodes; // of the search so far; 0 if it does not say
} UciInfo;

// Reads an `info` line. False if it is none.
bool uci_read_info(Slice line, UciInfo *info);

typedef struct UciSink {
    void (*take)(void *context, const UciInfo *info);
    void *context;
} UciSink;

typedef struct UciAnswer {
    Move best; // MOVE_NONE if it names none; may be illegal
    uint64_t nodes, cpu_us;
    bool is_stopped; // it was told to stop before it had finished
} UciAnswer;

typedef struct Uci Uci;

// NULL if there is no memory. Starts nothing yet.
Uci *uci_create(const Memory *memory, const UciPlan *plan);
void uci_destroy(Uci *uci); // accepts NULL

// Starts it unless it runs; tries more than once. False with a message.
MUST_USE bool uci_start(Uci *uci, Text *message);

// The same at the beginning of a game: the engine forgets earlier games.
MUST_USE bool uci_begin_game(Uci *uci, Text *message);

// Sends lines that end with a `go`, to an engine that was started and has answered every earlier `go`. False, with a message
// and the engine ended, if that fails.
MUST_USE bool uci_order(Uci *uci, Slice lines, Text *message);

// Reads up to the answer. When the meter is spent, the engine is told to stop; the meter is not charged here. False, with a
// message, the engine ended and `*answer` untouched, if no answer comes.
MUST_USE bool uci_await(Uci *uci, const Meter *meter, UciSink sink, UciAnswer *answer,
                        Text *message);

#endif
