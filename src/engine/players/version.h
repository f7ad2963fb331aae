// Versions of players. src/engine/players/players.txt has a line for each version that a player ever had, with its signature: the hash of a
// few short games that it played, limited by nodes. `tools/behaviour --players` keeps the file and checks it, so a version names one
// behaviour.
#ifndef NEBEL_ROSTER_VERSION_H
#define NEBEL_ROSTER_VERSION_H

#include "base/text.h"

typedef struct PlayerVersion {
    const char *name;
    uint32_t version;
    const char *signature; // 16 hexadecimal digits
} PlayerVersion;

// The present version of a player. NULL for a program from outside, or a player that is not in the file yet.
const PlayerVersion *roster_version(Slice name);

enum { VERSION_ROOM = 64 }; // for the text of a version, its terminator included

// Adds "mcts-c@1 0123456789abcdef" for a player string. Nothing if the player has no version.
void roster_version_to_text(const char *player, Text *text);

#endif
