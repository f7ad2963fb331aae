// A worker of the farm: leases units, plays them with the code of every match, and reports their lines.
//
// It holds one connection and one unit. If the database is away it waits; what it has played is reported when the
// database is back.
#ifndef NEBEL_FARM_WORKER_H
#define NEBEL_FARM_WORKER_H

#include "base/budget.h"
#include "base/text.h"

typedef enum FarmWorkEnd {
    FARM_WORK_IDLE,    // no experiment is open
    FARM_WORK_STOPPED, // the user asked for it
    FARM_WORK_REFUSED, // the proof pair of this build is not that of the experiment
    FARM_WORK_BROKEN,  // this machine has reported games that do not replay
    FARM_WORK_FAILED,  // the message says why
} FarmWorkEnd;

// The progress of a worker, after each unit.
typedef struct FarmWorkProgress {
    uint64_t units, games; // played so far
    uint64_t unit;         // the last one
    uint32_t cell;         // its cell, counted from 0
    double seconds;        // how long it took
} FarmWorkProgress;

typedef struct FarmWorkPlan {
    const char *database; // as libpq takes it
    const char *machine;  // the name under which it plays
    const char *commit, *signature, *cpu;
    uint32_t cores;
    unsigned threads;
    bool waits; // for the next experiment when none is open
    const Clocks *clocks;
    const atomic_bool *is_stopped;
    void (*played)(void *context, const FarmWorkProgress *news);
    void (*lost)(void *context, const char *problem); // the database is away
    void *context;
} FarmWorkPlan;

MUST_USE FarmWorkEnd farm_work(const Memory *memory, const FarmWorkPlan *plan, Text *message);

#endif
