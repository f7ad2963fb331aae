// Cuts an experiment into units of about a minute and hands them to the farm.
#ifndef NEBEL_FARM_SUBMIT_H
#define NEBEL_FARM_SUBMIT_H

#include "lab/experiments/cost.h"
#include "lab/experiments/experiment.h"
#include "lab/farm/owner.h"

typedef struct FarmSubmission {
    const char *name;
    Slice description; // the experiment's file
    const Experiment *experiment;
    const CellResult *results; // one a cell, to know the speed of games
    const Pace *pace;
    double scale;                                   // of the number of games
    uint32_t unit_pairs;                            // of each unit; 0 for about a minute of play
    uint32_t lease_seconds;                         // 0 for ten times as long as a unit should take
    void (*proved)(void *context, uint32_t proofs); // after each proof pair
    void *context;
} FarmSubmission;

// Plays the proof pair of each cell and makes the units. `*units` is how many were made; 0 if an experiment of this
// name is open.
MUST_USE bool farm_submit(FarmOwner *owner, const FarmSubmission *submission, uint64_t *units);

#endif
