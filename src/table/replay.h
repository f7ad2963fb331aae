// A record played again at a table of its own: for a visitor, or to find what one seat received.
#ifndef NEBEL_TABLE_REPLAY_H
#define NEBEL_TABLE_REPLAY_H

#include "table/table.h"

// What to call before and after each entry. Either function may be NULL; false ends the replay.
typedef struct TableVisitor {
    bool (*before)(void *context, const Table *table, const Entry *entry);
    // `entry` is NULL as the game is dealt.
    bool (*after)(void *context, const Table *table, const Entry *entry,
                  const TableEffects *effects);
    void *context;
} TableVisitor;

// Plays the entries in order. Returns the error of the first entry that the table refuses: a record from outside may hold
// what cannot have happened. TABLE_ERR_MEMORY if there is no memory, or if the visitor ends the replay.
MUST_USE TableError table_replay_visit(const Memory *memory, const Game *game, const Rules *rules,
                                       ClockRule clock, const Entries *entries,
                                       const TableVisitor *visitor);

// Fills `log`, which is empty, with all that `seat` received. On error the log is empty again.
MUST_USE TableError table_replay(const Memory *memory, const Game *game, const Rules *rules,
                                 ClockRule clock, const Entries *entries, uint8_t seat,
                                 SeatLog *log);

#endif
