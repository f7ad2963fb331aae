// How many games a verdict needs: the power of a comparison with a published figure.
//
// A figure is decided if the 90 % interval of the difference in points a game, ours less the paper's, lies wholly inside or wholly
// outside a margin: two one-sided tests at 5 %. Points are wins and half the draws, or wins alone if the paper has no more.
#ifndef NEBEL_LAB_POWER_H
#define NEBEL_LAB_POWER_H

#include "lab/experiment.h"
#include "lab/result.h"

// The margin if nothing else is said: 5 percentage points, or 35 Elo between equals.
#define POWER_MARGIN 0.05

// What is known of a difference.
typedef struct Lead {
    double value;          // 0 if nothing was played
    double game_variance;  // of the points of one of our games; the paper's if nothing was played
    double paper_variance; // of the paper's mean; 0 if it does not say how many games it played
} Lead;

Lead lead_of_games(const Trinomial *games, const Published *published);

// Whether so many of our games decide the figure.
bool power_is_decided(const Lead *lead, double games, double margin);

// The chance that so many of our games decide the figure, if the true difference is the one that is known now; by the
// normal approximation, which is right to about what one win more or less changes.
double power_chance(const Lead *lead, double games, double margin);

// The least number of games with which that chance is 80 %. UINT64_MAX if no number does: the paper's own games leave too much open, or the difference is the margin itself.
uint64_t power_games(const Lead *lead, double margin);

typedef struct CellPower {
    uint32_t figures;   // that were published for the cell
    uint32_t undecided; // of these
    uint32_t hopeless;  // of the undecided, those that no number of games decides
    uint64_t games;     // of the cell, that decide the others; 0 if there are none
} CellPower;

// Figures of one colour count only if the paper has none of all games.
CellPower power_of_cell(const ExperimentCell *cell, const CellResult *result, double margin);

#endif
