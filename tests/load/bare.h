// The statement that writes a batch, alone: what PostgreSQL needs for it when pgbench sends it.
#ifndef NEBEL_LOAD_BARE_H
#define NEBEL_LOAD_BARE_H

#include "load/stand.h"

typedef struct BarePlan {
    uint32_t rows_a_batch;
    double batches_a_second; // of all clients
    unsigned clients;        // one a node
    uint32_t games;          // over which the rows are spread
    double seconds;
} BarePlan;

typedef struct BareCosts {
    double database_us, client_us; // of CPU a row
    uint64_t row_bytes;            // of the journal on disk, its index included
} BareCosts;

// Writes into the first database of the stand, beside what the nodes wrote there. False, with a message, if pgbench fails.
MUST_USE bool bare_run(const Stand *stand, const BarePlan *plan, BareCosts *costs, Text *message);

#endif
