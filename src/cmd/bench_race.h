// `nebel bench mcts` and `nebel bench fog`: how fast players think.
#ifndef NEBEL_CMD_BENCH_RACE_H
#define NEBEL_CMD_BENCH_RACE_H

#include "base/base.h"

// Plays so many games, two if 0, and prints nodes and boards a second, by CPU time and by wall time, and a signature of the
// chosen tries. Returns what to exit with.
int bench_mcts(uint64_t games, bool is_json);
int bench_fog(uint64_t games, bool is_json);

#endif
