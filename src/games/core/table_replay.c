// Playing a record again.
#include "games/core/table_replay.h"

#include "games/core/internal.h"

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

struct TableReader {
    Memory memory;
    Table *again; // as the table was after `next` entries
    uint8_t seat;
    uint32_t next;     // entry
    uint32_t sequence; // of what was read last
    bool has_told;     // the next hearing is in `told`
    TableTold told;
};

static void reader_note(TableReader *reader, const TableEffects *effects, const Entry *entry)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        const TableEffect *effect = &effects->effects[i];
        if (effect->seat != reader->seat || effect->sequence <= reader->sequence)
            continue;
        reader->has_told = true;
        reader->told = entry ? table_told(effect, entry->seat, entry->attempt, entry->ref)
                             : table_told(effect, NOBODY, TRY_NONE, 0);
    }
}

static void reader_play(TableReader *reader, const Entry *entry)
{
    TableEffects effects;
    const uint64_t at_ms = reader->again->now_ms + (uint64_t)entry->delay_ms;
    const TableEvent event = {entry->kind, entry->seat, entry->attempt, at_ms, entry->ref};
    table__play(reader->again, &event, &effects);
    reader->next++;
    reader_note(reader, &effects, entry);
}

// Makes a reader that stands at a mark of the table, of which the first is number 1, or at its beginning.
static TableReader *reader_at(const Table *table, uint8_t seat, uint32_t sequence, uint32_t mark)
{
    TableEffects effects = {0};
    TableReader *reader = memory_resize(&table->memory, NULL, sizeof *reader);
    Table *again = mark ? table__copy(table->marks[mark - 1])
                        : table_create(&table->memory, table->game, table->rules, table->clock,
                                       table->began_ms, &effects);
    if (!reader || !again) {
        memory_resize(&table->memory, reader, 0);
        table_destroy(again);
        return NULL;
    }
    *reader = (TableReader){.memory = table->memory,
                            .again = again,
                            .seat = seat,
                            .next = mark * MARK_ENTRIES,
                            .sequence = sequence};
    reader_note(reader, &effects, NULL);
    return reader;
}

TableReader *table_reader_create(const Table *table, uint8_t seat, uint32_t sequence)
{
    assert(seat < SEAT_COUNT && sequence <= table->sequence[seat]);
    uint32_t mark = table->mark_count;
    while (mark && table->marks[mark - 1]->sequence[seat] > sequence)
        mark--;
    return reader_at(table, seat, sequence, mark);
}

void table_reader_destroy(TableReader *reader)
{
    if (!reader)
        return;
    const Memory memory = reader->memory;
    table_destroy(reader->again);
    memory_resize(&memory, reader, 0);
}

bool table_reader_next(TableReader *reader, const Table *table, TableTold *told)
{
    while (!reader->has_told && reader->next < table->record.count)
        reader_play(reader, &table->record.list[reader->next]);
    if (!reader->has_told)
        return false;
    reader->has_told = false;
    reader->sequence = reader->told.effect.sequence;
    *told = reader->told;
    return true;
}

uint32_t table_reader_sequence(const TableReader *reader)
{
    return reader->sequence;
}

// The index of a seat's own event in the record; the number of entries if it sent none.
static uint32_t find_ref(const Entries *record, uint8_t seat, uint32_t ref)
{
    for (uint32_t i = record->count; i > 0; i--)
        if (record->list[i - 1].seat == seat && record->list[i - 1].ref == ref)
            return i - 1;
    return record->count;
}

TableError table_answer_to(const Table *table, uint8_t seat, uint32_t ref, TableTold *told)
{
    assert(seat < SEAT_COUNT && ref);
    const uint32_t index = find_ref(&table->record, seat, ref);
    if (index == table->record.count)
        return TABLE_ERR_EVENT;
    const uint32_t mark =
        index / MARK_ENTRIES < table->mark_count ? index / MARK_ENTRIES : table->mark_count;
    TableReader *reader = reader_at(table, seat, 0, mark);
    if (!reader)
        return TABLE_ERR_MEMORY;
    while (reader->next <= index)
        reader_play(reader, &table->record.list[reader->next]);
    assert(reader->has_told && reader->told.ref == ref);
    *told = reader->told;
    table_reader_destroy(reader);
    return TABLE_OK;
}

typedef struct SeatListener {
    const Memory *memory;
    uint8_t seat;
    uint64_t now_ms;  // of the event
    uint64_t last_ms; // when the seat last received something
    SeatLog *log;
} SeatListener;

// Adds what the seat received of one event: for the seat not before what it received last.
static bool table_replay_note(void *context, const Table *table, const Entry *entry,
                              const TableEffects *effects)
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
    const TableVisitor visitor = {.after = table_replay_note, .context = &listener};
    const TableError error = table_replay_visit(memory, game, rules, clock, entries, &visitor);
    if (error)
        seat_log_done(log, memory);
    return error;
}
