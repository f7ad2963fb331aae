// `nebel explain --player fog`: a turn of a recorded game of Kriegspiel as fog values it.
#ifndef NEBEL_STUDY_EXPLAIN_FOG_H
#define NEBEL_STUDY_EXPLAIN_FOG_H

#include "lab/study/explain.h"

// Prints the turn: the best tries, what the umpire may answer to one of them, and what he may then capture. Returns what to exit with.
int explain_turn_by_fog(const RecordStudy *study, const ExplainPlan *plan);

#endif
