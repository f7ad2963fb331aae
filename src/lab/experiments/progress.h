// How much of an experiment has been played: the games that a cell still lacks.
#ifndef NEBEL_LAB_PROGRESS_H
#define NEBEL_LAB_PROGRESS_H

#include "lab/experiments/experiment.h"
#include "lab/experiments/result.h"

// The games of a result; 0 if it is not there.
uint64_t result_games(const CellResult *result);

// The games that the cell asks for and the result lacks. A sequential test that is decided asks for no more.
uint64_t cell_games_left(const ExperimentCell *cell, const CellResult *result);

#endif
