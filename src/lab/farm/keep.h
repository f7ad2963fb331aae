// The keeper of an experiment: a source of its pairs from the reports of workers, each of which was checked.
//
// Pairs come in order, as far as they are reported; early arrivals are short games and would bias a sequential test.
// Every record is played again without its players. Where games are the same each time, a sample is played again with
// them, and so is what two reports differ in. A member with a pair that its players do not play is barred: its reports
// are void, their units open again, and the match files that they are in are made anew.
#ifndef NEBEL_FARM_KEEP_H
#define NEBEL_FARM_KEEP_H

#include "lab/experiments/result.h"
#include "lab/farm/found.h"

typedef enum FarmKeepEnd {
    FARM_KEEP_FINE,
    FARM_KEEP_AGAIN,     // a member was barred: gather from the first cell on
    FARM_KEEP_CANCELLED, // somebody has cancelled the experiment
    FARM_KEEP_FAILED,    // the owner's message says why
} FarmKeepEnd;

typedef struct FarmKeeper {
    // Set by the caller.
    FarmOwner *owner;
    const FarmExperiment *found;
    const Experiment *experiment; // read from the description
    const atomic_bool *is_stopped;
    // Removes the match file and the counts of a cell; false, with a complaint, if that fails.
    bool (*forget)(void *context, const ExperimentCell *cell);
    void (*tell)(void *context, const char *news); // for people: who is barred, and why
    void (*wait)(void *context); // called while nothing is there; may take a second
    void (*hide)(void *context); // what the last wait has shown, since a cell ends
    void *context;

    FarmKeepEnd end; // after a source has failed: why
    // Internal: the cell, and the unit whose pairs are handed out.
    const ExperimentCell *cell;
    const Tally *tally;
    uint64_t cell_id;
    bool is_deterministic;
    PairPlayer *player; // NULL until it is needed
    uint64_t first;
    uint32_t pairs; // of the unit; 0 if there is none
    Text lines;
    Slice rest; // lines that were not handed out yet
} FarmKeeper;

PairSource farm_keeper_source(FarmKeeper *keeper);

#endif
