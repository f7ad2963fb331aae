// Flat Monte Carlo on several threads (root parallel): each has its own search, and the results are added at the end.
// With a budget of nodes the answer depends on the number of threads and on nothing else.
#ifndef NEBEL_PHANTOM_GO_SEARCH_CREW_H
#define NEBEL_PHANTOM_GO_SEARCH_CREW_H

#include "base/budget.h"
#include "base/crew.h"
#include "base/memory.h"
#include "engine/phantom_go/flat.h"

enum { GO_THREADS_MAX = CREW_MAX };

typedef struct GoCrew {
    Memory memory;
    const Crew *workers;
    uint32_t threads; // jobs for the workers
    GoFlat *flats;    // one for each
} GoCrew;

// False if there is no memory.
MUST_USE bool go_crew_init(GoCrew *crew, const Memory *memory, const Crew *workers,
                           uint32_t threads);
void go_crew_done(GoCrew *crew); // accepts a zeroed one

// What one thread may spend: an even share of the CPU time, and all of the wall time. Nodes are left out, because
// go_crew_run counts them.
Budget go_crew_share(const GoCrew *crew, const Budget *budget);

// Searches until `nodes` playouts are made in all or `meter`, begun with go_crew_share, is spent; each thread makes at
// least one playout. The result is valid until the next call.
const GoFlat *go_crew_run(GoCrew *crew, const GoFlatPlan *plan, uint64_t nodes, const Meter *meter,
                          uint8_t seat, Rng *rng);

#endif
