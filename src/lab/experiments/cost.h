// What an experiment costs: games asked for, played and left, and the CPU time they take, measured where it can be.
#ifndef NEBEL_LAB_COST_H
#define NEBEL_LAB_COST_H

#include "lab/experiments/progress.h"

// How fast an experiment is played. Seconds are those of a core: wall time times the games that were played at a time.
typedef struct Pace {
    uint32_t concurrency; // of the run that the results tell the speed of
    double
        factor; // measured seconds by those that are estimated from the limits; 1 if none are measured
    bool is_measured;
} Pace;

// From all cells with a measured speed. `runs` are all runs of the results; the last of them was measured.
Pace experiment_pace(const Experiment *experiment, const CellResult *results, const Run *runs,
                     uint32_t run_count);

// Seconds of one game of the cell: as measured in it; else estimated from its limits, corrected by what other cells took.
double cell_game_seconds(const Pace *pace, const ExperimentCell *cell, const CellResult *result);

typedef struct Cost {
    uint64_t asked, played, left; // games
    double seconds_left;
} Cost;

Cost experiment_cost(const Experiment *experiment, const CellResult *results, const Pace *pace);

#endif
