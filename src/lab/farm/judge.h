// What the keeper makes of a report: its lines one by one, and which of its pairs are played again with their players.
#ifndef NEBEL_FARM_JUDGE_H
#define NEBEL_FARM_JUDGE_H

#include "lab/match/pair.h"

enum {
    PROBATION_PAIRS = 20, // of a new member are all played again
    SAMPLE_UNITS = 10,    // later, one pair in one of so many units
};

// Pairs of a unit to play again: `count` of them from `from` on, where the first follows the last.
typedef struct FarmSample {
    uint32_t from, count;
} FarmSample;

// The choice depends on a secret that no worker can read. `replayed` pairs of the member were played again before and
// found right.
FarmSample farm_sample(Slice secret, uint64_t unit, uint32_t pairs, uint64_t replayed);

// The line of a report at this place, without its end; empty if there is none.
Slice farm_line(Slice lines, uint32_t index);

// Whether a report has exactly the lines of the pairs from `first` on, each with a record that can be played and comes to the result
// that its line states.
MUST_USE bool farm_lines_are_possible(const Plan *plan, uint64_t first, uint32_t pairs, Slice lines,
                                      const Memory *memory);

// Plays a pair and compares; `*is_same` tells whether it has this line. False if there is no memory.
MUST_USE bool farm_play_again(PairPlayer *player, uint64_t number, Slice line, const Memory *memory,
                              bool *is_same);

#endif
