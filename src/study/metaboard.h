// nebel belief --metaposition: a recorded game as sets of what may stand on each square.
#ifndef NEBEL_STUDY_METABOARD_H
#define NEBEL_STUDY_METABOARD_H

#include "study/record_study.h"

// Goes through the game and prints a line for each turn of the seat and the metaposition of move `at`, or of
// the last if that is 0. Returns what to exit with.
int metaboard_print(const RecordStudy *study, uint64_t at);

#endif
