// What a table holds, for the files of this module alone.
#ifndef NEBEL_TABLE_INTERNAL_H
#define NEBEL_TABLE_INTERNAL_H

#include "games/core/table.h"

enum { SEAT_COUNT = 2, NOBODY = 2, MARK_ENTRIES = 1024 };

struct Table {
    Memory memory;
    const Game *game;
    const Rules *rules;
    ClockRule clock;
    uint64_t began_ms;             // when the seats sat down
    uint64_t now_ms;               // of the last event
    uint64_t heard_ms[SEAT_COUNT]; // when each seat last received something
    uint64_t turn_began_ms;        // when the clock of the seat to move was started
    uint32_t left_ms[SEAT_COUNT];  // at that moment
    uint32_t sequence[SEAT_COUNT];
    Entries record;
    // Itself as it was after each MARK_ENTRIES entries, without its record; replays begin at one of them. Without memory there are fewer.
    struct Table **marks;
    uint32_t mark_count, mark_capacity;
    uint8_t offered_by;           // whose offer stands; NOBODY
    bool has_offered[SEAT_COUNT]; // since its last move
    bool is_over;
    _Alignas(max_align_t) unsigned char truth[]; // game->truth_bytes
};

// Plays an event that may happen now, and records nothing.
void table__play(Table *table, const TableEvent *event, TableEffects *effects);
// Returns a copy without record and marks; NULL if there is no memory.
Table *table__copy(const Table *table);

#endif
