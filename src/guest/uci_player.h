// A chess engine as a player of open chess, on 8x8: `uci(engine=stockfish,nodes=1000)`.
//
// It is told a limit it can keep: its options, and what the budget leaves. When it dies or hangs it
// is started again and asked again; only if that does not help, or if it answers with an illegal
// move, has the player failed.
#ifndef NEBEL_GUEST_UCI_PLAYER_H
#define NEBEL_GUEST_UCI_PLAYER_H

#include "player/player.h"

extern const PlayerKind uci_player;

#endif
