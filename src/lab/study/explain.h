// `nebel explain`: a turn of a recorded game of Kriegspiel as mcts-c values it: its tries by value, and the outcomes of one try.
#ifndef NEBEL_STUDY_EXPLAIN_H
#define NEBEL_STUDY_EXPLAIN_H

#include "engine/kriegspiel_belief/model.h"
#include "lab/study/record_study.h"

typedef struct ExplainPlan {
    uint64_t at;         // the move; 0 for the last
    const char *attempt; // the try whose outcomes are shown; NULL for the best
    const Model *model;  // of the opponent
} ExplainPlan;

// Prints the turn. Returns what to exit with.
int explain_turn(const RecordStudy *study, const ExplainPlan *plan);

#endif
