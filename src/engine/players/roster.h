// From a player string to a player: `random`, `capturer(pawn_tries=1)`, or `cmd:./mybot` for any
// program that speaks the bot protocol, with its options `cmd(k=3):./mybot`.
#ifndef NEBEL_ROSTER_ROSTER_H
#define NEBEL_ROSTER_ROSTER_H

#include "engine/core/player.h"

extern const PlayerKind *const roster_kinds[]; // ended by NULL
const PlayerKind *roster_kind(Slice name);     // NULL if unknown

// Whether a string names a guest: a program that is not trusted.
bool roster_is_guest(const char *string);
// Why a guest would have no whole box on this machine; NULL if it would have one, or if the string names no guest.
const char *roster_lack(const char *string);

// Says that there is no such player, and what may have been meant: a player of nearly that name, or a program behind `cmd:`.
void roster_add_unknown(const char *string, Text *message);

extern const Crew *const roster_crew; // threads, if this build has them

// Creates the player that a string names. NULL, with a message, if it names none, if an option is wrong, or if there is no
// memory.
Player *roster_open(const Memory *memory, const char *string, Text *message);

// Whether a string names a player that plays this game; if not, with a message.
MUST_USE bool roster_check(const Memory *memory, const char *string, const Game *game,
                           Text *message);

#endif
