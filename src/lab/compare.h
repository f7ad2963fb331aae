// Compares our counts with a paper's: shares with their intervals, their differences, and whether they agree. Computes only;
// src/report writes the sentences.
#ifndef NEBEL_LAB_COMPARE_H
#define NEBEL_LAB_COMPARE_H

#include "lab/experiment.h"

typedef enum Agreement {
    AGREEMENT_UNKNOWN,  // nothing was published, or nothing played
    AGREEMENT_AGREES,   // all shares together differ by no more than chance allows
    AGREEMENT_STRONGER, // the first player makes more points here than in the paper
    AGREEMENT_WEAKER,   // it makes fewer
    AGREEMENT_DIFFERS,  // the shares differ, the points do not
    AGREEMENT_COUNT
} Agreement;

// Shares of wins, losses and draws. If a paper does not say how many games it played, its figures count as exact and their
// intervals have no width.
typedef struct Comparison {
    Estimate ours[RESULT_COUNT], theirs[RESULT_COUNT];
    Estimate difference[RESULT_COUNT]; // ours less theirs; Newcombe's interval (1998), 95 %
    bool is_known[RESULT_COUNT];       // whether the paper has this figure
    Agreement agreement;
} Comparison;

// `published` may be NULL.
Comparison compare_shares(const Trinomial *games, const Published *published);

// How much the results of several matches differ, in points a game: the probability of such a difference if all players were
// equally strong (Cochran's test, with the variance of a game pooled over all matches), and whether it is below 5 %.
typedef struct Spread {
    double chance;
    bool is_real;
} Spread;

// Every match must have at least one game.
Spread compare_spread(const Trinomial *matches, uint32_t count);

// Whether the 95 % interval of a difference excludes 0.
static inline bool difference_is_real(Estimate difference)
{
    return difference.low > 0 || difference.high < 0;
}

#endif
