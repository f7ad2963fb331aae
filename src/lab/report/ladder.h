// The players of a tournament by rating: as a table in Markdown, and as a picture.
#ifndef NEBEL_REPORT_LADDER_H
#define NEBEL_REPORT_LADDER_H

#include "lab/match/tally.h"

typedef struct Ladder {
    const Tally *tally;
    Estimate ratings[PLAN_PLAYERS_MAX]; // by player
    uint32_t order[PLAN_PLAYERS_MAX];   // the players, the best first
} Ladder;

void ladder_init(Ladder *ladder, const Tally *tally);

// The points of some games in percent; 50 if there are none.
double ladder_percent(const Trinomial *games);
// What the player `row` made of the player `column`, in percent. False if they have not met.
MUST_USE bool ladder_meeting(const Tally *tally, uint32_t row, uint32_t column, double *percent);

// Ratings with their intervals.
void ladder_to_markdown(const Ladder *ladder, Text *text);
// What each player made of each other.
void ladder_cross_table(const Ladder *ladder, Text *text);
// A script for gnuplot: a row a player, with its interval.
void ladder_plot(const Ladder *ladder, const char *title, Text *text);

#endif
