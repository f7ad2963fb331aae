// Compares our counts with a paper's: shares with their intervals, their differences, tests of claims, and the verdicts. Computes only;
// src/lab/report writes the sentences.
#ifndef NEBEL_LAB_EXPERIMENTS_COMPARE_H
#define NEBEL_LAB_EXPERIMENTS_COMPARE_H

#include "lab/experiments/result.h"

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

// Compares the shares of some games with a paper's. `published` may be NULL.
Comparison compare_shares(const Trinomial *games, const Published *published);

// Returns whether a figure is not reproduced although it is one of `count` that are judged together: each may fail by chance, so each
// needs an interval with 5 % / count beyond either end (Bonferroni).
bool compare_fails_among(const Comparison *comparison, const Trinomial *games,
                         const Published *published, uint32_t count);

// Returns points from counts to which one win and one loss are added, as Agresti and Caffo (2000) do for shares: a match in which all
// games ended alike then has a variance too.
Points points_of_counts(double wins, double draws, double games);

// How much the results of several matches differ, in points a game: the probability of such a difference if all players were
// equally strong (Cochran's test, with the variance of a game pooled over all matches), and whether it is below 5 %.
typedef struct Spread {
    double chance;
    bool is_real;
} Spread;

// Measures the spread of several matches, each of at least one game.
Spread compare_spread(const Trinomial *matches, uint32_t count);

// Returns whether the 95 % interval of a difference excludes 0.
static inline bool difference_is_real(Estimate difference)
{
    return difference.low > 0 || difference.high < 0;
}

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

// Tests all inequalities of a claim. `among` is the number of figures and claims that are judged together, 1 for a claim by itself.
void claim_test(const Experiment *experiment, const Claim *claim, ClaimGames games, uint32_t among,
                ClaimVerdict *verdict);

// The chance that a claim has a wrong verdict, at most.
#define CLAIM_ERROR_MAX 0.05

// Sets `is_about` for each cell that a claim is about; leaves the others.
void claim_mark_cells(const Experiment *experiment, const Claim *claim, bool *is_about);

// Counts the inequalities of a claim: 0 if no cell fits it, more than CLAIM_TESTS_MAX if there are too many.
uint32_t claim_count_tests(const Experiment *experiment, const Claim *claim);

#endif
