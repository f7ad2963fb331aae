// A guest: any program that speaks the bot protocol, as a player. `cmd:./mybot` in a player string.
//
// The program is started when the player sits down and ends with the game, so that it remembers nothing from one game to
// the next. If anything goes wrong with it, the error is PLAYER_ERR_GUEST, the player's message says why, and the program is
// killed with all processes that it started.
#ifndef NEBEL_GUEST_GUEST_H
#define NEBEL_GUEST_GUEST_H

#include "engine/core/player.h"

// How late an answer may be if the seating does not say.
enum { GUEST_PATIENCE_MS = 10000 };

extern const PlayerKind guest_player;

// A player for a shell command. `options` is a valid specification such as `cmd(k=3)`; the program must have the options
// that it sets. NULL if there is no memory.
Player *guest_create(const Memory *memory, const char *command, const char *options);

#endif
