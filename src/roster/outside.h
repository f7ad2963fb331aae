// Players that need more than this program: other programs behind a seat or beside a player, and threads. A build without
// processes and threads has alone.c in place of outside.c. For this room only.
#ifndef NEBEL_ROSTER_OUTSIDE_H
#define NEBEL_ROSTER_OUTSIDE_H

#include "player/player.h"

// Opens the guest that a string names. False if the string names no guest; true with `*player` NULL and a message if it
// cannot be opened.
bool roster__open_guest(const Memory *memory, const char *string, Player **player, Text *message);

// Whether the program is there that the option `engine` names, if it names one: better said now than in game 1.
bool roster__has_engine(const PlayerKind *kind, const OptionValues *options, Text *message);

// Gives a player what it may use: programs that value boards, and a crew.
void roster__equip(Player *player);

#endif
