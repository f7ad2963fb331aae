// Games by number: a hash table with open addressing. A removal moves later games of the same chain back, so there are no
// tombstones and a long life makes it no slower.
#include "hall/inside.h"

#include <assert.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

// The numbers of games are often consecutive. An odd multiplier and the high bits spread them.
static uint32_t home_of(const HallIndex *index, uint64_t number)
{
    const uint64_t mixed = (number ^ number >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(mixed >> 32) & (index->capacity - 1);
}

// Where a game is, or the free slot where it would go.
static uint32_t slot_of(const HallIndex *index, uint64_t number)
{
    uint32_t slot = home_of(index, number);
    while (index->slots[slot] && index->slots[slot]->number != number)
        slot = (slot + 1) & (index->capacity - 1);
    return slot;
}

HallGame *hall__find(const HallIndex *index, uint64_t number)
{
    return index->capacity ? index->slots[slot_of(index, number)] : NULL;
}

static bool grow(HallIndex *index, const Memory *memory)
{
    const uint32_t capacity = index->capacity ? 2 * index->capacity : FIRST_CAPACITY;
    HallIndex larger = {.capacity = capacity, .count = index->count};
    larger.slots = memory_resize(memory, NULL, capacity * sizeof(HallGame *));
    if (!larger.slots)
        return false;
    memset(larger.slots, 0, capacity * sizeof(HallGame *));
    for (uint32_t i = 0; i < index->capacity; i++)
        if (index->slots[i])
            larger.slots[slot_of(&larger, index->slots[i]->number)] = index->slots[i];
    memory_resize(memory, index->slots, 0);
    *index = larger;
    return true;
}

bool hall__add(HallIndex *index, const Memory *memory, HallGame *game)
{
    if (4 * (index->count + 1) > 3 * index->capacity && !grow(index, memory))
        return false;
    const uint32_t slot = slot_of(index, game->number);
    assert(!index->slots[slot]);
    index->slots[slot] = game;
    index->count++;
    return true;
}

void hall__remove(HallIndex *index, const HallGame *game)
{
    const uint32_t mask = index->capacity - 1;
    uint32_t hole = slot_of(index, game->number);
    assert(index->slots[hole] == game);
    index->slots[hole] = NULL;
    index->count--;
    for (uint32_t slot = (hole + 1) & mask; index->slots[slot]; slot = (slot + 1) & mask) {
        const uint32_t home = home_of(index, index->slots[slot]->number);
        // A game may move back to the hole unless its home lies behind it.
        if (((slot - home) & mask) < ((slot - hole) & mask))
            continue;
        index->slots[hole] = index->slots[slot];
        index->slots[slot] = NULL;
        hole = slot;
    }
}
