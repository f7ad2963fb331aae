// A sweep: cells of one fixture that differ in one option alone, whose values are numbers, as in
// `ismcts1(c={0.25,0.5,1}) against capturer`. Such cells are read as a curve.
#ifndef NEBEL_LAB_SWEEP_H
#define NEBEL_LAB_SWEEP_H

#include "lab/experiment.h"

enum { SWEEP_VALUES_MIN = 3 }; // two are a comparison, no curve

typedef struct Sweep {
    Slice option;                  // its name
    Slice values;                  // as the file has them, between commas
    uint32_t first, stride, count; // its cells: the first, and how far from one to the next
} Sweep;

// Finds the sweep that a cell belongs to: those with the same game and limits. False, with `*sweep`
// untouched, if it belongs to none.
MUST_USE bool sweep_of_cell(const Experiment *experiment, uint32_t number, Sweep *sweep);

// Adds the fixture's player string with the values left out: "ismcts1(c=…)".
void sweep_pattern_to_text(Slice pattern, Text *text);

#endif
