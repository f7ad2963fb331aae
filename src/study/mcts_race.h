// `nebel bench mcts`.
#ifndef NEBEL_STUDY_MCTS_RACE_H
#define NEBEL_STUDY_MCTS_RACE_H

#include "base/base.h"

// Plays so many games and prints nodes a second, by CPU time and by the clock on the wall, and a signature of all tries
// that were chosen. Returns what to exit with.
int mcts_race(uint64_t games, bool is_json);

#endif
