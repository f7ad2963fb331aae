// Boards of earlier turns, from which a pool can be revived. The latest turns are all kept, of older turns one in four,
// and always the first.
#ifndef NEBEL_BELIEF_SNAPSHOTS_H
#define NEBEL_BELIEF_SNAPSHOTS_H

#include "engine/core/boards.h"

#include <assert.h>

// Some boards of an earlier turn.
typedef struct Snapshot {
    uint32_t position; // log entries before this turn
    uint32_t count;
    char *boards;
    double *weights;
} Snapshot;

// In order of their positions. A zeroed one is empty.
typedef struct Snapshots {
    Snapshot *list;
    uint32_t count, capacity;
} Snapshots;

// Keeps some of the boards `now`, which are those after `position` log entries. False if there is no memory.
MUST_USE bool snapshots_take(Snapshots *all, const Memory *memory, const Boards *now,
                             uint32_t position);
void snapshots_done(Snapshots *all, const Memory *memory); // leaves it empty

// The snapshot `back` from the end, 1 for the latest; NULL if there is none.
static inline const Snapshot *snapshots_back(const Snapshots *all, uint32_t back)
{
    assert(back > 0);
    return back <= all->count ? &all->list[all->count - back] : NULL;
}

#endif
