// Flat Monte Carlo on several threads: each has a search of its own, and what they learnt is added up at the end (root
// parallel). With a budget of nodes the answer depends on how many threads there are, and on nothing else.
#ifndef NEBEL_PHANTOM_GO_SEARCH_CREW_H
#define NEBEL_PHANTOM_GO_SEARCH_CREW_H

#include "base/budget.h"
#include "base/crew.h"
#include "base/memory.h"
#include "phantom_go/search/flat.h"

enum { GO_THREADS_MAX = CREW_MAX };

typedef struct GoCrew {
    Memory memory;
    const Crew *workers;
    uint32_t threads; // jobs for the hands
    GoFlat *flats;    // one for each
} GoCrew;

// False if there is no memory.
MUST_USE bool go_crew_init(GoCrew *crew, const Memory *memory, const Crew *workers,
                           uint32_t threads);
void go_crew_done(GoCrew *crew); // accepts a zeroed one

// What one thread may spend: an even share of the CPU time, so that a crew costs what its budget says; and all of the
// wall time. Nodes are left out: they are counted by go_crew_run.
Budget go_crew_share(const GoCrew *crew, const Budget *budget);

// Plays until `nodes` playouts are made in all, or what is left on `meter` is spent, which the caller began with a share as
// above; one playout a thread in any case. The result stays good until the next call.
const GoFlat *go_crew_run(GoCrew *crew, const GoFlatPlan *plan, uint64_t nodes, const Meter *meter,
                          uint8_t seat, Rng *rng);

#endif
