// The players of a tournament by rating.
#ifndef NEBEL_LAB_REPORT_LADDER_H
#define NEBEL_LAB_REPORT_LADDER_H

#include "lab/match/tally.h"

typedef struct Ladder {
    const Tally *tally;
    Estimate ratings[PLAN_PLAYERS_MAX]; // by player
    uint32_t order[PLAN_PLAYERS_MAX];   // the players, the best first
} Ladder;

void ladder_init(Ladder *ladder, const Tally *tally);

// Returns the points of some games in percent; 50 if there are none.
double ladder_percent(const Trinomial *games);
// Returns what the player `row` made of the player `column`, in percent. False if they have not met.
MUST_USE bool ladder_meeting(const Tally *tally, uint32_t row, uint32_t column, double *percent);

// Writes a script for gnuplot: a row a player, with its interval.
void ladder_plot(const Ladder *ladder, const char *title, Text *text);

#endif
