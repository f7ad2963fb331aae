// Things by number: a hash table with open addressing. A removal moves later entries of the same chain back, so there are no
// tombstones and a long life makes it no slower.
#ifndef NEBEL_BASE_NUMBER_MAP_H
#define NEBEL_BASE_NUMBER_MAP_H

#include "base/memory.h"

typedef struct NumberSlot {
    uint64_t number;
    void *thing; // NULL if the slot is free
} NumberSlot;

// A zeroed one is empty. Whoever goes through all things looks at every slot below the capacity.
typedef struct NumberMap {
    NumberSlot *slots;
    uint32_t count, capacity; // the capacity is a power of two
} NumberMap;

// NULL if it is not there.
void *number_map_find(const NumberMap *map, uint64_t number);
// The number is not there yet. False, with nothing changed, if out of memory.
MUST_USE bool number_map_add(NumberMap *map, const Memory *memory, uint64_t number, void *thing);
// Allocates a thing of so many bytes and adds it. NULL, with nothing changed, if there is no memory.
void *number_map_make(NumberMap *map, const Memory *memory, uint64_t number, size_t bytes);
// The number is there.
void number_map_remove(NumberMap *map, uint64_t number);
void number_map_done(NumberMap *map, const Memory *memory); // the things stay
void number_map_free(NumberMap *map, const Memory *memory); // the things are freed too

#endif
