// An experiment in play: its cells one after another, each into its own match file.
#ifndef NEBEL_CONSOLE_EXPERIMENT_RUN_H
#define NEBEL_CONSOLE_EXPERIMENT_RUN_H

#include "lab/experiment.h"

typedef struct ExperimentRun {
    const Experiment *experiment;
    const char *folder; // of its results
    const char *commit; // of this program
    double scale;       // of the number of games
    unsigned concurrency;
} ExperimentRun;

// Goes on with what is left to be played. Ctrl-C ends it after the games in play. Returns what to exit with.
int experiment_run(const ExperimentRun *plan);

#endif
