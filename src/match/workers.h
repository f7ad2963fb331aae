// A plan played by several threads, its pairs handed on in the order of their numbers whichever
// thread was faster.
#ifndef NEBEL_MATCH_WORKERS_H
#define NEBEL_MATCH_WORKERS_H

#include "match/pair.h"

// Takes finished pairs, one at a time and in order. False ends the series; no later pair is handed
// on.
typedef struct PairSink {
    bool (*take)(void *context, const PairResult *result);
    void *context;
} PairSink;

typedef enum SeriesError {
    SERIES_OK = 0,
    SERIES_ERR_PLAYER, // a player cannot be had; the complaint says why
    SERIES_ERR_MEMORY,
    SERIES_ERR_THREAD, // the system gave no thread
    SERIES_ERR_COUNT
} SeriesError;

enum { SERIES_THREADS_MAX = 256 };

typedef struct SeriesPlan {
    const Plan *plan;
    const Clocks *clocks;
    uint64_t from;                 // the first pair to play
    unsigned threads;              // at least 1
    const atomic_bool *is_stopped; // NULL, or set when no more pairs should be begun
} SeriesPlan;

// Plays until all pairs are played, the sink has had enough, or someone stops it.
MUST_USE SeriesError series_run(const SeriesPlan *series, const Memory *memory, PairSink sink,
                                Text *complaint);
const char *series_error_text(SeriesError error);

#endif
