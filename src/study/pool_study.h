// A recorded game gone through by a pool: what a seat could have held possible at each of its
// turns, what its tries told it, and how near to the truth it was.
//
// The umpire's record is played again. Of that the pool hears what the seat heard and nothing else;
// the truth goes to those who judge the pool.
#ifndef NEBEL_STUDY_POOL_STUDY_H
#define NEBEL_STUDY_POOL_STUDY_H

#include "study/quality.h"
#include "study/study.h"

typedef struct PoolStudyPlan {
    const KriegspielRules *rules;
    const Entries *entries; // the umpire's
    uint8_t seat;
    PoolPlan pool;
} PoolStudyPlan;

// An own turn, before its first try.
typedef struct PoolTurn {
    uint32_t move; // its number, as in the record
    bool is_exact;
    bool is_guessed;      // no history is known to lead to its boards
    const Boards *boards; // empty if the pool has died and nothing was found
    PoolCounts counts;    // of the game so far
    const KriegspielView *view;
    const Position *truth;
    Quality quality; // of an empty pool, that of believing in no man anywhere
} PoolTurn;

// Whom to tell, as a StudySink does.
typedef struct PoolSink {
    bool (*turn)(void *context, const PoolTurn *turn);
    bool (*attempt)(void *context, const StudiedTry *attempt);
    bool (*hear)(void *context, Try own, const Hearing *heard);
    void *context;
} PoolSink;

// Goes through the record, to the end of the game or of the record.
MUST_USE StudyError pool_study(const PoolStudyPlan *plan, const Memory *memory,
                               const PoolSink *sink);

// Turns added up. Zeroed, there are none.
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
