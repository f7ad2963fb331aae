// What players need from outside of this program: other programs, and threads. A build without processes and threads has
// alone.c in place of outside.c. For this room only.
#ifndef NEBEL_ROSTER_OUTSIDE_H
#define NEBEL_ROSTER_OUTSIDE_H

#include "engine/core/player.h"

// Opens the guest that a string names. False if the string names no guest; true with `*player` NULL and a message if it
// cannot be opened.
bool roster__open_guest(const Memory *memory, const char *string, Player **player, Text *message);

// Whether the program that the option `engine` names is there; if not, with a message. A user then learns it before the first
// game.
bool roster__has_engine(const PlayerKind *kind, const OptionValues *options, Text *message);

// Gives a player what it may use: advisers that value boards, and a crew.
void roster__equip(Player *player);

#endif
