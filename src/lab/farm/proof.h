// The proof pair: a short pair of a cell's players, the same wherever they play alike. A worker plays it before its
// first unit of the cell. If its line differs from the one that was submitted, the worker has another build, another
// model or another engine, and its games are not wanted.
#ifndef NEBEL_FARM_PROOF_H
#define NEBEL_FARM_PROOF_H

#include "lab/experiments/experiment.h"

// Writes the line of the proof pair. False, with a message, if a player cannot be opened or there is no memory.
MUST_USE bool farm_proof(const ExperimentCell *cell, const Memory *memory, const Clocks *clocks,
                         Text *line, Text *message);

#endif
