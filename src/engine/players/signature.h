// Numbers that change exactly when behaviour does, one for each benchmark and each player: the same for every compiler and
// machine. A result names the numbers of its players, so that it can be played again.
#ifndef NEBEL_SIGNATURE_SIGNATURE_H
#define NEBEL_SIGNATURE_SIGNATURE_H

#include "base/memory.h"
#include "engine/core/player.h"

// A room that has a benchmark.
typedef struct RoomSignature {
    const char *room;
    bool (*find)(const Memory *memory, uint64_t *signature); // false if there is no memory
} RoomSignature;

extern const RoomSignature room_signatures[]; // ended by a row without a name

// The signature of one of them by its name, which must be there. False if there is no memory.
MUST_USE bool room_signature(const Memory *memory, const char *room, uint64_t *signature);

// The short games of a player's signature: how many tries it makes in each, with which nodes, and the games, of which it need not
// play all. By the name of the player's kind; NULL behind the last game.
enum { SIGNATURE_TURNS = 40, SIGNATURE_SEED = 1 };
uint64_t signature_nodes(const char *name);
const char *signature_game(const char *name, unsigned index);

// Of a player string: its tries in short games of each game that it plays, with a limit of nodes. False, with a message, if
// there is no such player, or no memory, or if it is a program outside of this one.
MUST_USE bool player_signature(const Memory *memory, const char *player, uint64_t *signature,
                               Text *message);

#endif
