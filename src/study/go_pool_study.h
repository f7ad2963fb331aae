// A recorded game of Phantom Go gone through by a pool: how many boards a seat could have held possible at each of its turns, where
// on them the enemy's stones are, and how near to the truth that was.
//
// The pool hears what the seat heard and nothing else; the truth goes to those who judge the pool.
#ifndef NEBEL_STUDY_GO_POOL_STUDY_H
#define NEBEL_STUDY_GO_POOL_STUDY_H

#include "phantom_go/law/phantom_go.h"
#include "study/study.h"

typedef struct GoPoolPlan {
    const PhantomRules *rules;
    const Entries *entries; // the referee's
    uint8_t seat;
    PoolPlan pool;
} GoPoolPlan;

// An own turn, before its first try.
typedef struct GoPoolTurn {
    uint32_t turn; // its number in the game, from 1
    uint32_t boards;
    bool is_exact;
    double truth_weight; // of the true board
    double brier;        // of the enemy's stones: mean square error over the points of the board
    double expected;     // what it would be on average, were the belief true
    uint32_t known;      // enemy stones that are held certain
    uint32_t wrong;      // points that are held certain to have one, and have none
    const PhantomView *view;
    const GoBoard *truth;
    const double *at; // the weight with which an enemy stone is on each spot
} GoPoolTurn;

// Whom to tell, as a StudySink does.
typedef struct GoPoolSink {
    bool (*turn)(void *context, const GoPoolTurn *turn);
    bool (*attempt)(void *context, const StudiedTry *attempt);
    bool (*hear)(void *context, Try own, const Hearing *heard);
    void *context;
} GoPoolSink;

// Goes through the record, to the end of the game or of the record.
MUST_USE StudyError go_pool_study(const GoPoolPlan *plan, const Memory *memory,
                                  const GoPoolSink *sink);

#endif
