// A turn of a studied game of Kriegspiel: what the pool says, and how close to the truth that is.
#ifndef NEBEL_STUDY_POOL_TURN_H
#define NEBEL_STUDY_POOL_TURN_H

#include "lab/study/quality.h"
#include "lab/study/study.h"

// An own turn, before its first try.
typedef struct PoolTurn {
    uint32_t move; // its number, as in the record
    bool is_exact;
    bool is_guessed;      // no history is known to lead to its boards
    const Boards *boards; // empty if the pool has died and nothing was found
    PoolCounts counts;    // of the game so far
    const KriegspielView *view;
    const Position *truth;
    Quality quality; // for an empty pool, as if no square had a man
} PoolTurn;

PoolTurn pool_turn(const StudyTurn *studied);

extern const StudyKind kriegspiel_study;

// Sums over turns. A zeroed one has no turns.
typedef struct PoolSums {
    uint32_t turns;
    uint32_t exact;   // turns with an exact pool
    uint32_t found;   // with the truth among the boards
    uint32_t empty;   // with no board at all
    uint32_t guessed; // with boards that are not proven
    Quality sum;
} PoolSums;

void pool_sums_add(PoolSums *sums, const PoolTurn *turn);
Quality pool_sums_mean(const PoolSums *sums); // of no turns, all 0

#endif
