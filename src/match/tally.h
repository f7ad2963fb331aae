// What a match or tournament has come to so far: pairs in, counts out. The figures people read are
// made from it elsewhere.
#ifndef NEBEL_MATCH_TALLY_H
#define NEBEL_MATCH_TALLY_H

#include "match/pair.h"
#include "stats/rating.h"

enum { ENDINGS_MAX = 256 }; // every code an ending can have

// Two players' games, as the first of them sees it.
typedef struct Meeting {
    PairCounts pairs;
    Trinomial games;
    Trinomial by_seat[2]; // the games in which it had the first seat, and the second
} Meeting;

typedef struct Tally {
    const Plan *plan;
    const Secret *secret; // of the pairs played now, once the last guest has left; NULL before
    uint64_t secretless;  // pairs of runs that were killed before they could tell their secret
    uint64_t pairs, attempts, plies;
    uint32_t wins_by_ending[ENDINGS_MAX], draws_by_ending[ENDINGS_MAX];
    uint32_t forfeits[PLAN_PLAYERS_MAX];
    char last_reason[REASON_MAX];                         // of the latest forfeit
    uint64_t hash;                                        // of all pairs in order
    Meeting meetings[PLAN_PLAYERS_MAX][PLAN_PLAYERS_MAX]; // [first][second], first < second
} Tally;

void tally_init(Tally *tally, const Plan *plan);
void tally_add(Tally *tally, const PairResult *result);

// Of a match of two.
static inline const Meeting *tally_match(const Tally *tally)
{
    return &tally->meetings[0][1];
}

SprtState tally_sprt(const Tally *tally);
// Whether the sequential test ends the match here.
bool tally_is_decided(const Tally *tally);

// Rates all players, around their mean; `estimates` has room for the plan's players.
void tally_ratings(const Tally *tally, Estimate *estimates);

// All games of one player, as it sees them.
Trinomial tally_player(const Tally *tally, uint32_t player);

#endif
