// How players that keep a metaposition look at their tries on full boards before they search: what comes of each at once,
// were the enemy to stand as drawn.
#ifndef NEBEL_PLAYER_JUDGE_H
#define NEBEL_PLAYER_JUDGE_H

#include "belief/observation.h"
#include "player/hunter.h"

// What is known, and what is left to spend; all of them outlive the call.
typedef struct Judge {
    const Hunter *hunter; // shades
    const Observation *observation;
    Meter *meter;
    double share; // of the budget, at most
} Judge;

// Gives `values[i]` what comes of `tries[i]`, in hundredths of a pawn. Returns the boards that were looked at; if none was
// found, no value is given.
uint32_t judge_tries(const Judge *judge, const Try *tries, uint32_t count, Rng *rng,
                     double values[]);

#endif
