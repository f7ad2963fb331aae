// What an experiment still costs: the games that its cells lack, the CPU time they take, measured where it can be, and how many games
// its verdicts need (lab/experiments/compare.h).
#ifndef NEBEL_LAB_EXPERIMENTS_COST_H
#define NEBEL_LAB_EXPERIMENTS_COST_H

#include "lab/experiments/compare.h"

// Returns the games that the cell asks for and the result lacks. A sequential test that is decided asks for no more.
uint64_t cell_games_left(const ExperimentCell *cell, const CellResult *result);

// How fast an experiment is played. Seconds are those of a core: wall time times the games that were played at a time.
typedef struct Pace {
    uint32_t concurrency; // of the run that the results tell the speed of
    // Measured seconds by those that are estimated from the limits; 1 if none are measured.
    double factor;
    bool is_measured;
} Pace;

// Returns the pace of all cells with a measured speed. `runs` are all runs of the results; the last of them was measured.
Pace experiment_pace(const Experiment *experiment, const CellResult *results, const Run *runs,
                     uint32_t run_count);

// Returns the seconds of one game of the cell: as measured in it; else estimated from its limits, corrected by what other cells took.
double cell_game_seconds(const Pace *pace, const ExperimentCell *cell, const CellResult *result);

typedef struct Cost {
    uint64_t asked, played, left; // games
    double seconds_left;
} Cost;

Cost experiment_cost(const Experiment *experiment, const CellResult *results, const Pace *pace);

// What is known of the difference in points a game that a verdict is about.
typedef struct Lead {
    double value;          // ours less the paper's; 0 if nothing was played
    double game_variance;  // of the points of one of our games; the paper's if nothing was played
    double paper_variance; // of the paper's mean
} Lead;

// Returns what is known of the lead; `comparison` is that of these games.
Lead lead_of_comparison(const Comparison *comparison, const Trinomial *games);

// Returns the least number of games that decide the figure with a chance of 80 %, if the true difference is the one that is known
// now: the 90 % interval which they give then lies wholly inside or wholly outside the margin. By the normal approximation, which is
// right to about what one win more or less changes. UINT64_MAX if no number does: the paper's own games leave too much
// open, or the difference is the margin itself.
uint64_t power_games(const Lead *lead, double margin);

typedef struct CellPower {
    uint32_t figures;   // that were published for the cell
    uint32_t undecided; // of these
    uint32_t hopeless;  // of the undecided, those that no number of games decides
    uint64_t games;     // of the cell, that decide the others; 0 if there are none
} CellPower;

// Returns how many games the verdicts on a cell need. Figures of one colour count only if the paper has none of all games. Each has its own margin.
CellPower power_of_cell(const ExperimentCell *cell, const CellResult *result);

typedef struct ClaimPower {
    Finding finding; // of the claim as it stands
    // So many times the games of its cells decide it; infinite if none do, NAN if a cell has no games yet.
    double factor;
} ClaimPower;

// Returns how many games the verdict on a claim needs. The factor decides the claim with a chance of 80 % if its figures stay as they are, by the normal approximation.
ClaimPower power_of_claim(const Experiment *experiment, const Claim *claim, ClaimGames games);

#endif
