// Compares our counts with a paper's: shares with their intervals, their differences, and the verdict. Computes only;
// src/report writes the sentences.
#ifndef NEBEL_LAB_COMPARE_H
#define NEBEL_LAB_COMPARE_H

#include "lab/experiments/experiment.h"

// The verdict on a published figure or a claim; docs/lab/experiments.md has the rules.
typedef enum Finding {
    FINDING_NONE,       // nothing was published
    FINDING_REPRODUCED, // the difference is smaller than the margin
    FINDING_UNDECIDED,  // the games do not tell, or none was played
    FINDING_STRONGER,   // not reproduced: the first player makes more points here than in the paper
    FINDING_WEAKER,     // not reproduced: it makes fewer
    FINDING_DIFFERS, // not reproduced: other shares of wins, losses or draws; or a claim that is false here
    FINDING_COUNT
} Finding;

static inline bool finding_is_failure(Finding finding)
{
    return finding == FINDING_STRONGER || finding == FINDING_WEAKER || finding == FINDING_DIFFERS;
}

// The mean points of a game, and the variance of that mean.
typedef struct Points {
    double mean, variance;
} Points;

// Shares of wins, losses and draws. If a paper does not say how many games it played, its figures count as exact and their
// intervals have no width, except for the error of reading them.
typedef struct Comparison {
    Estimate ours[RESULT_COUNT], theirs[RESULT_COUNT];
    Estimate difference[RESULT_COUNT]; // ours less theirs; Newcombe's interval (1998), 95 %
    // What the verdict is about: the difference in points a game, or in wins if the paper does not give all three
    // shares. Its interval is the one of two one-sided tests at 5 %, so 90 %.
    Estimate lead;
    Points paper;                // its points, or its wins
    double margin;               // the largest difference that counts as none
    bool is_known[RESULT_COUNT]; // whether the paper has this figure
    bool is_of_wins;
    Finding finding;
} Comparison;

// `published` may be NULL.
Comparison compare_shares(const Trinomial *games, const Published *published);

// Whether a figure is not reproduced although it is one of `count` that are judged together: each may fail by chance, so each
// needs an interval with 5 % / count beyond either end (Bonferroni).
bool compare_fails_among(const Comparison *comparison, const Trinomial *games,
                         const Published *published, uint32_t count);

// Points from counts to which one win and one loss are added, as Agresti and Caffo (2000) do for shares: a match in which all
// games ended alike then has a variance too.
Points points_of_counts(double wins, double draws, double games);

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
