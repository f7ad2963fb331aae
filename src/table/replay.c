// Playing a record again.
#include "table/replay.h"

#include "table/inside.h"

#include <assert.h>

static bool tell_visitor(const TableVisitor *visitor, const Table *table, const Entry *entry,
                         const TableEffects *effects)
{
    return !visitor->after || visitor->after(visitor->context, table, entry, effects);
}

static TableError play_entry(Table *table, const Entry *entry, uint64_t now_ms,
                             const TableVisitor *visitor)
{
    TableEffects effects;
    const TableEvent event = {entry->kind, entry->seat, entry->attempt, now_ms, entry->ref};
    if (visitor->before && !visitor->before(visitor->context, table, entry))
        return TABLE_ERR_MEMORY;
    const TableError error = table_step(table, &event, &effects);
    return error || tell_visitor(visitor, table, entry, &effects) ? error : TABLE_ERR_MEMORY;
}

TableError table_restore(const Memory *memory, const Game *game, const Rules *rules,
                         ClockRule clock, uint64_t at_ms, const Entries *entries,
                         const TableVisitor *visitor, Table **table)
{
    static const TableVisitor nobody = {0};
    const TableVisitor *guest = visitor ? visitor : &nobody;
    TableEffects effects;
    uint64_t now_ms = at_ms;
    Table *again = table_create(memory, game, rules, clock, now_ms, &effects);
    TableError error =
        again && tell_visitor(guest, again, NULL, &effects) ? TABLE_OK : TABLE_ERR_MEMORY;
    for (uint32_t i = 0; i < entries->count && !error; i++) {
        now_ms += (uint64_t)entries->list[i].delay_ms;
        error = play_entry(again, &entries->list[i], now_ms, guest);
    }
    if (error)
        table_destroy(again);
    else
        *table = again;
    return error;
}

TableError table_replay_visit(const Memory *memory, const Game *game, const Rules *rules,
                              ClockRule clock, const Entries *entries, const TableVisitor *visitor)
{
    Table *table = NULL;
    const TableError error = table_restore(memory, game, rules, clock, 0, entries, visitor, &table);
    table_destroy(table);
    return error;
}

// --- What a seat received after a number ---------------------------------------------------------

typedef struct Reminder {
    uint8_t seat;
    uint32_t sequence;
    const TableEar *ear;
} Reminder;

static bool remind(void *context, const Table *table, const Entry *entry,
                   const TableEffects *effects)
{
    (void)table;
    const Reminder *reminder = context;
    for (uint32_t i = 0; i < effects->count; i++) {
        const TableEffect *effect = &effects->effects[i];
        if (effect->seat != reminder->seat || effect->sequence <= reminder->sequence)
            continue;
        const TableTold told = entry ? table_told(effect, entry->seat, entry->attempt, entry->ref)
                                     : table_told(effect, NOBODY, TRY_NONE, 0);
        if (!reminder->ear->hear(reminder->ear->context, &told))
            return false;
    }
    return true;
}

TableError table_tell_since(const Table *table, uint8_t seat, uint32_t sequence,
                            const TableEar *ear)
{
    assert(seat < SEAT_COUNT);
    Reminder reminder = {seat, sequence, ear};
    const TableVisitor visitor = {.after = remind, .context = &reminder};
    Table *again = NULL;
    const TableError error = table_restore(&table->memory, table->game, table->rules, table->clock,
                                           table->began_ms, &table->record, &visitor, &again);
    table_destroy(again);
    return error;
}

// --- What one seat received --------------------------------------------------------------------

typedef struct SeatListener {
    const Memory *memory;
    uint8_t seat;
    uint64_t now_ms;  // of the event
    uint64_t last_ms; // when the seat last received something
    SeatLog *log;
} SeatListener;

// Adds what the seat received of one event: for the seat not before what it received last.
static bool note(void *context, const Table *table, const Entry *entry, const TableEffects *effects)
{
    (void)table;
    SeatListener *listener = context;
    listener->now_ms += entry ? (uint64_t)entry->delay_ms : 0;
    for (uint32_t i = 0; i < effects->count; i++) {
        if (effects->effects[i].seat != listener->seat)
            continue;
        const Hearing *hearing = &effects->effects[i].hearing;
        const uint64_t now_ms = listener->now_ms, last_ms = listener->last_ms;
        const Heard heard = {
            .delay_ms = now_ms > last_ms ? now_ms - last_ms : 0,
            .own = hearing_own(hearing, listener->seat, entry ? entry->attempt : TRY_NONE),
            .hearing = *hearing};
        listener->last_ms += heard.delay_ms;
        if (!seat_log_add(listener->log, listener->memory, heard))
            return false;
    }
    return true;
}

TableError table_replay(const Memory *memory, const Game *game, const Rules *rules, ClockRule clock,
                        const Entries *entries, uint8_t seat, SeatLog *log)
{
    assert(seat < 2 && !log->count);
    SeatListener listener = {.memory = memory, .seat = seat, .log = log};
    const TableVisitor visitor = {.after = note, .context = &listener};
    const TableError error = table_replay_visit(memory, game, rules, clock, entries, &visitor);
    if (error)
        seat_log_done(log, memory);
    return error;
}
