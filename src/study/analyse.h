// `nebel analyse`: what a seat could have known at each turn of a recorded game, what it learned from its tries, and what a
// player would have tried.
#ifndef NEBEL_STUDY_ANALYSE_H
#define NEBEL_STUDY_ANALYSE_H

#include "base/budget.h"
#include "study/record_study.h"

typedef struct AnalysisPlan {
    uint64_t only;      // the only move or turn that is shown; 0 for all
    const char *player; // a player string; NULL if nobody is asked
    Budget budget;      // of its tries
} AnalysisPlan;

// Prints the analysis. Returns what to exit with.
int analyse_record(const RecordStudy *study, const AnalysisPlan *plan);

#endif
