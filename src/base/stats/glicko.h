// Ratings of people and bots who come and go: Glicko-2 (Glickman 2013).
//
// A rating has a deviation, how uncertain it is, and a volatility, how much the strength changes. Games make it more certain, time
// without games less. Games may be rated in periods, as the paper has it, or one by one with the time between them as a part of a period.
#ifndef NEBEL_STATS_GLICKO_H
#define NEBEL_STATS_GLICKO_H

#include "base/base.h"

typedef struct Glicko {
    double rating, deviation, volatility;
} Glicko;

// Somebody who has not played yet.
Glicko glicko_new(void);

// A game: the opponent as it was before the period, and 1 for a win, 0.5 for a draw, 0 for a loss.
typedef struct GlickoGame {
    double rating, deviation, score;
} GlickoGame;

// Time goes by without games: so many periods, or a part of one. The deviation grows, at most to that of somebody new.
Glicko glicko_wait(Glicko glicko, double periods);

// The rating after a time with these games: one period, as in the paper, or the part of one since the last game. `constraint` is the paper's
// tau, 0.3 to 1.2: a small one keeps the volatility from following single surprising results.
Glicko glicko_play(Glicko glicko, double periods, const GlickoGame *games, uint32_t count,
                   double constraint);

// What the first is expected to score against the second, from 0 to 1; the uncertainty of both counts.
double glicko_expected(Glicko first, Glicko second);

#endif
