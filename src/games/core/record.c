// The growing lists of a record.
#include "games/core/record.h"

#include <assert.h>

bool entries_add(Entries *entries, const Memory *memory, Entry entry)
{
    assert(entry.kind < EVENT_COUNT && entry.seat < 2);
    assert(entry.kind == EVENT_TRY || entry.attempt == TRY_NONE);
    if (!memory_reserve(memory, &entries->list, entries->count, &entries->capacity, sizeof entry))
        return false;
    entries->list[entries->count++] = entry;
    return true;
}

bool entries_add_all(Entries *entries, const Memory *memory, const Entries *others)
{
    assert(entries != others);
    for (uint32_t i = 0; i < others->count; i++)
        if (!entries_add(entries, memory, others->list[i]))
            return false;
    return true;
}

void entries_done(Entries *entries, const Memory *memory)
{
    memory_resize(memory, entries->list, 0);
    *entries = (Entries){0};
}

bool seat_log_add(SeatLog *log, const Memory *memory, Heard heard)
{
    assert(heard.hearing.seat < 2);
    if (!memory_reserve(memory, &log->list, log->count, &log->capacity, sizeof heard))
        return false;
    log->list[log->count++] = heard;
    return true;
}

void seat_log_done(SeatLog *log, const Memory *memory)
{
    memory_resize(memory, log->list, 0);
    *log = (SeatLog){0};
}
