// How many games a verdict needs: the power of a comparison with a published figure (lab/experiments/compare.h).
#ifndef NEBEL_LAB_POWER_H
#define NEBEL_LAB_POWER_H

#include "lab/experiments/compare.h"
#include "lab/experiments/result.h"

// What is known of the difference in points a game that a verdict is about.
typedef struct Lead {
    double value;          // ours less the paper's; 0 if nothing was played
    double game_variance;  // of the points of one of our games; the paper's if nothing was played
    double paper_variance; // of the paper's mean
} Lead;

// `comparison` is that of these games.
Lead lead_of_comparison(const Comparison *comparison, const Trinomial *games);

// The chance that so many of our games decide the figure, if the true difference is the one that is known now: that the 90 %
// interval which they give lies wholly inside or wholly outside the margin. By the normal approximation, which is right to about
// what one win more or less changes.
double power_chance(const Lead *lead, double games, double margin);

// The least number of games with which that chance is 80 %. UINT64_MAX if no number does: the paper's own games leave too much
// open, or the difference is the margin itself.
uint64_t power_games(const Lead *lead, double margin);

typedef struct CellPower {
    uint32_t figures;   // that were published for the cell
    uint32_t undecided; // of these
    uint32_t hopeless;  // of the undecided, those that no number of games decides
    uint64_t games;     // of the cell, that decide the others; 0 if there are none
} CellPower;

// Figures of one colour count only if the paper has none of all games. Each has its own margin.
CellPower power_of_cell(const ExperimentCell *cell, const CellResult *result);

#endif
