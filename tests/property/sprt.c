// Plays simulated matches and holds the statistics to their promises: the sequential test errs no
// more often than its plan allows, and 95 % intervals hold the truth 95 times in 100.
//
//     sprt [--matches N] [--seed S]            N matches a hypothesis (default 2000)
//
// Matches are drawn from pentanomial laws whose normalized Elo is known exactly. The test of the
// test: H1 is accepted in no more matches at elo0, and H0 in no more at elo1, than the upper end of
// the binomial 99.9 % interval at alpha and beta; the share of intervals that hold the truth lies
// within its own, both ends.
#include "base/stats/sprt.h"
#include "base/rng.h"
#include "base/stats/score.h"
#include "oracle/options.h"
#include "unit/binomial_range.h"

#include <stdio.h>

#define CONFIDENCE 0.999

// The chance of each pair score.
typedef struct Law {
    double chance[PAIR_SCORES];
} Law;

// PairPlayer as engines of equal strength play them: some 40 in 100 of sharp games' pairs are even, or
// 60 in 100 of drawish ones.
static const Law sharp = {{0.10, 0.20, 0.40, 0.20, 0.10}};
static const Law drawish = {{0.03, 0.17, 0.60, 0.17, 0.03}};

// Multiplies each chance by e to the `tilt` for every half point.
static Law tilt_law(const Law *law, double tilt)
{
    Law tilted;
    double sum = 0;
    for (unsigned i = 0; i < PAIR_SCORES; i++)
        sum += tilted.chance[i] = law->chance[i] * exp(tilt * i);
    for (unsigned i = 0; i < PAIR_SCORES; i++)
        tilted.chance[i] /= sum;
    return tilted;
}

static double mean_of(const Law *law)
{
    double mean = 0;
    for (unsigned i = 0; i < PAIR_SCORES; i++)
        mean += law->chance[i] * i / 4.0;
    return mean;
}

// Straight from the definition: what the room computes from counts must agree with this.
static double normalized_elo_of(const Law *law)
{
    const double mean = mean_of(law);
    double variance = 0;
    for (unsigned i = 0; i < PAIR_SCORES; i++)
        variance += law->chance[i] * (i / 4.0 - mean) * (i / 4.0 - mean);
    return (mean - 0.5) / sqrt(2 * variance) * 800 / log(10);
}

// The law of this shape with normalized Elo `elo`, by halving.
static Law law_at(const Law *shape, double elo)
{
    double low = -5, high = 5;
    for (unsigned i = 0; i < 100; i++) {
        const double middle = (low + high) / 2;
        const Law law = tilt_law(shape, middle);
        *(normalized_elo_of(&law) < elo ? &low : &high) = middle;
    }
    return tilt_law(shape, low);
}

static void play_pair(Rng *rng, const Law *law, PairCounts *pairs)
{
    double at = rng_share(rng);
    unsigned score = 0;
    while (score + 1 < PAIR_SCORES && at >= law->chance[score])
        at -= law->chance[score++];
    pairs->count[score]++;
}

static SprtState play_until_decided(Rng *rng, const Law *law, const SprtPlan *plan,
                                    uint64_t *pairs_played)
{
    PairCounts pairs = {0};
    SprtState state = SPRT_GO_ON;
    for (; state == SPRT_GO_ON; ++*pairs_played) {
        play_pair(rng, law, &pairs);
        state = sprt_state(plan, &pairs);
    }
    return state;
}

// Plays at one end of the plan and counts verdicts for the other.
static bool keeps_risk(Rng *rng, const Law *shape, const SprtPlan *plan, SprtState wrong,
                       uint32_t matches)
{
    const double elo = wrong == SPRT_ACCEPT_H1 ? plan->elo0 : plan->elo1;
    const double risk = wrong == SPRT_ACCEPT_H1 ? plan->alpha : plan->beta;
    const Law law = law_at(shape, elo);
    const uint32_t limit = binomial_range(matches, risk, CONFIDENCE).high;
    uint32_t errors = 0;
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < matches; i++)
        errors += play_until_decided(rng, &law, plan, &pairs) == wrong;
    printf("sprt [%g, %g] at nElo %g: %u of %u verdicts wrong (%.2f %%, plan %g %%, limit %u), "
           "%.1f pairs a match\n",
           plan->elo0, plan->elo1, elo, errors, matches, 100.0 * errors / matches, 100 * risk,
           limit, (double)pairs / matches);
    return errors <= limit;
}

static bool holds(Estimate estimate, double truth)
{
    return estimate.low <= truth && truth <= estimate.high;
}

static bool judge_share(const char *what, double elo, uint32_t inside, uint32_t matches)
{
    const BinomialRange range = binomial_range(matches, 0.95, CONFIDENCE);
    printf("%s at nElo %g: %u of %u intervals hold the truth (%.2f %%, %u to %u allowed)\n", what,
           elo, inside, matches, 100.0 * inside / matches, range.low, range.high);
    return inside >= range.low && inside <= range.high;
}

// Plays whole matches and counts how often each interval holds the law's own figure.
static bool intervals_hold(Rng *rng, const Law *shape, double elo, uint32_t matches,
                           uint32_t pairs_each)
{
    const Law law = law_at(shape, elo);
    const double logistic = elo_from_score(mean_of(&law));
    uint32_t logistic_inside = 0, normalized_inside = 0;
    for (uint32_t i = 0; i < matches; i++) {
        PairCounts pairs = {0};
        for (uint32_t k = 0; k < pairs_each; k++)
            play_pair(rng, &law, &pairs);
        const Score score = score_of_pairs(&pairs);
        logistic_inside += holds(elo_logistic(&score), logistic);
        normalized_inside += holds(elo_normalized(&score), elo);
    }
    const bool logistic_right = judge_share("Elo", elo, logistic_inside, matches);
    return judge_share("normalized Elo", elo, normalized_inside, matches) && logistic_right;
}

int main(int count, char **words)
{
    const uint32_t matches = (uint32_t)number_option(count, words, "--matches", 2000);
    const uint64_t seed = number_option(count, words, "--seed", 1);
    const SprtPlan plan = {0, 40, 0.05, 0.05}, uneven = {-30, 30, 0.02, 0.1};
    Rng rng = rng_from_seed(seed);
    bool right = true;
    printf("seed %llu\n", (unsigned long long)seed);
    right &= keeps_risk(&rng, &sharp, &plan, SPRT_ACCEPT_H1, matches);
    right &= keeps_risk(&rng, &sharp, &plan, SPRT_ACCEPT_H0, matches);
    right &= keeps_risk(&rng, &drawish, &uneven, SPRT_ACCEPT_H1, matches);
    right &= keeps_risk(&rng, &drawish, &uneven, SPRT_ACCEPT_H0, matches);
    right &= intervals_hold(&rng, &sharp, 0, 200, 200);
    right &= intervals_hold(&rng, &drawish, 0, matches, 200);
    right &= intervals_hold(&rng, &sharp, 250, matches, 500);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
