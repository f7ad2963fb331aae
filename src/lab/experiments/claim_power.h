// How many games the verdicts on claims need (lab/experiments/claim_test.h).
#ifndef NEBEL_LAB_CLAIM_POWER_H
#define NEBEL_LAB_CLAIM_POWER_H

#include "lab/experiments/claim_test.h"

typedef struct ClaimPower {
    Finding finding; // of the claim as it stands
    double
        factor; // so many times the games of its cells decide it; infinite if none do, NAN if a cell has no games yet
} ClaimPower;

// The factor decides the claim with a chance of 80 % if its figures stay as they are, by the normal approximation.
ClaimPower power_of_claim(const Experiment *experiment, const Claim *claim, ClaimGames games);

#endif
