// A ratio of two counts over many games, such as tries by moves: what one game has of both is not independent, so the game is
// the sample, and the interval comes from the scatter between games.
#ifndef NEBEL_STATS_RATIO_H
#define NEBEL_STATS_RATIO_H

#include "base/stats/estimate.h"

// Sums over games of both counts, their squares and their product.
typedef struct RatioSums {
    uint32_t games;
    uint64_t above, below;
    uint64_t above_squares, below_squares, products;
} RatioSums;

static inline void ratio_add(RatioSums *sums, uint32_t above, uint32_t below)
{
    sums->games++;
    sums->above += above;
    sums->below += below;
    sums->above_squares += (uint64_t)above * above;
    sums->below_squares += (uint64_t)below * below;
    sums->products += (uint64_t)above * below;
}

// Returns the ratio of the sums, with an interval that reaches so many standard errors (the linear approximation of Cochran, Sampling
// Techniques, 1977, chapter 6). A single game says nothing about the scatter: the interval is unbounded. Games that all agree could
// agree by chance: where none of n differs, up to 3 of them in n may (95 %), each by one count or more, so the interval reaches that far
// at least. `below` is not 0.
static inline Estimate ratio_estimate(const RatioSums *sums, double reach)
{
    const double games = sums->games, below = (double)sums->below;
    const double ratio = (double)sums->above / below;
    const double scatter = (double)sums->above_squares - 2 * ratio * (double)sums->products +
                           ratio * ratio * (double)sums->below_squares;
    const double unseen = -log(2 * normal_cdf(-reach)) / below;
    const double half =
        games > 1 ? fmax(unseen, reach * sqrt(fmax(0, scatter) * games / (games - 1)) / below)
                  : INFINITY;
    return (Estimate){ratio, ratio - half, ratio + half};
}

#endif
