// Our counts beside a paper's: shares with their intervals, how far apart they are, and what to
// call that. Decides; the page finds the words.
#ifndef NEBEL_LAB_COMPARE_H
#define NEBEL_LAB_COMPARE_H

#include "lab/experiment.h"

typedef enum Agreement {
    AGREEMENT_UNKNOWN,  // nothing was published, or nothing played
    AGREEMENT_AGREES,   // all shares together differ by no more than chance allows
    AGREEMENT_STRONGER, // the first player makes more points here
    AGREEMENT_WEAKER,   // or fewer
    AGREEMENT_DIFFERS,  // the shares differ, the points do not
    AGREEMENT_COUNT
} Agreement;

// Shares of wins, losses and draws. Where a paper does not say how many games it played, its
// figures are taken at their word and have no width.
typedef struct Comparison {
    Estimate ours[RESULT_COUNT], theirs[RESULT_COUNT];
    Estimate difference[RESULT_COUNT]; // ours less theirs; Newcombe's interval (1998), 95 %
    bool is_known[RESULT_COUNT];       // whether the paper has this figure
    Agreement agreement;
} Comparison;

// `published` may be NULL.
Comparison compare_shares(const Trinomial *games, const Published *published);

// How far several matches lie apart, in points a game: the chance of as much if all players were
// equally strong (Cochran's test, with the variance of a game taken from all of them), and whether that
// is less than 5 %.
typedef struct Spread {
    double chance;
    bool is_real;
} Spread;

// Every match has a game.
Spread compare_spread(const Trinomial *matches, uint32_t count);

// Whether a difference is more than chance allows.
static inline bool difference_is_real(Estimate difference)
{
    return difference.low > 0 || difference.high < 0;
}

#endif
