// The SQL statements of the farm. The tables and functions are those of deploy/schema/deploy/farm.sql.
#ifndef NEBEL_FARM_STATEMENTS_H
#define NEBEL_FARM_STATEMENTS_H

#include "server/store/caller.h"

// Statements of a worker, the only ones that its login may run.
typedef enum FarmWorkerStatement {
    FARM_ENROL,
    FARM_LEASE,
    FARM_REPORT,
    FARM_WORKER_STATEMENTS
} FarmWorkerStatement;

// Statements of the owner of the schema.
typedef enum FarmOwnerStatement {
    FARM_SUBMIT,
    FARM_FIND,    // an experiment by name
    FARM_STATE,   // of an experiment
    FARM_CELL,    // one cell of it
    FARM_SKIP,    // closes units that the match file had before
    FARM_UNIT,    // the unit of a pair with its report
    FARM_APPROVE, // a report
    FARM_TOUCHED, // cells with reports of a machine
    FARM_REFUSE,  // a machine
    FARM_COUNT,   // saves what the match file of a cell has
    FARM_SPEED,   // of a cell
    FARM_RUNS,    // builds and machines that have played
    FARM_FINISH,  // an experiment
    FARM_CANCEL,
    FARM_LIST,    // experiments
    FARM_CELLS,   // of an experiment, and how far they are
    FARM_WORKERS, // that hold a lease
    FARM_EVENTS,  // the log
    FARM_OWNER_STATEMENTS
} FarmOwnerStatement;

extern const StoreStatement farm_worker_statements[FARM_WORKER_STATEMENTS];
extern const StoreStatement farm_owner_statements[FARM_OWNER_STATEMENTS];

#endif
