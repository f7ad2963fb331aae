// Plays a plan by several threads. Pairs are delivered in the order of their numbers, whichever thread was faster.
#ifndef NEBEL_MATCH_WORKERS_H
#define NEBEL_MATCH_WORKERS_H

#include "lab/match/pair.h"

// What is being played now.
typedef struct WorkersState {
    uint64_t game;  // the number of the oldest game in play, counted from 1; 0 if none is
    uint32_t plies; // moves in it
    uint32_t more;  // how many other games are in play
} WorkersState;

// Looks at the state several times a second, in the thread that called workers_run and never while the sink takes a pair.
typedef struct WorkersWatch {
    void (*look)(void *context, const WorkersState *state);
    void *context;
} WorkersWatch;

typedef enum WorkersError {
    WORKERS_OK = 0,
    WORKERS_ERR_PLAYER, // a player cannot be opened; the message says why
    WORKERS_ERR_MEMORY,
    WORKERS_ERR_THREAD, // the system gave no thread
    WORKERS_ERR_COUNT
} WorkersError;

enum { WORKERS_THREADS_MAX = 256 };

typedef struct WorkersPlan {
    const Plan *plan;
    const Clocks *clocks;
    uint64_t from;                 // the place of the first pair to play
    unsigned threads;              // at least 1
    const atomic_bool *is_stopped; // NULL, or set when no more pairs should begin
    WorkersWatch watch;            // all zero if nobody watches
} WorkersPlan;

// Plays until all pairs are played, the sink wants no more, or `is_stopped` is set.
MUST_USE WorkersError workers_run(const WorkersPlan *plan, const Memory *memory, PairSink sink,
                                  Text *message);
const char *workers_error_text(WorkersError error);

#endif
