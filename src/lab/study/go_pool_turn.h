// A turn of a studied game of Phantom Go: how many boards the pool has, where it puts the enemy's stones, and how close to the
// truth that is.
#ifndef NEBEL_STUDY_GO_POOL_TURN_H
#define NEBEL_STUDY_GO_POOL_TURN_H

#include "engine/phantom_go/belief_model.h"
#include "lab/study/study.h"

// An own turn, before its first try.
typedef struct GoPoolTurn {
    uint32_t turn; // its number in the game, from 1
    uint32_t boards;
    bool is_exact;
    double truth_weight; // of the true board
    double brier;        // of the enemy's stones: mean square error over the points of the board
    double expected;     // the mean of `brier` if the weights were the true chances
    uint32_t known;      // points held certain to have an enemy stone, which have one
    uint32_t wrong;      // points held certain to have one, which have none
    const PhantomView *view;
    const GoBoard *truth;
    double at[GO_SPOTS]; // the weight of the boards with an enemy stone on each spot
} GoPoolTurn;

void go_pool_turn(const StudyTurn *studied, GoPoolTurn *turn);

extern const StudyKind phantom_go_study;

#endif
