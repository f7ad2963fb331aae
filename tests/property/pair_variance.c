// Measures what separate openings cost: the variance of a pair's score when both games share an
// opening, as they do among our own players, and when each has its own, as they do with guests.
//
//     pair_variance A B [--pairs N] [--nodes N] [--opening N] [--seed S]    (default 400, 1, 2, 1)
//
// The separate openings come from a secret made of the seed, so that a figure can be had again.
// Intervals are of 95 %, by the kurtosis for a variance and by the delta method for the ratio.
#include "games/kriegspiel/kriegspiel.h"
#include "games/registry/games.h"
#include "lab/match/tally.h"
#include "lab/match/workers.h"
#include "oracle/options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The variance of a pair's score, in points a game, and its standard error.
typedef struct Spread {
    double variance, error;
} Spread;

static Spread spread_of(const PairCounts *pairs)
{
    const Score score = score_of_pairs(pairs);
    return (Spread){score.variance, score.variance * sqrt((score.kurtosis - 1) / score.samples)};
}

static bool count_pair(void *context, const PairResult *result)
{
    tally_add(context, result);
    return true;
}

static Spread measure(const Plan *plan, const char *name)
{
    char why[200];
    Text message = TEXT_IN(why);
    const WorkersPlan workers = {.plan = plan, .threads = 2};
    static Tally tally;
    tally_init(&tally, plan);
    const WorkersError error =
        workers_run(&workers, &memory_heap, (PairSink){count_pair, &tally}, &message);
    if (error) {
        fprintf(stderr, "%s: %s\n", workers_error_text(error), why);
        exit(EXIT_FAILURE);
    }
    const PairCounts *pairs = &tally_match(&tally)->pairs;
    const Spread spread = spread_of(pairs);
    printf("%s: pairs %u %u %u %u %u, variance %.5f (%.5f to %.5f)\n", name, pairs->count[0],
           pairs->count[1], pairs->count[2], pairs->count[3], pairs->count[4], spread.variance,
           spread.variance - 1.96 * spread.error, spread.variance + 1.96 * spread.error);
    return spread;
}

int main(int count, char **words)
{
    KriegspielRules rules;
    Spec spec;
    char why[200];
    Text message = TEXT_IN(why);
    if (count < 3) {
        fprintf(stderr, "usage: pair_variance A B [OPTION...]\n");
        return EXIT_FAILURE;
    }
    Plan plan = {.player_count = 2,
                 .players = {words[1], words[2]},
                 .game = game_find("kriegspiel", &spec, &message),
                 .rules = (const Rules *)&rules,
                 .seed = number_option(count, words, "--seed", 1),
                 .rounds = number_option(count, words, "--pairs", 400),
                 .opening_moves = (uint32_t)number_option(count, words, "--opening", 2),
                 .limits.tries.nodes = number_option(count, words, "--nodes", 1)};
    if (!plan.game || !plan.game->read(&spec, (Rules *)&rules, &message)) {
        fprintf(stderr, "%s\n", why);
        return EXIT_FAILURE;
    }
    Secret secret = {{0}};
    memcpy(secret.bytes, &plan.seed, sizeof plan.seed);
    const Spread shared = measure(&plan, "shared openings  ");
    plan.secret = &secret;
    const Spread separate = measure(&plan, "separate openings");
    const double ratio = separate.variance / shared.variance;
    const double error =
        ratio * hypot(separate.error / separate.variance, shared.error / shared.variance);
    printf("ratio of the variances %.3f (%.3f to %.3f)\n", ratio, ratio - 1.96 * error,
           ratio + 1.96 * error);
    return EXIT_SUCCESS;
}
