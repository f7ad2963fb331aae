// Strength in Elo, logistic and normalized, and how sure one may be of it.
//
// Swapping the players negates every Elo here exactly, ends of intervals included. A score of 0 or
// 1 is an Elo of minus or plus INFINITY.
#ifndef NEBEL_STATS_ELO_H
#define NEBEL_STATS_ELO_H

#include "stats/score.h"

// 800 / ln 10. In games without draws between near equals, a lead of one standard deviation a game
// is this many Elo; normalized Elo is the lead in standard deviations a game times this, always.
#define ELO_OF_DEVIATION 347.43558552260146

// The logistic scale: 400 Elo are odds of ten to one.
double elo_from_score(double score);
double elo_to_score(double elo);

// Elo with the interval of the mean score seen through the logistic scale.
Estimate elo_logistic(const Score *score);

// Normalized Elo (Van den Bergh): what a game tells about who is stronger, whatever the share
// of draws. The standard deviation of a game is taken as sqrt(2) times that of a pair's score: that
// of single games which, were they independent, would make pairs as they are. If all samples are
// alike it is 0 or infinite, and nothing bounds it.
Estimate elo_normalized(const Score *score);

// Likelihood of superiority: the chance that the first player is the stronger, given the results
// and no opinion beforehand.
double elo_los(const Score *score);

#endif
