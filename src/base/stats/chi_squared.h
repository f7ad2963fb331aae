// The chi-squared distribution: how surprising a sum of squares is.
#ifndef NEBEL_STATS_CHI_SQUARED_H
#define NEBEL_STATS_CHI_SQUARED_H

// The probability that the sum of the squares of `degrees` independent normal variables is `sum` or
// more. `degrees` is at least 1.
double chi_squared_tail(double sum, unsigned degrees);

#endif
