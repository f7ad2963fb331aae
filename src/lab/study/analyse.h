// `nebel analyse`: what a seat could have known at each turn of a recorded game, what it learned from its tries, and what a
// player would have tried.
#ifndef NEBEL_STUDY_ANALYSE_H
#define NEBEL_STUDY_ANALYSE_H

#include "base/budget.h"
#include "lab/study/records.h"

typedef struct AnalysisPlan {
    uint64_t only;      // the only move or turn that is shown; 0 for all
    const char *player; // a player string; NULL if nobody is asked
    Budget budget;      // of its tries
} AnalysisPlan;

// A turn of the seat that is studied.
typedef struct AnalysedTurn {
    uint32_t number;   // as in the record
    const char *words; // what could be known, what each try told, what the player would have tried
    const double
        *enemy; // the chance of an enemy man on each spot; NULL if there was no board to tell it by
} AnalysedTurn;

// Takes the turns one after the other; one that returns false ends the analysis.
typedef struct AnalysisSink {
    bool (*take)(void *context, const AnalysedTurn *turn);
    void *context;
} AnalysisSink;

// Analyses every turn. Returns EXIT_FINE, or complains and returns what to exit with.
MUST_USE int analyse_turns(const RecordStudy *study, const AnalysisPlan *plan,
                           const AnalysisSink *sink);

// Prints the analysis. Returns what to exit with.
int analyse_record(const RecordStudy *study, const AnalysisPlan *plan);

#endif
