// Heat maps on standard output: in colours where the terminal has them, as plain text elsewhere.
#ifndef NEBEL_CLI_MAPS_H
#define NEBEL_CLI_MAPS_H

#include "view/cells.h"

// All runes must be ASCII.
void maps_to_text(const Cells *cells, Text *text);

#endif
