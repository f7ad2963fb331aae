// A guest: any program that speaks the bot protocol, as a player. `cmd:./mybot` in a player string.
//
// The program is started when it sits down and leaves at the end of the game, so that it remembers
// nothing from one game to the next. Whatever goes wrong with it is PLAYER_ERR_GUEST with a sentence
// in the player's message; the program is then gone with all it started.
#ifndef NEBEL_GUEST_GUEST_H
#define NEBEL_GUEST_GUEST_H

#include "player/player.h"

// How late an answer may be when the seating does not say.
enum { GUEST_PATIENCE_MS = 10000 };

extern const PlayerKind guest_player;

// A player for a command of the shell. `options` is a specification that can be parsed,
// `cmd(k=3)`; what it sets the program must have. NULL if there is no memory.
Player *guest_create(const Memory *memory, const char *command, const char *options);

#endif
