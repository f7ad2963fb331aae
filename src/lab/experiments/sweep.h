// A sweep: cells of one fixture that differ only in one numeric option, as in `ismcts1(c={0.25,0.5,1}) against capturer`. A
// report shows them as a curve.
#ifndef NEBEL_LAB_SWEEP_H
#define NEBEL_LAB_SWEEP_H

#include "lab/experiments/experiment.h"

enum { SWEEP_VALUES_MIN = 3 }; // two values are a comparison, not a curve

typedef struct Sweep {
    Slice option; // its name
    Slice values; // as the file has them, between commas
    uint32_t first, stride,
        count; // its cells: the number of the first, the step to the next, how many
} Sweep;

// Finds the sweep of a cell: its cells have the same game and limits. False, with `*sweep` untouched, if there is none.
MUST_USE bool sweep_of_cell(const Experiment *experiment, uint32_t number, Sweep *sweep);

// Adds a player string without its values: "ismcts1(c=…)".
void sweep_pattern_to_text(Slice pattern, Text *text);

#endif
