// A game in play as one block of memory: the truth, what both seats know, and how it stands. Its size is the game's own, it owns
// nothing, and memcpy copies it; so thousands of them lie side by side.
//
// Only what comes from a view and an Ear may be shown to their seat.
#ifndef NEBEL_NUMERIC_LIVE_H
#define NEBEL_NUMERIC_LIVE_H

#include "lib/ear.h"

#include "games/core/game.h"

typedef struct Live {
    uint8_t to_move; // the seat that has the turn, or had the last one
    uint8_t ending;  // ENDING_NONE while the game goes on
    uint8_t winner;
    uint8_t spare[5];
    Ear ears[2];
    _Alignas(max_align_t) unsigned char bytes[]; // both views and the truth
} Live;

// How many bytes a Live of this game has: a multiple of its alignment.
size_t live_bytes(const Game *game);

void *live_view(const Game *game, Live *live, uint8_t seat);
void *live_truth(const Game *game, Live *live);
const void *live_view_const(const Game *game, const Live *live, uint8_t seat);
const void *live_truth_const(const Game *game, const Live *live);

// Opens a game; `to` gets what the seats hear.
void live_deal(const Game *game, const Rules *rules, Live *live, Hearing to[2]);

// Judges a try of the seat to move, in a game that is not over.
void live_try(const Game *game, const Rules *rules, Live *live, Try attempt, Hearing to[2]);

#endif
