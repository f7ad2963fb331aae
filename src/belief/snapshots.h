// Earlier turns of a pool, thinned out: boards to go back to. Of the latest turns every one is kept, of older ones each
// fourth, and always the first.
#ifndef NEBEL_BELIEF_SNAPSHOTS_H
#define NEBEL_BELIEF_SNAPSHOTS_H

#include "belief/boards.h"

#include <assert.h>

// An earlier turn: where it stands in the log, and its boards.
typedef struct Snapshot {
    uint32_t position; // entries of the log before it
    uint32_t count;
    char *boards;
    double *weights;
} Snapshot;

// A zeroed one is empty.
typedef struct Snapshots {
    Snapshot *list;
    uint32_t count, capacity;
} Snapshots;

// Keeps some of the boards, which are those after so many entries of the log. False if there is no memory.
MUST_USE bool snapshots_take(Snapshots *all, const Memory *memory, const Boards *now,
                             uint32_t position);
void snapshots_done(Snapshots *all, const Memory *memory); // leaves it empty

// The turn that lies so many back, 1 for the latest; NULL if there is none.
static inline const Snapshot *snapshots_back(const Snapshots *all, uint32_t back)
{
    assert(back > 0);
    return back <= all->count ? &all->list[all->count - back] : NULL;
}

#endif
