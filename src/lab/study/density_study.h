// Plays a recorded game again with a density, and compares its predictions with what happened.
#ifndef NEBEL_STUDY_DENSITY_STUDY_H
#define NEBEL_STUDY_DENSITY_STUDY_H

#include "engine/kriegspiel_belief/density.h"
#include "lab/study/pool_turn.h"

// An own try: the prediction and the outcome.
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
                 const Position *truth); // before the first try of a turn
    void (*attempt)(void *context, const DensityStudyTry *attempt);
    void *context;
} DensityStudySink;

MUST_USE StudyError density_study_game(const DensityStudyPlan *plan, const DensityStudySink *sink);

// How close a density is to the truth, as quality_of measures it for a pool. A density has no truth_weight and no king_entropy.
Quality density_quality(const Density *density, uint8_t seat, const Position *truth);

#endif
