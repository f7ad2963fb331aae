// What a player that imagines boards makes of its hearings: the last observation at once, its pool only when the player
// is asked, so that the time it costs is counted.
#ifndef NEBEL_PLAYER_LISTENING_H
#define NEBEL_PLAYER_LISTENING_H

#include "belief/observation.h"
#include "belief/pool.h"
#include "player/player.h"

typedef struct Listening {
    Observation observation; // of Kriegspiel alone
    SeatLog unheard;         // what the pool has not taken in yet
    Pool *pool;              // NULL until it was first asked for
} Listening;

// A new game; what was heard of the one before is given back.
void listening_begin(Listening *listening, const Player *player);
void listening_done(Listening *listening, const Player *player); // accepts a zeroed one

MUST_USE PlayerError listening_hear(Listening *listening, const Player *player, Try own,
                                    const Hearing *heard);

// Brings the pool up to date. `limit` and `cut` are those of a PoolPlan, for when it is opened. A pool that is being
// drawn anew gets no more of the time than leaves half of it to think with; the rest of that work waits for the next
// try.
MUST_USE PlayerError listening_take_in(Listening *listening, Player *player, uint32_t limit,
                                       uint32_t cut, const Meter *meter);

#endif
