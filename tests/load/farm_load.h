// The farm under load: a PostgreSQL in a folder of its own, a crowd of workers that play nothing, and pgbench with the
// same statements.
//
// A worker of the crowd leases a unit and reports lines of the usual length. Several share a connection, as threads of
// one machine do.
#ifndef NEBEL_LOAD_FARM_LOAD_H
#define NEBEL_LOAD_FARM_LOAD_H

#include "base/text.h"

#include <stdatomic.h>

enum { FARM_LOAD_CONNECTIONS_MAX = 90 }; // PostgreSQL takes 100 by default

typedef struct FarmLoadPlan {
    const char *schema; // the folder deploy/schema of the sources
    uint32_t workers;
    uint32_t connections;          // at most as many as workers
    uint32_t unit_pairs;           // of each unit
    uint32_t units;                // in all
    const atomic_bool *is_stopped; // ends a measurement early; NULL: nothing does
} FarmLoadPlan;

typedef struct FarmLoad FarmLoad;

// Starts the database, submits units and enrols the workers. NULL, with a message that says what to do, if something
// does not start.
FarmLoad *farm_load_create(const Memory *memory, const FarmLoadPlan *plan, Text *message);
// Ends the database and removes all files. Accepts NULL.
void farm_load_destroy(FarmLoad *load);

uint64_t farm_load_unit_bytes(const FarmLoad *load); // of the lines of a report

typedef struct FarmLoadStretch {
    double calls_a_second; // of all workers; 0 for as many as there can be
    double seconds;
} FarmLoadStretch;

typedef struct FarmLoadFigures {
    double seconds;
    uint64_t calls, pairs;         // answered; reported
    double p50_ms, p99_ms, max_ms; // from the moment a call was due to its answer
    double database_us;            // of CPU a pair
} FarmLoadFigures;

// False, with a message, if a call fails or there are no units left.
MUST_USE bool farm_load_run(FarmLoad *load, const FarmLoadStretch *stretch,
                            FarmLoadFigures *figures, Text *message);

// The same calls by pgbench, by as many connections and as fast as they can; of the figures only seconds, calls, pairs
// and CPU are set.
MUST_USE bool farm_load_run_bare(FarmLoad *load, double seconds, FarmLoadFigures *figures,
                                 Text *message);

// Bytes on disk of all that was reported, a pair, indexes included.
MUST_USE bool farm_load_pair_bytes(FarmLoad *load, double *bytes, Text *message);

#endif
