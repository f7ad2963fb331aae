// Ratings of many players from who beat whom: Bradley and Terry's model (1952), draws as half wins.
//
// Each player also has one virtual drawn game against a player of rating 0. It keeps every rating
// finite, also of a player who won or lost everything, and joins groups that never met.
#ifndef NEBEL_STATS_RATING_H
#define NEBEL_STATS_RATING_H

#include "base/stats/score.h"

enum {
    RATING_PLAYERS_MAX = 64,
    RATING_MEAN = RATING_PLAYERS_MAX, // as an anchor: the mean of all players
};

// The games of two players, counted as the first one's wins and losses. Two players may have several
// such rows.
typedef struct RatingRow {
    uint8_t first;
    uint8_t second;
    Trinomial games;
} RatingRow;

// Rates players 0 to `players` - 1 in Elo, with 95 % intervals, counted from `anchor`: one of them,
// who gets 0 and no width, or RATING_MEAN. The same rows give the same ratings, always: Newton's
// method to a fixed tolerance. `estimates` holds `players`.
void rating_fit(const RatingRow *rows, uint32_t row_count, uint32_t players, uint32_t anchor,
                Estimate *estimates);

#endif
