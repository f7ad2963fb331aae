// Tuning by matches: simultaneous perturbation stochastic approximation (Spall 1992).
//
// A step changes all values at once, each up or down by chance, and measures this setting and the opposite one. The
// difference of the two scores says which way to move. Two measurements a step are enough for any number of values.
// Steps shrink as Spall (1998) advises.
#ifndef NEBEL_STATS_SPSA_H
#define NEBEL_STATS_SPSA_H

#include "base/rng.h"

enum { SPSA_VALUES_MAX = 16, SPSA_STEPS_MAX = 1000000 };

typedef struct SpsaPlan {
    uint32_t count; // of the values
    double min[SPSA_VALUES_MAX], max[SPSA_VALUES_MAX], start[SPSA_VALUES_MAX];
    double reach;   // how far a value is first moved to either side, as a share of its range
    uint32_t steps; // that are planned
    uint64_t seed;
} SpsaPlan;

// Plain data. A value is kept as its share of the range, 0 to 1.
typedef struct Spsa {
    SpsaPlan plan;
    uint32_t taken; // steps so far
    double share[SPSA_VALUES_MAX];
    double sum[SPSA_VALUES_MAX];  // of the shares after each step of the second half
    double side[SPSA_VALUES_MAX]; // of the next step: +1 or -1
    Rng rng;
} Spsa;

void spsa_init(Spsa *spsa, const SpsaPlan *plan);

// The two settings to compare in the next step; they stay the same until spsa_take_result.
void spsa_ask(const Spsa *spsa, double *plus, double *minus);

// `difference` is the score of `plus` less that of `minus`, -1 to 1.
void spsa_take_result(Spsa *spsa, double difference);

// The current values; and the recommended ones: their mean over the second half of the steps, which has less noise.
void spsa_now(const Spsa *spsa, double *values);
void spsa_answer(const Spsa *spsa, double *values);

#endif
