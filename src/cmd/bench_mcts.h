// `nebel bench mcts`: the speed of the tree searches that sample no boards.
#ifndef NEBEL_CMD_BENCH_MCTS_H
#define NEBEL_CMD_BENCH_MCTS_H

#include "base/base.h"

// Plays so many games and prints nodes a second, by CPU time and by wall time, and a signature of the chosen tries. Returns what
// to exit with.
int bench_mcts(uint64_t games, bool is_json);

#endif
