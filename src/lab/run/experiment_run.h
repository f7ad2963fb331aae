// An experiment in play: its cells one after another, each into its own match file; or an experiment whose results are kept, played
// again and compared with them.
#ifndef NEBEL_LAB_RUN_EXPERIMENT_RUN_H
#define NEBEL_LAB_RUN_EXPERIMENT_RUN_H

#include "lab/run/experiment_files.h"

// This program, as the results name it.
typedef struct Program {
    const char *commit;
    uint64_t signature; // of its umpire
} Program;

typedef struct ExperimentRun {
    const Experiment *experiment;
    const char *folder; // of its results
    Program program;
    double scale; // of the number of games
    unsigned concurrency;
    bool is_replacing; // the folder is new, because its results are to be replaced
    MatchShare share;  // what is played; its results are in a folder of their own
} ExperimentRun;

// Tells whether every cell has its games in the folder already, without the match files from which they could be extended: a
// run there would play nothing. False, with a complaint, if a result is damaged.
MUST_USE bool experiment_run_is_kept(const ExperimentRun *plan, bool *is_all_kept);

// Goes on with what is left to be played. A cell that has its games without a match file is left as it is, and no file with
// counts is replaced by one of fewer games. Ctrl-C ends it after the games in play. Returns what to exit with.
int experiment_run(const ExperimentRun *plan);

// Puts the pairs that others have played into the match files of the whole, in order, as far as none is missing, and
// notes who has played. Returns what to exit with: a failure if anything is missing, which `*is_missing` tells apart.
int experiment_gather(const ExperimentRun *plan, const PairSource *source, bool *is_missing);

// What is played again. Nothing is written.
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
