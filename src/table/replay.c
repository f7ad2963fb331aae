// Playing a record again through a table of its own.
#include "table/replay.h"

// Adds what `seat` received of one event, which happened at `now_ms`: for the seat not before what it received last.
static bool note(const Memory *memory, const TableEffects *effects, uint8_t seat, Try attempt,
                 uint64_t now_ms, uint64_t *last_ms, SeatLog *log)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        if (effects->effects[i].seat != seat)
            continue;
        const Hearing *hearing = &effects->effects[i].hearing;
        const Heard heard = {.delay_ms = now_ms > *last_ms ? now_ms - *last_ms : 0,
                             .own = hearing_own(hearing, seat, attempt),
                             .hearing = *hearing};
        *last_ms += heard.delay_ms;
        if (!seat_log_add(log, memory, heard))
            return false;
    }
    return true;
}

static TableError play_entries(Table *table, const Memory *memory, const Entries *entries,
                               uint8_t seat, SeatLog *log)
{
    uint64_t now_ms = 0, last_ms = 0;
    for (uint32_t i = 0; i < entries->count; i++) {
        const Entry *entry = &entries->list[i];
        TableEffects effects;
        now_ms += (uint64_t)entry->delay_ms;
        const TableEvent event = {entry->kind, entry->seat, entry->attempt, now_ms};
        const TableError error = table_step(table, &event, &effects);
        if (error)
            return error;
        if (!note(memory, &effects, seat, entry->attempt, now_ms, &last_ms, log))
            return TABLE_ERR_MEMORY;
    }
    return TABLE_OK;
}

TableError table_replay(const Memory *memory, const Game *game, const Rules *rules, ClockRule clock,
                        const Entries *entries, uint8_t seat, SeatLog *log)
{
    TableEffects effects;
    uint64_t opening_ms = 0;
    Table *table = table_create(memory, game, rules, clock, 0, &effects);
    if (!table)
        return TABLE_ERR_MEMORY;
    const bool is_noted = note(memory, &effects, seat, TRY_NONE, 0, &opening_ms, log);
    const TableError error =
        is_noted ? play_entries(table, memory, entries, seat, log) : TABLE_ERR_MEMORY;
    table_destroy(table);
    if (error)
        seat_log_done(log, memory);
    return error;
}
