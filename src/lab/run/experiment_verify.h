// An experiment whose results are kept, played again and compared with them. Nothing is written.
#ifndef NEBEL_CONSOLE_EXPERIMENT_VERIFY_H
#define NEBEL_CONSOLE_EXPERIMENT_VERIFY_H

#include "lab/run/experiment_results.h"
#include "lab/run/experiment_run.h"

typedef struct ExperimentVerify {
    const char *name; // of the experiment
    const Experiment *experiment;
    const ExperimentResults *results;
    Program program;
    double scale; // of the games that the results have
    unsigned concurrency;
} ExperimentVerify;

// Prints a line for each cell, "identical" or what differs, and what follows for all of them. Returns what to exit with.
int experiment_verify(const ExperimentVerify *plan);

#endif
