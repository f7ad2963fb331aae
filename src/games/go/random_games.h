// Many playouts, for benchmarks and for the signature of the board's behaviour.
#ifndef NEBEL_GO_RANDOM_GAMES_H
#define NEBEL_GO_RANDOM_GAMES_H

#include "base/base.h"

typedef struct GoRandomGames {
    uint64_t playouts, moves;
    int64_t margins;    // Black's points less White's, without komi, summed up
    uint64_t signature; // depends on the final stones of every playout, in order
} GoRandomGames;

// Makes `playouts` more light playouts from the empty board.
void go_random_games_light(GoRandomGames *games, unsigned size, uint64_t seed, uint64_t playouts);

// One number for the behaviour of light and MoGo-style playouts on every size; the same for every compiler and machine.
uint64_t go_signature(void);

#endif
