// A chess engine as a player of open chess, on 8x8: `uci(engine=stockfish,nodes=1000)`.
//
// It searches within limits that it can obey: those of its options and of the budget. If it dies or hangs, it is started and
// asked again. If that does not help, or if it answers with an illegal move, the player has failed.
#ifndef NEBEL_GUEST_UCI_PLAYER_H
#define NEBEL_GUEST_UCI_PLAYER_H

#include "engine/core/player.h"

extern const PlayerKind uci_player;

#endif
