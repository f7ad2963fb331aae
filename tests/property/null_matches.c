// Plays real matches between a player and itself, through the laboratory's own threads, and holds
// its Elo to its word: 95 % intervals hold the truth, which is 0, as often as they promise.
//
//     null_matches [--matches N] [--pairs N] [--seed S]    (default 200, 100, 1)
//
// The share of intervals that hold 0 must lie within its binomial 99.9 % interval, both ends.
// Matches are no shorter, and the board is a small one where fewer games are drawn, because the
// intervals lean on the normal law: of a few dozen pairs that are nearly all even they hold the
// truth too seldom.
#include "base/stats/score.h"
#include "games/kriegspiel/kriegspiel.h"
#include "games/registry/games.h"
#include "lab/match/tally.h"
#include "lab/match/workers.h"
#include "oracle/options.h"
#include "unit/binomial_range.h"

#include <stdio.h>

static bool count_pair(void *context, const PairResult *result)
{
    tally_add(context, result);
    return true;
}

static bool play(const Plan *plan, Tally *tally)
{
    char why[200];
    Text message = TEXT_IN(why);
    const WorkersPlan workers = {.plan = plan, .threads = 2};
    tally_init(tally, plan);
    const WorkersError error =
        workers_run(&workers, &memory_heap, (PairSink){count_pair, tally}, &message);
    if (error)
        fprintf(stderr, "%s: %s\n", workers_error_text(error), why);
    return !error;
}

// Whether the interval of one match holds 0; false with a message, and `*is_played` false, if it
// could not be played.
static bool holds_truth(const Plan *plan, bool *is_played)
{
    Tally *tally = malloc(sizeof *tally);
    *is_played = tally && play(plan, tally);
    bool holds = false;
    if (*is_played) {
        const Meeting *meeting = tally_match(tally);
        const Score score = score_of_match(&meeting->pairs, &meeting->games);
        const Estimate elo = elo_logistic(&score);
        holds = elo.low <= 0 && 0 <= elo.high;
    }
    free(tally);
    return holds;
}

int main(int count, char **words)
{
    const uint32_t matches = (uint32_t)number_option(count, words, "--matches", 200);
    const uint64_t first_seed = number_option(count, words, "--seed", 1);
    KriegspielRules rules;
    Spec spec;
    char why[200];
    Text message = TEXT_IN(why);
    Plan plan = {.player_count = 2,
                 .players = {"random", "random"},
                 .game = game_find("kriegspiel(rules=icc,board=5x5)", &spec, &message),
                 .rules = (const Rules *)&rules,
                 .rounds = number_option(count, words, "--pairs", 100),
                 .opening_moves = 2,
                 .limits.tries.nodes = 1};
    if (!plan.game || !plan.game->read(&spec, (Rules *)&rules, &message)) {
        fprintf(stderr, "%s\n", why);
        return EXIT_FAILURE;
    }
    uint32_t inside = 0;
    bool is_played = true;
    for (uint32_t i = 0; i < matches && is_played; i++) {
        plan.seed = first_seed + i;
        inside += holds_truth(&plan, &is_played);
    }
    const BinomialRange range = binomial_range(matches, 0.95, 0.999);
    printf("seeds from %llu: of %u null matches of %llu pairs, %u intervals hold 0 (%.1f %%, %u to "
           "%u allowed)\n",
           (unsigned long long)first_seed, matches, (unsigned long long)plan.rounds, inside,
           100.0 * inside / matches, range.low, range.high);
    return is_played && inside >= range.low && inside <= range.high ? EXIT_SUCCESS : EXIT_FAILURE;
}
