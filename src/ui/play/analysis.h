// What a seat of a finished game could have known, turn by turn, for a review: the words of `nebel analyse` and the chances from
// which a map is drawn. Somebody else works them out; here they are kept.
#ifndef NEBEL_PLAY_ANALYSIS_H
#define NEBEL_PLAY_ANALYSIS_H

#include "base/memory.h"
#include "games/core/signs.h"

typedef struct AnalysisTurn {
    char *words;
    bool has_chances;
    double enemy[SIGN_SPOTS]; // the chance of an enemy man on each spot
} AnalysisTurn;

// The turns of one seat, oldest first. A zeroed one is empty.
typedef struct Analysis {
    AnalysisTurn **turns;
    uint32_t count, capacity;
    bool is_whole;      // no more turns will come
    const char *reason; // why there are no more, if something went wrong; else NULL
} Analysis;

// Adds a turn; `enemy` is NULL if there are no chances. False, with nothing changed, if there is no memory.
MUST_USE bool analysis_add(Analysis *analysis, const Memory *memory, const char *words,
                           const double *enemy);
void analysis_done(Analysis *analysis, const Memory *memory);

#endif
