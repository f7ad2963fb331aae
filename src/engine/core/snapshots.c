// Copies of boards, and dropping those of old turns.
#include "engine/core/snapshots.h"

#include <assert.h>
#include <string.h>

enum {
    BOARDS_MAX = 1024, // of one turn, at most
    LATEST = 16,       // turns that are all kept
    OLD_STRIDE = 4,    // of older turns one in so many is kept
};

static void snapshot_done(Snapshot *snapshot, const Memory *memory)
{
    memory_resize(memory, snapshot->boards, 0);
    memory_resize(memory, snapshot->weights, 0);
}

static bool copy_into(Snapshot *snapshot, const Memory *memory, const Boards *now,
                      uint32_t position)
{
    assert(now->count > 0);
    const size_t bytes = now->model->board_bytes;
    const uint32_t count = now->count < BOARDS_MAX ? now->count : BOARDS_MAX;
    *snapshot = (Snapshot){.position = position, .count = count};
    snapshot->boards = memory_resize(memory, NULL, count * bytes);
    snapshot->weights = memory_resize(memory, NULL, count * sizeof(double));
    if (!snapshot->boards || !snapshot->weights) {
        snapshot_done(snapshot, memory);
        return false;
    }
    const double stride = (double)now->count / count;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t from = (uint32_t)(i * stride);
        memcpy(snapshot->boards + i * bytes, boards_at(now, from), bytes);
        snapshot->weights[i] = now->weights[from];
    }
    return true;
}

// The turn that has just become old is dropped, unless it is one in OLD_STRIDE.
static void thin_out(Snapshots *all, const Memory *memory)
{
    if (all->count <= LATEST)
        return;
    const uint32_t old = all->count - LATEST - 1;
    if (old % OLD_STRIDE == 0)
        return;
    snapshot_done(&all->list[old], memory);
    memmove(&all->list[old], &all->list[old + 1], (all->count - old - 1) * sizeof all->list[0]);
    all->count--;
}

bool snapshots_take(Snapshots *all, const Memory *memory, const Boards *now, uint32_t position)
{
    assert(!all->count || all->list[all->count - 1].position <= position);
    if (!memory_reserve(memory, &all->list, all->count, &all->capacity, sizeof *all->list) ||
        !copy_into(&all->list[all->count], memory, now, position))
        return false;
    all->count++;
    thin_out(all, memory);
    return true;
}

void snapshots_done(Snapshots *all, const Memory *memory)
{
    for (uint32_t i = 0; i < all->count; i++)
        snapshot_done(&all->list[i], memory);
    memory_resize(memory, all->list, 0);
    *all = (Snapshots){0};
}
