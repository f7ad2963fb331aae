// A density kept up to date through a game by what one seat hears.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_DENSITY_TRACKER_H
#define NEBEL_KRIEGSPIEL_BELIEF_DENSITY_TRACKER_H

#include "kriegspiel/belief/density.h"

// A plain value, but for what the rules point at. Some 40,000 bytes.
typedef struct Watch {
    const KriegspielRules *rules;
    KriegspielView view;
    Density density;
    Hearing last;  // the call that began the turn, or will
    uint32_t time; // moves the enemy has played
    Drift drift;
} Watch;

// `model` may be NULL.
void watch_begin(Watch *watch, const KriegspielRules *rules, uint8_t seat, const Model *model);
void watch_hear(Watch *watch, Try own, const Hearing *heard);

#endif
