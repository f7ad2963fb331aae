// A turn of a studied game of Phantom Go: how many boards the pool has, where the enemy's stones are on them, and how near to the
// truth that is.
#ifndef NEBEL_STUDY_GO_POOL_TURN_H
#define NEBEL_STUDY_GO_POOL_TURN_H

#include "phantom_go/law/phantom_go.h"
#include "study/study.h"

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
    double at[GO_SPOTS]; // the weight with which an enemy stone is on each spot
} GoPoolTurn;

void go_pool_turn(const StudyTurn *studied, GoPoolTurn *turn);

extern const StudyKind phantom_go_study;

#endif
