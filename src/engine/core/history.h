// Whole histories from the first position through everything that was heard. The own tries are known. What the other seat
// did is not, so it has branches. Parker, Nau and Subrahmanian (2005) have two ways to choose among them:
//
//   history_find  a depth-first search, branches in random order: it goes on until one leads to the end of the log
//   history_draw  any legal move of the other seat at each branch, whether it sounds as was heard or not; the first that
//                 does not ends the history. Few histories reach the end, but those are independent draws from all that
//                 is possible, each board by its chance
#ifndef NEBEL_BELIEF_HISTORY_H
#define NEBEL_BELIEF_HISTORY_H

#include "base/rng.h"
#include "engine/core/belief_model.h"
#include "games/core/record.h"

typedef struct HistoryPlan {
    const BeliefModel *model;
    const Rules *rules;
    uint8_t seat;
    const SeatLog *log;   // all that was heard
    const Policy *policy; // of the other seat: the chances by which branches are drawn
    uint32_t expansions;  // boards history_find may expand before it gives up
} HistoryPlan;

// Writes the board before the first hearing; both seats know it.
void history_start(const BeliefModel *model, const Rules *rules, void *board);

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

// Draws one history through the whole log. `start` is the board before the first entry. False if the history does not
// agree with the log; then `board`, which has room for two boards, has no meaning. `*spent` counts the expansions.
MUST_USE bool history_draw(const HistoryPlan *plan, const void *start, Rng *rng, void *board,
                           uint32_t *spent);

// Whether a hearing is about an action of the other seat on the board. Such a hearing has branches.
bool history_branches(const Hearing *heard, uint8_t seat);

#endif
