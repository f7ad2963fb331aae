// From a player string to a player: `random`, `capturer(pawn_tries=1)`, or `cmd:./mybot` for any
// program that speaks the bot protocol, with its options `cmd(k=3):./mybot`.
#ifndef NEBEL_ROSTER_ROSTER_H
#define NEBEL_ROSTER_ROSTER_H

#include "player/player.h"

extern const PlayerKind *const roster_kinds[]; // ended by NULL
const PlayerKind *roster_kind(Slice name);     // NULL if unknown

// Whether a string names a guest: a program that somebody brought along, and that is not trusted.
bool roster_is_guest(const char *string);
// Why the guest that a string names would have no whole box on this machine; NULL if it would, or names no guest.
const char *roster_lack(const char *string);

extern const Crew
    *const roster_crew; // who does work for several hands, the best that this build has

// Creates the player that a string names. NULL, with a message that says what would be right, if
// it names none, an option is wrong, or there is no memory.
Player *roster_open(const Memory *memory, const char *string, Text *message);

// Whether a string names a player that plays this game; if not, the message says what would be right.
MUST_USE bool roster_check(const Memory *memory, const char *string, const Game *game,
                           Text *message);

#endif
