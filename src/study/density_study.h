// A recorded game gone through by a density: its predictions beside what came true.
#ifndef NEBEL_STUDY_DENSITY_STUDY_H
#define NEBEL_STUDY_DENSITY_STUDY_H

#include "kriegspiel/belief/density_tracker.h"
#include "study/pool_turn.h"

// An own try as it was predicted and as it turned out.
typedef struct DensityStudyTry {
    TryForecast predicted;
    bool is_legal, takes, gives_check;
} DensityStudyTry;

typedef struct DensityStudyPlan {
    const KriegspielRules *rules;
    const Entries *entries; // the umpire's
    uint8_t seat;
    const Model *model; // of the opponent, or NULL
} DensityStudyPlan;

typedef struct DensityStudySink {
    void (*turn)(void *context, const DensityTracker *tracker,
                 const Position *truth); // before its first try
    void (*attempt)(void *context, const DensityStudyTry *attempt);
    void *context;
} DensityStudySink;

MUST_USE StudyError density_study_game(const DensityStudyPlan *plan, const DensityStudySink *sink);

// How near a density is to the truth, as quality_of has it for a pool; the true position has no weight of its own.
Quality density_quality(const Density *density, uint8_t seat, const Position *truth);

#endif
