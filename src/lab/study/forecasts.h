// Predictions over recorded games: of a density, which is given what one seat heard, and of a player that follows the game in that seat.
#ifndef NEBEL_LAB_STUDY_FORECASTS_H
#define NEBEL_LAB_STUDY_FORECASTS_H

#include "engine/core/player.h"
#include "engine/kriegspiel_belief/density.h"
#include "lab/study/kriegspiel_study.h"

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
    void (*attempt)(void *context, const DensityStudyTry *attempt); // may be NULL
    void *context;
} DensityStudySink;

// Plays a recorded game again with a density, and compares its predictions with what happened.
MUST_USE StudyError density_study_game(const DensityStudyPlan *plan, const DensityStudySink *sink);

// Measures how close a density is to the truth, as quality_of measures it for a pool. A density has no truth_weight and no king_entropy.
Quality density_quality(const Density *density, uint8_t seat, const Position *truth);

// Begins the replay, and seats the player at it in the seat of the plan.
MUST_USE PlayerError follow_begin(Player *player, const StudyPlan *plan, uint64_t seed,
                                  Replay *replay);

// After replay_step: tells the player what its seat heard of that entry.
MUST_USE PlayerError follow_hear(Player *player, const StudyPlan *plan, const Replay *replay);

#endif
