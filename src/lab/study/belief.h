// `nebel belief` for each game: what a seat of a recorded game could believe, as text or JSON. All return what to exit with.
#ifndef NEBEL_STUDY_BELIEF_H
#define NEBEL_STUDY_BELIEF_H

#include "lab/study/record_study.h"

// Print a line for each turn of the seat, and the maps of one turn: of number `at`, or of the last turn that has a board if `at`
// is 0. Without a board there is nothing to draw, and a sentence says so.
int kriegspiel_belief(const RecordStudy *study, uint64_t at, bool is_json);
int go_belief(const RecordStudy *study, uint64_t at, bool is_json);

// Prints a line for each turn, and the metaposition of move `at` (the last if `at` is 0): which men may stand on each square.
int kriegspiel_metaposition(const RecordStudy *study, uint64_t at);

#endif
