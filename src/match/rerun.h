// A game of a match file played again at a table, event by event, with someone who watches.
#ifndef NEBEL_MATCH_RERUN_H
#define NEBEL_MATCH_RERUN_H

#include "match/plan.h"
#include "table/table.h"

// Slots may be NULL; false ends it. `entry` is NULL as the game is dealt.
typedef struct RerunWatcher {
    bool (*before)(void *context, const Table *table, const Entry *entry);
    bool (*after)(void *context, const Table *table, const Entry *entry,
                  const TableEffects *effects);
    void *context;
} RerunWatcher;

// Plays the events. False if there is no memory, the watcher ends it, or an event cannot have
// happened: a checksum tells that a line of a match file is whole, not that its game was ever played.
MUST_USE bool rerun_game(const Plan *plan, const Entries *entries, const Memory *memory,
                         const RerunWatcher *watcher);

#endif
