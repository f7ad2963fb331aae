// The chi-squared law: how surprising a sum of squares is.
#ifndef NEBEL_STATS_CHI_SQUARED_H
#define NEBEL_STATS_CHI_SQUARED_H

// The chance that the sum of the squares of so many independent normal figures is `sum` or more.
// `degrees` is at least 1.
double chi_squared_tail(double sum, unsigned degrees);

#endif
