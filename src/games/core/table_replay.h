// A record played again at a table: to bring a live table back, for a visitor, or to find what one seat received.
#ifndef NEBEL_TABLE_REPLAY_H
#define NEBEL_TABLE_REPLAY_H

#include "games/core/table.h"

// What to call before and after each entry. Either function may be NULL; false ends the replay.
typedef struct TableVisitor {
    bool (*before)(void *context, const Table *table, const Entry *entry);
    // `entry` is NULL as the game is dealt.
    bool (*after)(void *context, const Table *table, const Entry *entry,
                  const TableEffects *effects);
    void *context;
} TableVisitor;

// Brings a table back that began at `at_ms` and took these entries. It is equal to the lost one in its state, its clocks and its
// sequence numbers, and says the same from there on. `visitor` may be NULL. On error `*table` is untouched.
MUST_USE TableError table_restore(const Memory *memory, const Game *game, const Rules *rules,
                                  ClockRule clock, uint64_t at_ms, const Entries *entries,
                                  const TableVisitor *visitor, Table **table);

// Reads again what one seat received, in order and a hearing at a time, while the game goes on. A table keeps no hearings: they come
// from its record, which is played again from a mark at most 1,024 entries before.
typedef struct TableReader TableReader;

// Begins after number `sequence` of `seat`, which the seat has received. NULL if there is no memory.
TableReader *table_reader_create(const Table *table, uint8_t seat, uint32_t sequence);
void table_reader_destroy(TableReader *reader); // accepts NULL

// Reads one hearing more; `table` is the one that it was created for. False if the seat has received no more until now.
bool table_reader_next(TableReader *reader, const Table *table, TableTold *told);
// Returns the number of what it has read last.
uint32_t table_reader_sequence(const TableReader *reader);

// What `seat` was told of its own event with this number, which is not 0. TABLE_ERR_EVENT if it sent none, TABLE_ERR_MEMORY if there is
// no memory.
MUST_USE TableError table_answer_to(const Table *table, uint8_t seat, uint32_t ref,
                                    TableTold *told);

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
