// When a player gives a game up, and how it offers and answers draws.
//
// It goes by its own chance to win alone, as it was at its last turns; an offer tells nothing about the board.
#ifndef NEBEL_PLAYER_COURTESY_H
#define NEBEL_PLAYER_COURTESY_H

#include "engine/core/player.h"

// A plain value; begins zeroed.
typedef struct Courtesy {
    bool has_offer;       // the opponent's stands
    bool has_offered;     // since the own last move
    uint32_t lost_turns;  // in a row, in which the chance to win was below the bound
    uint32_t level_turns; // in a row, in which the game was level
    bool is_counted;      // this turn
} Courtesy;

void courtesy_hear(Courtesy *courtesy, uint8_t seat, const Hearing *heard);

// Puts something else in the place of the try that was chosen, if it is time for it. `resign_below` is a chance to win; 0 for never.
void courtesy_choose(Courtesy *courtesy, double resign_below, Choice *choice);

#endif
