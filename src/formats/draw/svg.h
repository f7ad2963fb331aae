// A grid of cells as a picture (SVG), for pages and for sharing. It shows what the cells show and nothing else.
#ifndef NEBEL_DRAW_SVG_H
#define NEBEL_DRAW_SVG_H

#include "formats/draw/cells.h"

enum { SVG_CELL_WIDTH = 12 };

// Adds the whole picture. Cells are SVG_CELL_WIDTH wide and `cell_height` high; the title is for readers of screens.
void cells_to_svg(const Cells *cells, uint32_t cell_height, Slice title, Text *svg);

#endif
