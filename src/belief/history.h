// Whole histories: from the first position through everything that was heard, the unheard filled in by chance, depth
// first and with branches in random order (Parker, Nau and Subrahmanian 2005).
#ifndef NEBEL_BELIEF_HISTORY_H
#define NEBEL_BELIEF_HISTORY_H

#include "base/rng.h"
#include "game/record.h"

typedef struct HistoryPlan {
    const Game *game;
    const Rules *rules;
    uint8_t seat;
    const SeatLog *log;   // all that was heard
    const Policy *policy; // which branches come first, by chance
    uint32_t expansions;  // boards it may look through before it gives up
} HistoryPlan;

typedef enum HistoryResult {
    HISTORY_FOUND,
    HISTORY_GAVE_UP, // the expansions are spent
    HISTORY_MEMORY,
} HistoryResult;

// Looks for one board that agrees with the whole log, from entry `from` on, at which `start` stands. `*spent` counts
// the expansions.
MUST_USE HistoryResult history_find(const HistoryPlan *plan, const Memory *memory,
                                    const void *start, uint32_t from, Rng *rng, void *board,
                                    uint32_t *spent);

// Whether a hearing is of something the other seat did on the board: such a one has branches.
bool history_branches(const Hearing *heard, uint8_t seat);

#endif
