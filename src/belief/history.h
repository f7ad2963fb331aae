// Whole histories: a depth-first search from the first position through everything that was heard. Moves of the other
// seat, which were not heard, are branches and are tried in random order (Parker, Nau and Subrahmanian 2005).
#ifndef NEBEL_BELIEF_HISTORY_H
#define NEBEL_BELIEF_HISTORY_H

#include "base/rng.h"
#include "game/record.h"

typedef struct HistoryPlan {
    const Game *game;
    const Rules *rules;
    uint8_t seat;
    const SeatLog *log;   // all that was heard
    const Policy *policy; // of the other seat: the chances by which branches are drawn
    uint32_t expansions;  // boards it may expand before it gives up
} HistoryPlan;

typedef enum HistoryResult {
    HISTORY_FOUND,
    HISTORY_GAVE_UP, // the expansions are spent
    HISTORY_MEMORY,
} HistoryResult;

// Looks for one board that agrees with the log from entry `from` to its end. `start` is the board before that entry.
// `*spent` counts the expansions.
MUST_USE HistoryResult history_find(const HistoryPlan *plan, const Memory *memory,
                                    const void *start, uint32_t from, Rng *rng, void *board,
                                    uint32_t *spent);

// Whether a hearing is about an action of the other seat on the board. Such a hearing has branches.
bool history_branches(const Hearing *heard, uint8_t seat);

#endif
