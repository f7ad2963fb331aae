// What the farm says to PostgreSQL. The tables and functions are those of deploy/schema/deploy/farm.sql.
#ifndef NEBEL_FARM_STATEMENTS_H
#define NEBEL_FARM_STATEMENTS_H

#include "server/store/caller.h"

// All that a worker may say.
typedef enum WorkerStatement {
    FARM_ENROL,
    FARM_LEASE,
    FARM_REPORT,
    FARM_WORKER_STATEMENTS
} WorkerStatement;

// What the owner of the schema says.
typedef enum OwnerStatement {
    FARM_SUBMIT,
    FARM_FIND,    // an experiment by name
    FARM_STATE,   // whether it is open
    FARM_CELL,    // one of its cells
    FARM_SKIP,    // units that the match file had before
    FARM_UNIT,    // the unit of a pair, if it was reported
    FARM_DISPUTE, // a unit with reports that differ
    FARM_APPROVE, // a report
    FARM_TOUCHED, // cells with reports of a member
    FARM_BAR,     // a member
    FARM_COUNT,   // what the match file of a cell has
    FARM_SPEED,   // of a cell
    FARM_RUNS,    // who has played
    FARM_FINISH,  // an experiment
    FARM_CANCEL,  //
    FARM_LIST,    // the experiments, with how far they are
    FARM_CELLS,   // the same of the cells of one
    FARM_WORKERS, // who is at work
    FARM_EVENTS,  // the audit
    FARM_OWNER_STATEMENTS
} OwnerStatement;

extern const StoreStatement farm_worker_statements[FARM_WORKER_STATEMENTS];
extern const StoreStatement farm_owner_statements[FARM_OWNER_STATEMENTS];

#endif
