// What the players of Kriegspiel share. For their room only.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_PLAYS_H
#define NEBEL_KRIEGSPIEL_PLAYER_PLAYS_H

#include "game/game.h"

// The slot `plays` of a player of Kriegspiel alone.
bool player__plays_kriegspiel(const Game *game);

#endif
