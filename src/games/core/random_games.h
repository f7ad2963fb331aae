// Random games at a table, as two listening seats would play them: for measuring.
#ifndef NEBEL_TABLE_RANDOM_GAMES_H
#define NEBEL_TABLE_RANDOM_GAMES_H

#include "games/core/table.h"

typedef struct TableRandomGames {
    uint64_t games, events;
    uint64_t sum; // over everything the seats received
} TableRandomGames;

// Plays `games` more games with clocks. Each seat keeps its own view and chooses from its own
// list. False if memory ran out.
MUST_USE bool table_random_games(TableRandomGames *random_games, const Memory *memory,
                                 const Game *game, const Rules *rules, uint64_t seed,
                                 uint64_t games);

#endif
