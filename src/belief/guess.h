// Boards that may be, for a pool that has none left. Each agrees with the metaposition of an own turn, which no possible
// board contradicts, and with what was heard in that turn; but perhaps no history leads to it. So a guess is never proven,
// and whoever uses one says so.
//
// There are two ways to one. Boards that were possible until they were contradicted are taken with a few men elsewhere, or
// of another kind: little was wrong with them. And if nothing comes of those, all men are placed by their weights.
#ifndef NEBEL_BELIEF_GUESS_H
#define NEBEL_BELIEF_GUESS_H

#include "base/rng.h"
#include "belief/boards.h"
#include "umpire/record.h"

typedef struct GuessPlan {
    const Game *game; // one of which guess_knows
    const Rules *rules;
    uint8_t seat;
    const SeatLog *log; // all that was heard; what came later only says where it is worth looking
    uint32_t position;  // entries of it before the moment of the guess, which is in an own turn
} GuessPlan;

// What is needed for guesses of one moment.
typedef struct Guess Guess;

// So far only of Kriegspiel, every ruleset and board.
bool guess_knows(const Game *game);

// NULL if there is no memory.
Guess *guess_create(const Memory *memory, const GuessPlan *plan);
void guess_destroy(Guess *guess); // accepts NULL

// Adds what so many attempts find to `into`, of equal weight, as long as there is room. `base` are boards of the same
// moment, `count` of them; if there are none, all men are placed.
void guess_draw(const Guess *guess, const void *base, uint32_t count, uint32_t attempts, Rng *rng,
                Boards *into);

// The latest entry of the log, from `position` down, at which it is the seat's turn; that of the turn's beginning if
// `begins`. 0 if there was none.
uint32_t guess_turn(const SeatLog *log, uint8_t seat, uint32_t position, bool begins);

#endif
