// Where the pairs of an experiment come from if others have played them: shares on a disk, or the farm.
#ifndef NEBEL_LAB_PAIR_SOURCE_H
#define NEBEL_LAB_PAIR_SOURCE_H

#include "lab/experiments/experiment.h"
#include "lab/experiments/result.h"

// Takes the circumstances of runs; false if it cannot.
typedef struct RunSink {
    bool (*take)(void *context, const Run *run);
    void *context;
} RunSink;

// Functions that return false have said why.
typedef struct PairSource {
    // Begins a cell. Its tally has the pairs of its match file, and grows as pairs are taken.
    bool (*open)(void *context, const ExperimentCell *cell, uint32_t number, const Tally *tally);
    // The pair with this number, which lives until the next call; numbers rise by 1. `*is_pair` is false if it is not there.
    bool (*next)(void *context, uint64_t number, PairResult *result, bool *is_pair);
    // No more pairs are taken, because the match is over or the next one is not there. The speed is that of one core; 0
    // if it is unknown.
    bool (*finish)(void *context, bool is_over, double *games_per_second);
    void (*close)(void *context); // in any case
    // Who has played, and when.
    bool (*runs)(void *context, RunSink sink);
    void *context;
} PairSource;

#endif
