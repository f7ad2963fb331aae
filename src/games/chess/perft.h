// Counts of legal move sequences: the usual test of a move generator and of its speed.
#ifndef NEBEL_CHESS_PERFT_H
#define NEBEL_CHESS_PERFT_H

#include "games/chess/position.h"

// The number of legal move sequences of `depth` plies. The last ply is counted, not made.
uint64_t chess_perft(const Position *position, unsigned depth);

#endif
