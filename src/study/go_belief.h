// nebel belief for a record of Phantom Go.
#ifndef NEBEL_STUDY_GO_BELIEF_H
#define NEBEL_STUDY_GO_BELIEF_H

#include "study/record_study.h"

// Prints what the seat could believe, turn by turn, and the map of one turn: `at`, or the last if it is 0. Returns what to exit with.
int belief_go(const RecordStudy *study, uint64_t at, bool is_json);

#endif
