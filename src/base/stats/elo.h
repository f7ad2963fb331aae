// Strength in Elo, logistic and normalized, with intervals.
//
// Swapping the players negates every Elo here exactly, ends of intervals included. A score of 0 or
// 1 is an Elo of minus or plus INFINITY.
#ifndef NEBEL_STATS_ELO_H
#define NEBEL_STATS_ELO_H

#include "base/stats/score.h"

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
