// The counts of a match or tournament so far, pair by pair. Reports are made from them elsewhere.
#ifndef NEBEL_MATCH_TALLY_H
#define NEBEL_MATCH_TALLY_H

#include "base/stats/rating.h"
#include "lab/match/pair.h"

enum {
    ENDINGS_MAX = 256, // every code an ending can have
    PREFIXES_MAX = 32, // more than any match has: the last would be of 2^31 pairs
};

// The games of two players; wins and losses are those of the first.
typedef struct Meeting {
    PairCounts pairs;
    Trinomial games;
    Trinomial by_seat[2]; // games in which the first player had this seat
} Meeting;

typedef struct Tally {
    const Plan *plan;
    const Secret *secret; // of this run, after its last external program has ended; else NULL
    uint64_t secretless;  // pairs of runs that were killed before their secret was written
    uint64_t pairs, attempts, plies;
    uint32_t wins_by_ending[ENDINGS_MAX], draws_by_ending[ENDINGS_MAX];
    uint32_t forfeits[PLAN_PLAYERS_MAX];                  // by player, as the next
    uint32_t flags[PLAN_PLAYERS_MAX];                     // games lost on time
    char last_reason[REASON_MAX];                         // of the latest forfeit
    uint32_t last_forfeiter;                              // whose it was
    uint64_t hash;                                        // of all pairs in order
    uint64_t prefix_hashes[PREFIXES_MAX];                 // of the first 1, 2, 4, 8 ... pairs
    uint32_t prefix_count;                                // of these hashes
    Meeting meetings[PLAN_PLAYERS_MAX][PLAN_PLAYERS_MAX]; // [first][second], first < second
} Tally;

void tally_init(Tally *tally, const Plan *plan);
void tally_add(Tally *tally, const PairResult *result);

// Returns the meeting of a match of two players.
static inline const Meeting *tally_match(const Tally *tally)
{
    return &tally->meetings[0][1];
}

SprtState tally_sprt(const Tally *tally);
// Returns whether the sequential test ends the match here.
bool tally_is_decided(const Tally *tally);

// Rates all players, with a mean of 0; `estimates` has room for all players of the plan.
void tally_ratings(const Tally *tally, Estimate *estimates);

// Returns all games of one player; wins are its own.
Trinomial tally_player(const Tally *tally, uint32_t player);

#endif
