// Pictures by gnuplot.
#ifndef NEBEL_CLI_GNUPLOT_H
#define NEBEL_CLI_GNUPLOT_H

#define GNUPLOT_MISSING "gnuplot is missing; on Debian, apt-get install gnuplot-nox"

typedef enum GnuplotError { GNUPLOT_OK, GNUPLOT_ERR_MISSING, GNUPLOT_ERR_FAILED } GnuplotError;

// Draws what the script in a file prints into the picture, which stays as it was until all is drawn. Complains of a failure,
// but not of a gnuplot that is not there.
GnuplotError gnuplot_draw(const char *script, const char *picture);

#endif
