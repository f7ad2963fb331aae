// `nebel bench mcts`: the speed of the tree searches that sample no boards.
#ifndef NEBEL_STUDY_MCTS_RACE_H
#define NEBEL_STUDY_MCTS_RACE_H

#include "base/base.h"

// Plays so many games and prints nodes a second, by CPU time and by wall time, and a signature of the chosen tries. Returns what
// to exit with.
int mcts_race(uint64_t games, bool is_json);

#endif
