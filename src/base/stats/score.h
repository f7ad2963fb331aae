// The results of a match: counts, and the moments from which every figure is computed.
//
// A pair is two games with colours swapped from one opening. Its games are not independent, but
// pairs are; so the pair is the sample wherever there are pairs, and its five scores are counted
// (the pentanomial). Single games are the sample only where nothing better is known.
//
// Strength in Elo, logistic and normalized, with intervals. Swapping the players negates every Elo here exactly, ends of intervals
// included. A score of 0 or 1 is an Elo of minus or plus INFINITY.
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

// 800 / ln 10. In games without draws between near equals, a lead of one standard deviation a game
// is this many Elo; normalized Elo is the lead in standard deviations a game times this, always.
#define ELO_OF_DEVIATION 347.43558552260146

// The logistic scale: 400 Elo are odds of ten to one.
double elo_from_score(double score);
double elo_to_score(double elo);

// Elo with the interval of the mean score seen through the logistic scale.
Estimate elo_logistic(const Score *score);

// Normalized Elo (Van den Bergh): how much one game tells about who is stronger, whatever the share
// of draws. The standard deviation of a game is taken as sqrt(2) times that of a pair's score, as if
// the two games of a pair were independent. If all samples are equal it is 0 or infinite, and the
// interval is unbounded.
Estimate elo_normalized(const Score *score);

// Likelihood of superiority: the probability that the first player is the stronger, given the results
// and a flat prior.
double elo_los(const Score *score);

#endif
