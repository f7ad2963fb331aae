// What a seat holds possible: a weighted set of boards. Each agrees with everything the seat has heard; or it is a
// guess, and the pool says so. README.md of this module explains the method.
//
// While the boards fit the limit, the pool is exact: it has every possible board, with its chance under the opponent's
// policy. Above the limit it is a sample (particle_set.h). A sample dies when none of its boards agrees with a hearing.
// It is then revived: drawn again from an earlier turn, or from the beginning. That takes many times the work of a
// hearing, so it is done in pieces, and the boards that are there can be used meanwhile.
//
// An empty pool makes guesses first, if the model can (FallbackKind): boards that agree with an own turn and with
// everything heard since. The first board with a proven history replaces all guesses.
//
// A pool works for any game by its BeliefModel, and never sees a truth.
#ifndef NEBEL_BELIEF_POOL_H
#define NEBEL_BELIEF_POOL_H

#include "engine/core/boards.h"

typedef struct PoolPlan {
    uint32_t limit; // boards it keeps at most
    // If not 0: above the limit keep about so many successors, all equally likely, and never revive (Parker, Nau and
    // Subrahmanian 2005).
    uint32_t cut;
    uint32_t enough;      // a sample with fewer boards is revived; 32 at least
    const Policy *policy; // of the opponent; NULL if all moves are equally likely
    uint64_t seed;
} PoolPlan;

// For measuring how good a pool is.
typedef struct PoolCounts {
    uint64_t expanded;  // boards that were expanded
    uint32_t deaths;    // how often the pool became empty
    uint32_t revivals;  // how often boards were drawn again from an earlier turn
    uint32_t generated; // boards found by whole histories
    uint32_t guesses;   // how often guesses became boards of the pool
} PoolCounts;

typedef struct Pool Pool;

// A pool before the first hearing. NULL if there is no memory.
Pool *pool_create(const Memory *memory, const BeliefModel *model, const Rules *rules, uint8_t seat,
                  const PoolPlan *plan);
void pool_destroy(Pool *pool); // accepts NULL

// From the next hearing on, keeps no more than `most` boards, nor more than the plan's limit: less time needs a smaller pool.
void pool_bound(Pool *pool, uint32_t most);

// Takes in a hearing, with the own try it answers. False if there is no memory; the pool must then not be used.
MUST_USE bool pool_hear(Pool *pool, Try own, const Hearing *heard);

// Whether the pool has too few boards and is being revived. pool_work goes on with that for about so many expansions;
// it is false if there is no memory, and the pool must then not be used.
bool pool_is_reviving(const Pool *pool);
MUST_USE bool pool_work(Pool *pool, uint64_t expansions);

// For callers without a time limit: takes in a hearing and finishes all revival work.
MUST_USE bool pool_hear_all(Pool *pool, Try own, const Hearing *heard);

// Looks for more boards by whole histories until there are `wanted` proven ones or the expansions are spent. False if
// there is no memory.
MUST_USE bool pool_generate(Pool *pool, uint32_t wanted, uint32_t expansions);

// The boards; their weights sum to 1. Empty only if no board was found that agrees with what was heard.
const Boards *pool_boards(const Pool *pool);
bool pool_is_exact(const Pool *pool);
bool pool_is_guessed(const Pool *pool); // it has boards, and all are guesses
PoolCounts pool_counts(const Pool *pool);

// The latest position in the log, at `position` or before it, at which it is the seat's turn; if `begins`, the position
// at which that turn began. 0 if there was none.
uint32_t fallback_turn(const SeatLog *log, uint8_t seat, uint32_t position, bool begins);

#endif
