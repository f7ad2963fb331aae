// The farm's database as its owner sees it: a connection that may read and write all of it.
// Experiments are submitted, found by name, finished and cancelled here.
#ifndef NEBEL_FARM_DATABASE_H
#define NEBEL_FARM_DATABASE_H

#include "base/budget.h"
#include "base/text.h"
#include "lab/experiments/cost.h"
#include "lab/experiments/experiment.h"
#include "lab/farm/statements.h"
#include "server/store/caller.h"

typedef struct FarmDatabase {
    Memory memory;
    const Clocks *clocks;
    StoreCaller *caller;
    char why[512];
    Text message; // in `why`: what went wrong
} FarmDatabase;

typedef struct FarmDatabasePlan {
    const char *database; // as libpq takes it
    const Clocks *clocks;
    const atomic_bool *is_stopped;                    // may be NULL
    void (*lost)(void *context, const char *problem); // the database is away; may be NULL
    void *context;
} FarmDatabasePlan;

// Prepares a connection, which the first call opens. Call farm_database_done in any case; false if out of memory.
MUST_USE bool farm_database_init(FarmDatabase *owner, const Memory *memory,
                                 const FarmDatabasePlan *plan);
void farm_database_done(FarmDatabase *owner);
// Makes later calls wait for a database that is away until the program is to end; before, a call gives up soon.
void farm_database_persist(FarmDatabase *owner);

// Runs a statement; false, with a message, if that fails. The answer is read by store_call_field.
MUST_USE bool farm_call(FarmDatabase *owner, FarmOwnerStatement statement,
                        const char *const *values);

// A number as a value of a statement.
typedef struct FarmNumber {
    char text[24];
} FarmNumber;

FarmNumber farm_number(uint64_t number);

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

// Cuts an experiment into units of about a minute: plays the proof pair of each cell and makes its units. `*units` is how many were made; 0 if an experiment of this
// name is open.
MUST_USE bool farm_submit(FarmDatabase *owner, const FarmSubmission *submission, uint64_t *units);

typedef struct FarmExperiment {
    uint64_t id;
    double scale;
    bool is_open;
    Text description; // its file; grows
} FarmExperiment;

// Finds the latest experiment of this name; `*is_there` tells whether there is one. Call farm_experiment_done in any case.
MUST_USE bool farm_find(FarmDatabase *owner, const char *name, FarmExperiment *found,
                        bool *is_there);
void farm_experiment_done(FarmExperiment *experiment);
// Ends an experiment that has all its pairs.
MUST_USE bool farm_finish(FarmDatabase *owner, const FarmExperiment *experiment);
// Cancels an open experiment; `*is_cancelled` is false if none of this name is open.
MUST_USE bool farm_cancel(FarmDatabase *owner, const char *name, bool *is_cancelled);

#endif
