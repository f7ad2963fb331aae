// One game between two players: a table between them, their budgets, and what becomes of a player
// that fails.
#ifndef NEBEL_MATCH_GAME_PLAYER_H
#define NEBEL_MATCH_GAME_PLAYER_H

#include "match/plan.h"

enum { REASON_MAX = 160 }; // bytes of a sentence on why a player forfeited

typedef struct GamePlayer {
    const Plan *plan;
    const Clocks *clocks; // real time; not read in a deterministic plan
    Player *players[2];   // by seat
    uint32_t numbers[2];  // the same: theirs in the plan
    uint64_t seeds[2];    // the same
    const Try *opening;
    uint32_t opening_count;
} GamePlayer;

typedef struct GameResult {
    uint8_t winner, ending;
    uint32_t attempts; // that the players made themselves
    uint32_t plies;
    char reason[REASON_MAX]; // why a player forfeited; "" if none did
} GameResult;

// Plays to the end and writes the game's script. False if there was no memory, with both outputs
// untouched but for a cut script.
MUST_USE bool game_player_play(const GamePlayer *game_player, const Memory *memory,
                               GameResult *result, Text *script);

// Draws an opening of the plan's length: legal moves in turn, none of which ends the game, each
// seat's by its own chance (which may be the same for both). Returns how many; fewer if chance led
// to where there are none. `views` are two of the game's views, `truths` two of its truths, `tries` a
// turn's; all are overwritten.
typedef struct OpeningRoom {
    void *views[2], *truths[2];
    Try *tries;
} OpeningRoom;
uint32_t opening_draw(const Plan *plan, Rng *const chance[2], const OpeningRoom *room,
                      Try *opening);

#endif
