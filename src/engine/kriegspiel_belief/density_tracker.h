// A density that is kept up to date through a game by what one seat hears.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_DENSITY_TRACKER_H
#define NEBEL_KRIEGSPIEL_BELIEF_DENSITY_TRACKER_H

#include "engine/kriegspiel_belief/density.h"

// A plain value of some 40,000 bytes; `rules` belongs to the caller.
typedef struct DensityTracker {
    const KriegspielRules *rules;
    KriegspielView view;
    Density density;
    Hearing last;         // the call that began the own turn
    uint32_t move_number; // moves the enemy has played
    MotionModel motion;
} DensityTracker;

// `model` may be NULL, and is used for games from chess's usual first position only.
void tracker_begin(DensityTracker *tracker, const KriegspielRules *rules, uint8_t seat,
                   const Model *model);
// `own` is the own try that the hearing answers, or TRY_NONE.
void tracker_hear(DensityTracker *tracker, Try own, const Hearing *heard);

#endif
