// A recorded game gone through by a pool: what a seat could have held possible at each of its
// turns, what its tries told it, and how near to the truth it was.
//
// The umpire's record is played again. Of that the pool hears what the seat heard and nothing else;
// the truth goes to those who judge the pool.
#ifndef NEBEL_STUDY_POOL_STUDY_H
#define NEBEL_STUDY_POOL_STUDY_H

#include "study/quality.h"
#include "study/trail.h"

typedef struct FollowPlan {
    const KriegspielRules *rules;
    const Entries *entries; // the umpire's
    uint8_t seat;
    PoolPlan pool;
} FollowPlan;

// An own turn, before its first try.
typedef struct FollowTurn {
    uint32_t move; // its number, as in the record
    bool is_exact;
    bool is_guessed;      // no history is known to lead to its boards
    const Boards *boards; // empty if the pool has died and nothing was found
    PoolCounts counts;    // of the game so far
    const KriegspielView *view;
    const Position *truth;
    Quality quality; // of an empty pool, that of believing in no man anywhere
} FollowTurn;

// Whom to tell, as a TrailSink does.
typedef struct FollowSink {
    bool (*turn)(void *context, const FollowTurn *turn);
    bool (*attempt)(void *context, const FollowTry *attempt);
    bool (*hear)(void *context, Try own, const Hearing *heard);
    void *context;
} FollowSink;

// Goes through the record, to the end of the game or of the record.
MUST_USE FollowError follow_game(const FollowPlan *plan, const Memory *memory,
                                 const FollowSink *sink);

// Turns added up. Zeroed, there are none.
typedef struct FollowSums {
    uint32_t turns;
    uint32_t exact;   // turns with an exact pool
    uint32_t found;   // with the truth among the boards
    uint32_t empty;   // with no board at all
    uint32_t guessed; // with boards that are not proven
    Quality sum;
} FollowSums;

void follow_sums_add(FollowSums *sums, const FollowTurn *turn);
Quality follow_mean(const FollowSums *sums); // of no turns, all 0

#endif
