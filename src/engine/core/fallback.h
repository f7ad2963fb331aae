// How a game makes boards for a pool that has none left.
//
// Such a board agrees with what was heard in one own turn, but perhaps no history leads to it. So it is called a guess,
// never proven.
#ifndef NEBEL_BELIEF_FALLBACK_H
#define NEBEL_BELIEF_FALLBACK_H

#include "base/rng.h"
#include "engine/core/boards.h"
#include "games/core/record.h"

typedef struct FallbackPlan {
    const Rules *rules;
    uint8_t seat;
    const SeatLog *log; // all that was heard; later entries are only hints where to look
    uint32_t position;  // log entries before the moment of the boards, which is in an own turn
} FallbackPlan;

typedef struct Fallback Fallback; // each game's own: what it needs to make boards of one moment

typedef struct FallbackKind {
    // NULL if there is no memory.
    Fallback *(*create)(const Memory *memory, const FallbackPlan *plan);
    void (*destroy)(Fallback *fallback); // accepts NULL
    // Makes `attempts` attempts and adds the boards they find to `into`, with equal weights, while there is room.
    // `base` has `count` boards of the same moment; new boards are variations of them, or are made from nothing if
    // count is 0.
    void (*draw)(const Fallback *fallback, const void *base, uint32_t count, uint32_t attempts,
                 Rng *rng, Boards *into);
} FallbackKind;

// The latest position in the log, at `position` or before it, at which it is the seat's turn; if `begins`, the position
// at which that turn began. 0 if there was none.
uint32_t fallback_turn(const SeatLog *log, uint8_t seat, uint32_t position, bool begins);

#endif
