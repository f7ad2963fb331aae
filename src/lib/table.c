// nebel/table.h: a table, its game and its clocks in one handle.
#include "games/core/table.h"

#include "games/core/truth.h"
#include "lib/handles.h"

#include <assert.h>
#include <string.h>

struct nebel_table {
    const nebel_game *game;
    ClockRule clock;
    Table *table;
};

// Effects are copied whole, so the public structs must be the inner ones, byte for byte.
#define SAME_PLACE(public_type, inner_type, field) \
    _Static_assert(offsetof(public_type, field) == offsetof(inner_type, field), #field)
SAME_PLACE(nebel_effect, TableEffect, sequence);
SAME_PLACE(nebel_effect, TableEffect, clock_ms);
SAME_PLACE(nebel_effect, TableEffect, seat);
SAME_PLACE(nebel_effect, TableEffect, hearing);
SAME_PLACE(nebel_effects, TableEffects, count);
SAME_PLACE(nebel_effects, TableEffects, effects);
_Static_assert(sizeof(nebel_effect) == sizeof(TableEffect), "an effect");
_Static_assert(sizeof(nebel_effects) == sizeof(TableEffects), "effects");

nebel_table *nebel_table_create(const nebel_game *game, uint32_t base_ms, uint32_t increment_ms,
                                uint64_t at_ms, nebel_effects *effects)
{
    if (at_ms > (uint64_t)RECORD_MS_MAX)
        return NULL;
    nebel_table *table = memory_resize(&memory_heap, NULL, sizeof *table);
    if (!table)
        return NULL;
    TableEffects inside = {0};
    *table = (nebel_table){.game = game, .clock = {base_ms, increment_ms}};
    table->table =
        table_create(&memory_heap, game->game, api__rules(game), table->clock, at_ms, &inside);
    if (!table->table) {
        nebel_table_destroy(table);
        return NULL;
    }
    memcpy(effects, &inside, sizeof inside);
    return table;
}

void nebel_table_destroy(nebel_table *table)
{
    if (!table)
        return;
    table_destroy(table->table);
    memory_resize(&memory_heap, table, 0);
}

static nebel_error library_table_step(nebel_table *table, const TableEvent *event,
                                      nebel_effects *effects)
{
    assert(api__is_seat(event->seat) && event->kind < EVENT_COUNT);
    TableEffects inside = {
        0}; // all of it is copied out, and bytes of the stack must not leave with it
    const TableError error = table_step(table->table, event, &inside);
    if (!error)
        memcpy(effects, &inside, sizeof inside);
    return api__error(error);
}

static nebel_error act(nebel_table *table, EventKind kind, int seat, uint64_t at_ms,
                       nebel_effects *effects)
{
    if (!api__is_seat(seat))
        return NEBEL_ERR_SEAT;
    const TableEvent event = {.kind = (uint8_t)kind, .seat = (uint8_t)seat, .at_ms = at_ms};
    return library_table_step(table, &event, effects);
}

nebel_error nebel_table_try(nebel_table *table, int seat, const char *attempt, uint64_t at_ms,
                            nebel_effects *effects)
{
    const TableEvent event = {.kind = EVENT_TRY,
                              .seat = (uint8_t)seat,
                              .attempt = table->game->game->try_from_text(slice_of(attempt)),
                              .at_ms = at_ms};
    if (event.attempt == TRY_NONE)
        return NEBEL_ERR_TRY;
    return api__is_seat(seat) ? library_table_step(table, &event, effects) : NEBEL_ERR_SEAT;
}

nebel_error nebel_table_resign(nebel_table *table, int seat, uint64_t at_ms, nebel_effects *effects)
{
    return act(table, EVENT_RESIGN, seat, at_ms, effects);
}

nebel_error nebel_table_offer(nebel_table *table, int seat, uint64_t at_ms, nebel_effects *effects)
{
    return act(table, EVENT_OFFER, seat, at_ms, effects);
}

nebel_error nebel_table_accept(nebel_table *table, int seat, uint64_t at_ms, nebel_effects *effects)
{
    return act(table, EVENT_ACCEPT, seat, at_ms, effects);
}

nebel_error nebel_table_decline(nebel_table *table, int seat, uint64_t at_ms,
                                nebel_effects *effects)
{
    return act(table, EVENT_DECLINE, seat, at_ms, effects);
}

nebel_error nebel_table_abort(nebel_table *table, int seat, uint64_t at_ms, nebel_effects *effects)
{
    return act(table, EVENT_ABORT, seat, at_ms, effects);
}

nebel_error nebel_table_tick(nebel_table *table, uint64_t at_ms, nebel_effects *effects)
{
    return act(table, EVENT_TIME, nebel_table_seat_to_move(table), at_ms, effects);
}

bool nebel_table_is_over(const nebel_table *table)
{
    return table_is_over(table->table);
}

int nebel_table_seat_to_move(const nebel_table *table)
{
    return table_seat_to_move(table->table);
}

uint64_t nebel_table_deadline_ms(const nebel_table *table)
{
    return table_deadline_ms(table->table);
}

nebel_record *nebel_table_record(const nebel_table *table)
{
    nebel_record *record = memory_resize(&memory_heap, NULL, sizeof *record);
    if (!record)
        return NULL;
    assert(table->table); // nebel_table_create returns no handle without one
    record->game = game_record_of(table->game->game, api__rules(table->game), table->clock);
    if (entries_add_all(&record->game.entries, &memory_heap, table_record(table->table)))
        return record;
    nebel_record_destroy(record);
    return NULL;
}
