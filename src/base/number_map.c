// A hash table from numbers to things.
#include "base/number_map.h"

#include <assert.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

// Numbers are often consecutive. An odd multiplier and the high bits spread them.
static uint32_t home_of(const NumberMap *map, uint64_t number)
{
    const uint64_t mixed = (number ^ number >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(mixed >> 32) & (map->capacity - 1);
}

// Where a number is, or the free slot where it would go.
static uint32_t slot_of(const NumberMap *map, uint64_t number)
{
    uint32_t slot = home_of(map, number);
    while (map->slots[slot].thing && map->slots[slot].number != number)
        slot = (slot + 1) & (map->capacity - 1);
    return slot;
}

void *number_map_find(const NumberMap *map, uint64_t number)
{
    return map->capacity ? map->slots[slot_of(map, number)].thing : NULL;
}

static bool grow(NumberMap *map, const Memory *memory)
{
    const uint32_t capacity = map->capacity ? 2 * map->capacity : FIRST_CAPACITY;
    NumberMap larger = {.capacity = capacity, .count = map->count};
    larger.slots = memory_resize(memory, NULL, capacity * sizeof *larger.slots);
    if (!larger.slots)
        return false;
    memset(larger.slots, 0, capacity * sizeof *larger.slots);
    for (uint32_t i = 0; i < map->capacity; i++)
        if (map->slots[i].thing)
            larger.slots[slot_of(&larger, map->slots[i].number)] = map->slots[i];
    memory_resize(memory, map->slots, 0);
    *map = larger;
    return true;
}

bool number_map_add(NumberMap *map, const Memory *memory, uint64_t number, void *thing)
{
    assert(thing);
    if (4 * (map->count + 1) > 3 * map->capacity && !grow(map, memory))
        return false;
    const uint32_t slot = slot_of(map, number);
    assert(!map->slots[slot].thing);
    map->slots[slot] = (NumberSlot){number, thing};
    map->count++;
    return true;
}

void *number_map_make(NumberMap *map, const Memory *memory, uint64_t number, size_t bytes)
{
    void *thing = memory_resize(memory, NULL, bytes);
    if (thing && number_map_add(map, memory, number, thing))
        return thing;
    memory_resize(memory, thing, 0);
    return NULL;
}

void number_map_remove(NumberMap *map, uint64_t number)
{
    const uint32_t mask = map->capacity - 1;
    uint32_t hole = slot_of(map, number);
    assert(map->slots[hole].thing);
    map->slots[hole].thing = NULL;
    map->count--;
    for (uint32_t slot = (hole + 1) & mask; map->slots[slot].thing; slot = (slot + 1) & mask) {
        const uint32_t home = home_of(map, map->slots[slot].number);
        // An entry may move back to the hole unless its home lies behind it.
        if (((slot - home) & mask) < ((slot - hole) & mask))
            continue;
        map->slots[hole] = map->slots[slot];
        map->slots[slot].thing = NULL;
        hole = slot;
    }
}

void number_map_done(NumberMap *map, const Memory *memory)
{
    memory_resize(memory, map->slots, 0);
    *map = (NumberMap){0};
}

void number_map_free(NumberMap *map, const Memory *memory)
{
    for (uint32_t i = 0; i < map->capacity; i++)
        memory_resize(memory, map->slots[i].thing, 0);
    number_map_done(map, memory);
}
