// Heat maps as text for standard output: with colours if the terminal has them, else plain.
#ifndef NEBEL_CLI_MAPS_H
#define NEBEL_CLI_MAPS_H

#include "formats/draw/heat.h"

// Adds two maps of the same board side by side. Their captions are ASCII.
void maps_to_text(const HeatMap maps[2], Text *text);

#endif
