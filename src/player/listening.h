// What a player that imagines boards makes of its hearings: its pool takes them in only when the player is asked, so that
// the time it costs is counted.
#ifndef NEBEL_PLAYER_LISTENING_H
#define NEBEL_PLAYER_LISTENING_H

#include "belief/pool.h"
#include "player/player.h"

typedef struct Listening {
    SeatLog unheard; // what the pool has not taken in yet
    Pool *pool;      // NULL until it was first asked for
} Listening;

// Ends a game: what was heard of it is given back. Accepts a zeroed one, and leaves one.
void listening_done(Listening *listening, const Player *player);

MUST_USE PlayerError listening_hear(Listening *listening, const Player *player, Try own,
                                    const Hearing *heard);

// What a pool is opened with: as in a PoolPlan.
typedef struct ListeningPlan {
    uint32_t limit, cut;
    const FallbackKind *fallback;
} ListeningPlan;

// Brings the pool up to date, which is opened by `plan` at first. A pool that is being
// drawn anew gets no more of the time than leaves half of it to think with; the rest of that work waits for the next
// try.
MUST_USE PlayerError listening_take_in(Listening *listening, Player *player,
                                       const ListeningPlan *plan, const Meter *meter);

#endif
