// Events from a record, back at a table.
#include "match/rerun.h"

static bool is_content(const RerunWatcher *watcher, const Table *table, const Entry *entry,
                       const TableEffects *effects)
{
    return !watcher->after || watcher->after(watcher->context, table, entry, effects);
}

static bool step(Table *table, const Entry *entry, uint64_t *at_ms, const RerunWatcher *watcher)
{
    TableEffects effects;
    *at_ms += (uint64_t)entry->delay_ms;
    const TableEvent event = {entry->kind, entry->seat, entry->attempt, *at_ms};
    if (watcher->before && !watcher->before(watcher->context, table, entry))
        return false;
    return table_step(table, &event, &effects) == TABLE_OK &&
           is_content(watcher, table, entry, &effects);
}

bool rerun_game(const Plan *plan, const Entries *entries, const Memory *memory,
                const RerunWatcher *watcher)
{
    TableEffects effects;
    Table *table = table_create(memory, plan->game, plan->rules, plan->limits.clock, 0, &effects);
    uint64_t at_ms = 0;
    bool is_fine = table && is_content(watcher, table, NULL, &effects);
    for (uint32_t i = 0; i < entries->count && is_fine; i++)
        is_fine = step(table, &entries->list[i], &at_ms, watcher);
    table_destroy(table);
    return is_fine;
}
