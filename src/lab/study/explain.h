// `nebel explain`: a turn of a recorded game of Kriegspiel as mcts-c or fog values it.
#ifndef NEBEL_LAB_STUDY_EXPLAIN_H
#define NEBEL_LAB_STUDY_EXPLAIN_H

#include "engine/kriegspiel_belief/model.h"
#include "lab/study/records.h"

typedef struct ExplainPlan {
    uint64_t at;         // the move; 0 for the last
    const char *attempt; // the try whose outcomes are shown; NULL for the best
    const Model *model;  // of the opponent
} ExplainPlan;

// Prints the turn. Returns what to exit with.
int explain_turn(const RecordStudy *study, const ExplainPlan *plan);

// Prints the turn: the best tries, what the umpire may answer to one of them, and what he may then capture. Returns what to exit with.
int explain_turn_by_fog(const RecordStudy *study, const ExplainPlan *plan);

#endif
