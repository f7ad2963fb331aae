// Tests of claims: what our games say of each sentence. Computes only; src/report writes the sentences.
#ifndef NEBEL_LAB_CLAIM_TEST_H
#define NEBEL_LAB_CLAIM_TEST_H

#include "lab/experiments/compare.h"
#include "lab/experiments/result.h"

enum { CLAIM_TESTS_MAX = 128 };

// One inequality of a claim: a figure of a cell against its bounds, or a difference in points against 0.
typedef struct ClaimTest {
    bool is_played;
    Estimate value;  // 90 %
    Finding finding; // of this inequality
} ClaimTest;

// A claim holds if all its inequalities do.
typedef struct ClaimVerdict {
    Finding finding; // FINDING_REPRODUCED, FINDING_DIFFERS or FINDING_UNDECIDED
    uint32_t count;
    ClaimTest tests[CLAIM_TESTS_MAX];
} ClaimVerdict;

// What was played of an experiment.
typedef struct ClaimGames {
    const CellResult *results; // one for each cell; some may not be there
    const Curves *curves;      // the same; NULL if there are none
} ClaimGames;

// `among` is the number of figures and claims that are judged together, 1 for a claim by itself.
void claim_test(const Experiment *experiment, const Claim *claim, ClaimGames games, uint32_t among,
                ClaimVerdict *verdict);

// The chance that a claim has a wrong verdict, at most.
extern const double claim_error_max;

// Sets `is_about` for each cell that a claim is about; leaves the others.
void claim_mark_cells(const Experiment *experiment, const Claim *claim, bool *is_about);

// How many inequalities a claim has: 0 if no cell fits it, more than CLAIM_TESTS_MAX if there are too many.
uint32_t claim_count_tests(const Experiment *experiment, const Claim *claim);

#endif
