// Pools: which games have ratings in common. A pool is a ruleset of a game; docs/adr/0025-ratings.md tells why.
#ifndef NEBEL_PROTOCOL_RATING_POOL_H
#define NEBEL_PROTOCOL_RATING_POOL_H

#include "games/core/game.h"

enum { RATING_POOL_NAME_ROOM = 32 }; // bytes of a name, with its end

// The name of the pool of a game: the value of its option `rules`, or the name of a game that has no such option. Searches find a game by it too.
void rating_pool_name(const Game *game, const Rules *rules, Text *name);

// Returns whether a game is played with what its ruleset has unless told: the usual board, komi and start. Others are in the pool too, and are not rated.
bool rating_pool_is_rated(const Game *game, const Rules *rules);

#endif
