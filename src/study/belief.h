// What a seat could believe in a recorded game, printed for people or programs, by game. All return what to exit with.
#ifndef NEBEL_STUDY_BELIEF_H
#define NEBEL_STUDY_BELIEF_H

#include "study/record_study.h"

// Prints a line for each turn of the seat and the maps of one: of move or turn `at`, or of the last if it is 0.
int kriegspiel_belief(const RecordStudy *study, uint64_t at, bool is_json);
int go_belief(const RecordStudy *study, uint64_t at, bool is_json);

// Prints a line for each turn and the metaposition of move `at`, or of the last if it is 0: the sets of what may stand on each
// square.
int kriegspiel_metaposition(const RecordStudy *study, uint64_t at);

#endif
