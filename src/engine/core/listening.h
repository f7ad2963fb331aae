// The pool of a player. Hearings are stored and go into the pool only when the player is asked for a try, so that the
// time it costs is counted.
#ifndef NEBEL_PLAYER_LISTENING_H
#define NEBEL_PLAYER_LISTENING_H

#include "engine/core/player.h"
#include "engine/core/pool.h"

typedef struct Listening {
    SeatLog unheard; // hearings that the pool has not taken in yet
    Pool *pool;      // NULL before the first try of a game
} Listening;

// Ends a game and frees what belongs to it. Accepts a zeroed Listening, and leaves it zeroed.
void listening_done(Listening *listening, const Player *player);

MUST_USE PlayerError listening_hear(Listening *listening, const Player *player, Try own,
                                    const Hearing *heard);

// What the pool is created with; see PoolPlan. A later try may have a smaller limit than the first, which makes the pool smaller.
typedef struct ListeningPlan {
    const BeliefModel *model;
    uint32_t limit, cut;
    const Policy *policy; // of the opponent; NULL if all moves are equally likely
    // If not NULL, called before the pool takes in a hearing, with the boards of before.
    void (*learn)(void *context, const Boards *boards, const Hearing *heard);
    void *context;
} ListeningPlan;

// Brings the pool up to date; the first call creates it by `plan`. A revival may use at most half of the time that is
// left; the rest of its work waits for the next try.
MUST_USE PlayerError listening_take_in(Listening *listening, Player *player,
                                       const ListeningPlan *plan, const Meter *meter);

#endif
