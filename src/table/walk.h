// Random games at a table, as two listening seats would play them: for measuring.
#ifndef NEBEL_TABLE_WALK_H
#define NEBEL_TABLE_WALK_H

#include "table/table.h"

typedef struct TableWalk {
    uint64_t games, events;
    uint64_t sum; // over everything the seats received
} TableWalk;

// Plays `games` more games with clocks. Each seat keeps its own view and chooses from its own
// list. False if memory ran out.
MUST_USE bool table_walk(TableWalk *walk, const Memory *memory, const Game *game,
                         const Rules *rules, uint64_t seed, uint64_t games);

#endif
