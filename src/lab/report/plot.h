// What all pictures share, as scripts for gnuplot that draw an SVG on its standard output.
#ifndef NEBEL_REPORT_PLOT_H
#define NEBEL_REPORT_PLOT_H

#include "base/text.h"

// The head of a script of one panel or several, in two colours: style 1 is blue, 2 orange.
typedef struct PlotHead {
    const char *what; // it draws
    const char *title;
    unsigned width, height;
    unsigned rows, columns; // of panels of equal size; 0 if each says where it stands
} PlotHead;

void plot_begin(const PlotHead *head, Text *text);

// Makes the panels to come have axes on these sides, as gnuplot counts them, and lines across at the marks of the left one.
enum { PLOT_LEFT_BOTTOM = 3, PLOT_RIGHT = 8 };
void plot_add_axes(unsigned sides, Text *text);

// Where the rows of a picture stand, one below the other, in pixels.
typedef struct PlotRows {
    unsigned count;
    unsigned top, bottom, height; // what is left free above and below them, and the whole
} PlotRows;

// Makes the panels to come have rows: number n stands at -n.
void plot_add_rows(const PlotRows *rows, Text *text);

// In gnuplot's single quotes, where it expands nothing; one inside is doubled.
void plot_add_quoted(const char *string, Text *text);

#endif
