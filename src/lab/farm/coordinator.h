// The coordinator of an experiment: a source of its pairs from the reports of workers, each of which was checked.
//
// Pairs come in order, as far as they are reported; early arrivals are short games and would bias a sequential test.
// Every record is played again without its players. Where games are the same each time, a sample is played again with
// them. A machine that reports games that do not replay is refused: its reports are dropped, their units are open again,
// and the match files with its games are made anew.
#ifndef NEBEL_FARM_COORDINATOR_H
#define NEBEL_FARM_COORDINATOR_H

#include "lab/experiments/result.h"
#include "lab/farm/database.h"

typedef enum FarmCoordinatorEnd {
    FARM_COORDINATOR_FINE,
    FARM_COORDINATOR_AGAIN,     // a machine was refused: gather from the first cell on
    FARM_COORDINATOR_CANCELLED, // the experiment was cancelled
    FARM_COORDINATOR_FAILED,    // the owner's message says why
} FarmCoordinatorEnd;

typedef struct FarmCoordinator {
    // Set by the caller.
    FarmDatabase *owner;
    const FarmExperiment *found;
    const Experiment *experiment; // read from the description
    const atomic_bool *is_stopped;
    // Removes the match file and the counts of a cell; false, with a complaint, if that fails.
    bool (*forget)(void *context, const ExperimentCell *cell);
    void (*notify)(void *context,
                   const char *news); // the operator: which machine is refused, and why
    void (*wait)(void *context);      // called while no report is there; may take a second
    void (*hide)(void *context);      // what the last wait has shown, since a cell ends
    void *context;

    FarmCoordinatorEnd end; // after the source has failed: why
    // Internal: the cell, and the unit whose pairs are handed out.
    const ExperimentCell *cell;
    const Tally *tally;
    uint64_t cell_id;
    PairPlayer *player; // NULL until it is needed
    uint64_t first;
    uint32_t pairs; // of the unit; 0 if there is none
    Text lines;
    Slice rest; // lines that were not handed out yet
} FarmCoordinator;

PairSource farm_coordinator_source(FarmCoordinator *coordinator);

#endif
