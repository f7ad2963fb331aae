// The growing list of a record.
#include "umpire/record.h"

enum { FIRST_CAPACITY = 16 };

bool entries_reserve(Entries *entries, const Memory *memory)
{
    if (entries->count < entries->capacity)
        return true;
    const uint32_t capacity = entries->capacity ? entries->capacity * 2 : FIRST_CAPACITY;
    Entry *list = memory_resize(memory, entries->list, capacity * sizeof *list);
    if (!list)
        return false;
    entries->list = list;
    entries->capacity = capacity;
    return true;
}

void entries_done(Entries *entries, const Memory *memory)
{
    memory_resize(memory, entries->list, 0);
    *entries = (Entries){0};
}
