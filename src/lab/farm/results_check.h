// Checks of what a worker reports.
//
// A build is checked before its first unit of a cell by the proof pair: a short pair of the cell's players, the same
// wherever they play alike. Another line means another build, another model or another engine. Of a report each line is
// checked by playing its records again without players, which a torn or impossible record does not survive; and one pair
// in some of the units is played again with its players, which finds a machine that computes wrongly.
#ifndef NEBEL_FARM_RESULTS_CHECK_H
#define NEBEL_FARM_RESULTS_CHECK_H

#include "lab/experiments/experiment.h"
#include "lab/match/pair.h"

enum { SAMPLE_UNITS = 10 }; // one pair in one of so many units is played again

// Writes the line of the proof pair. False, with a message, if a player cannot be opened or memory is short.
MUST_USE bool farm_proof(const ExperimentCell *cell, const Memory *memory, const Clocks *clocks,
                         Text *line, Text *message);

// Returns whether a pair of this unit is played again; `*index` is its place in the unit.
bool farm_is_sampled(uint64_t unit, uint32_t pairs, uint32_t *index);

// Returns the line of a report at this place, without its end; empty if there is none.
Slice farm_line(Slice lines, uint32_t index);

// Returns whether a report has exactly the lines of the pairs from `first` on, each with a record that can be played and comes to the
// result that its line states.
MUST_USE bool farm_lines_are_possible(const Plan *plan, uint64_t first, uint32_t pairs, Slice lines,
                                      const Memory *memory);

// Plays a pair and compares; `*is_same` tells whether it has this line. False if out of memory.
MUST_USE bool farm_play_again(PairPlayer *player, uint64_t number, Slice line, const Memory *memory,
                              bool *is_same);

#endif
