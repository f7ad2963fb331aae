// What a game offers a pool that has no board left: boards made without a history.
//
// Each agrees with what was heard in an own turn, but perhaps no history leads to it. So such a board is never proven,
// and whoever uses one says so.
#ifndef NEBEL_BELIEF_FALLBACK_H
#define NEBEL_BELIEF_FALLBACK_H

#include "base/rng.h"
#include "belief/boards.h"
#include "game/record.h"

typedef struct FallbackPlan {
    const Rules *rules;
    uint8_t seat;
    const SeatLog *log; // all that was heard; what came later only says where it is worth looking
    uint32_t position;  // entries of it before the moment of the boards, which is in an own turn
} FallbackPlan;

typedef struct Fallback Fallback; // each game's own: what is needed for boards of one moment

typedef struct FallbackKind {
    // NULL if there is no memory.
    Fallback *(*create)(const Memory *memory, const FallbackPlan *plan);
    void (*destroy)(Fallback *fallback); // accepts NULL
    // Adds what so many attempts find to `into`, of equal weight, as long as there is room. `base` are boards of the same
    // moment, `count` of them, to which the new ones are alike; if there are none, they are made from nothing.
    void (*draw)(const Fallback *fallback, const void *base, uint32_t count, uint32_t attempts,
                 Rng *rng, Boards *into);
} FallbackKind;

// The latest entry of the log, from `position` down, at which it is the seat's turn; that of the turn's beginning if
// `begins`. 0 if there was none.
uint32_t fallback_turn(const SeatLog *log, uint8_t seat, uint32_t position, bool begins);

#endif
