// What a seat holds possible: boards with weights, each in agreement with everything the seat has heard, or else guessed and
// called so.
//
// While there are few enough, the pool is exact: every board to which some sequence of unheard doings leads, with its
// chance under the opponent's policy. Above its limit it becomes a sample of such boards, drawn by chance (a
// look-ahead filter: a board counts by the share of its replies that sound as was heard). A sample can die, when
// the truth had been left out; it is then drawn anew from an earlier turn, or from the beginning. That takes many times
// the work of a hearing, so it is done in pieces, and what boards there are can be used meanwhile.
//
// A sample without a board makes guesses first (fallback.h), if the game offers that: boards that agree with an own turn and
// with everything heard since. They go on as a sample does until a history is found that
// leads to another board; for that one they are all given up, since of it something is proven and of them nothing.
//
// Works through the seam for any game, and never sees a truth.
#ifndef NEBEL_BELIEF_POOL_H
#define NEBEL_BELIEF_POOL_H

#include "belief/fallback.h"

typedef struct PoolPlan {
    uint32_t limit; // boards it keeps
    uint32_t
        cut; // if not 0: above the limit keep so many, any successor as likely as another, and never
             // go back to an earlier turn (Parker, Nau and Subrahmanian 2005)
    uint32_t enough;              // a sample with fewer boards is drawn anew; a few dozen at least
    const Policy *policy;         // of the opponent; NULL if anything is as likely as another
    const FallbackKind *fallback; // the game's; NULL if a sample without a board stays without
    uint64_t seed;
} PoolPlan;

// For those who want to know how good it is.
typedef struct PoolCounts {
    uint64_t expanded;  // boards whose replies were looked through
    uint32_t deaths;    // times it was empty
    uint32_t revivals;  // times it was drawn anew from an earlier turn
    uint32_t generated; // boards found by going through whole histories
    uint32_t guesses;   // times boards were guessed because none was left
} PoolCounts;

typedef struct Pool Pool;

// A pool before anything was heard. NULL if there is no memory.
Pool *pool_create(const Memory *memory, const Game *game, const Rules *rules, uint8_t seat,
                  const PoolPlan *plan);
void pool_destroy(Pool *pool); // accepts NULL

// What the seat heard, with the own try it answers. False if there is no memory; the pool is then no longer good.
MUST_USE bool pool_hear(Pool *pool, Try own, const Hearing *heard);

// Whether the pool has died, or nearly so, and is being drawn anew; and goes on with that for about so many expansions.
// False if there is no memory; the pool is then no longer good.
bool pool_is_reviving(const Pool *pool);
MUST_USE bool pool_work(Pool *pool, uint64_t expansions);

// For those whose time is not counted: hears, and does all the work there is.
MUST_USE bool pool_hear_all(Pool *pool, Try own, const Hearing *heard);

// Looks for more boards by whole histories from the beginning until there are `wanted`, for at most so many expansions.
// False if there is no memory.
MUST_USE bool pool_generate(Pool *pool, uint32_t wanted, uint32_t expansions);

// The boards, their weights summing to 1; empty only if nothing was found that agrees with what was heard.
const Boards *pool_boards(const Pool *pool);
bool pool_is_exact(const Pool *pool);
bool pool_is_guessed(const Pool *pool); // it has boards, and no history is known to lead to them
PoolCounts pool_counts(const Pool *pool);

#endif
