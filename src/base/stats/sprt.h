// When a match may stop: Wald's sequential test (1945) between two strengths in normalized Elo.
//
// A decision is an enum; the words for it are in the modules that print.
#ifndef NEBEL_STATS_SPRT_H
#define NEBEL_STATS_SPRT_H

#include "base/stats/score.h"

enum {
    // The likelihoods below hold for large samples; with fewer pairs the test goes on.
    SPRT_PAIRS_MIN = 32,
    // Bounds of a plan lie within this many normalized Elo of 0. Engines so far apart need no
    // sequential test.
    SPRT_ELO_MAX = 200,
};

// H0: the first player's normalized Elo is `elo0`; H1: it is `elo1`. The test accepts H1 with
// probability at most about `alpha` at elo0, and H0 with at most about `beta` at elo1.
typedef struct SprtPlan {
    double elo0;
    double elo1;
    double alpha;
    double beta;
} SprtPlan;

typedef enum SprtError {
    SPRT_OK = 0,
    SPRT_ERR_ORDER, // elo0 is not below elo1
    SPRT_ERR_ELO,   // a bound is beyond SPRT_ELO_MAX
    SPRT_ERR_RISK,  // alpha or beta is not between 0 and one half
    SPRT_ERR_COUNT
} SprtError;

typedef enum SprtState { SPRT_GO_ON, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 } SprtState;

// The log-likelihood ratios at which the test accepts H0 and H1: for 5 % and 5 %, -2.94 and 2.94.
typedef struct SprtBounds {
    double lower;
    double upper;
} SprtBounds;

// Returns whether a plan can be tested; the functions below need one that can.
MUST_USE SprtError sprt_check(const SprtPlan *plan);
const char *sprt_error_text(SprtError error);

SprtBounds sprt_bounds(const SprtPlan *plan);

// The log of how many times likelier the pairs are under H1 than under H0, each hypothesis
// represented by the likeliest pentanomial law that satisfies it.
double sprt_llr(const SprtPlan *plan, const PairCounts *pairs);

SprtState sprt_state(const SprtPlan *plan, const PairCounts *pairs);

#endif
