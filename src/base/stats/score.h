// The results of a match: counts, and the moments from which every figure is computed.
//
// A pair is two games with colours swapped from one opening. Its games are not independent, but
// pairs are; so the pair is the sample wherever there are pairs, and its five scores are counted
// (the pentanomial). Single games are the sample only where nothing better is known.
#ifndef NEBEL_STATS_SCORE_H
#define NEBEL_STATS_SCORE_H

#include "base/stats/estimate.h"

enum { PAIR_SCORES = 5 };

// Pairs by the points of the first player: 0, ½, 1, 1½ or 2.
typedef struct PairCounts {
    uint32_t count[PAIR_SCORES];
} PairCounts;

// Games by the first player's result.
typedef struct Trinomial {
    uint32_t wins;
    uint32_t draws;
    uint32_t losses;
} Trinomial;

// A sample is a pair or a single game. Its score is its points for each game, from 0 to 1.
typedef struct Score {
    double samples;
    double games_each; // games in a sample: 2 or 1
    double lead;       // mean score less one half, so that swapping the players only flips its sign
    double variance;   // of one sample's score, over `samples` and not one less
    double skewness;   // of one sample's score; 0 if all samples are equal
    double kurtosis;   // 3 for a normal distribution; 1, the minimum, if all samples are equal
} Score;

// Adds a game, by the first player's half points: 0, 1 or 2.
void score_add_game(Trinomial *games, unsigned half_points);
// Adds a pair, by the first player's half points in each of its games.
void score_add_pair(PairCounts *pairs, unsigned half_points, unsigned other_half_points);

uint64_t score_count_games(const Trinomial *games);
uint64_t score_count_pairs(const PairCounts *pairs);

Score score_of_pairs(const PairCounts *pairs);
Score score_of_games(const Trinomial *games);
// By pairs if they hold all games of the match; a match with a game outside a pair is judged by single
// games.
Score score_of_match(const PairCounts *pairs, const Trinomial *games);

// The standard error of the mean score.
double score_error(const Score *score);

// The lead with its 95 % interval, within -½ and ½. Samples that are all equal say nothing about their
// variance, and the plain interval would have no width. There it is Wilson's, which assumes the largest
// variance possible.
Estimate score_lead(const Score *score);

// How many standard errors the first player is ahead; equal samples as above.
double score_z(const Score *score);

Estimate score_draw_ratio(const Trinomial *games);

#endif
