// A density kept up to date through a game by what one seat hears.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_DENSITY_TRACKER_H
#define NEBEL_KRIEGSPIEL_BELIEF_DENSITY_TRACKER_H

#include "kriegspiel/belief/density.h"

// A plain value, but for what the rules point at. Some 40,000 bytes.
typedef struct DensityTracker {
    const KriegspielRules *rules;
    KriegspielView view;
    Density density;
    Hearing last;  // the call that began the turn, or will
    uint32_t time; // moves the enemy has played
    MotionModel motion;
} DensityTracker;

// `model` may be NULL.
void tracker_begin(DensityTracker *tracker, const KriegspielRules *rules, uint8_t seat,
                   const Model *model);
void tracker_hear(DensityTracker *tracker, Try own, const Hearing *heard);

#endif
