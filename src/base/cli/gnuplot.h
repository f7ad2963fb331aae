// Draws pictures with gnuplot.
#ifndef NEBEL_CLI_GNUPLOT_H
#define NEBEL_CLI_GNUPLOT_H

#define GNUPLOT_MISSING "gnuplot is missing; on Debian, apt-get install gnuplot-nox"

typedef enum GnuplotError { GNUPLOT_OK, GNUPLOT_ERR_MISSING, GNUPLOT_ERR_FAILED } GnuplotError;

// Runs the script and writes its output to `picture`. An old picture stays until the new one is complete. Complains of a failure,
// but not if gnuplot is missing.
GnuplotError gnuplot_draw(const char *script, const char *picture);

#endif
