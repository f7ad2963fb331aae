// Writes the cells of two maps as lines of a terminal.
#define _POSIX_C_SOURCE 200809L
#include "lab/study/maps.h"
#include "base/cli/config.h"

#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAP_GAP = 3, MAPS_WIDTH = 2 * HEAT_WIDTH_MAX + MAP_GAP }; // in columns

// Greys of the 256 terminal colours, by the ground of a cell.
static const char *const ground_colours[] = {"0", "38;5;255;48;5;238", "38;5;250;48;5;234",
                                             "1;38;5;231;48;5;243"};

static const char *colour_of(const Cell *cell)
{
    assert((cell->style & STYLE_GROUND) / GROUND_LIGHT < COUNT_OF(ground_colours));
    return ground_colours[(cell->style & STYLE_GROUND) / GROUND_LIGHT];
}

static void add_coloured(const Cells *cells, Text *text)
{
    for (uint32_t i = 0; i < cells->width * cells->height; i++) {
        const Cell *cell = &cells->cells[i];
        assert(cell->rune < 0x80);
        if (i % cells->width == 0 || colour_of(cell) != colour_of(cell - 1))
            text_format(text, "\033[0;%sm", colour_of(cell));
        text_add_char(text, cell->rune ? (char)cell->rune : ' ');
        if ((i + 1) % cells->width == 0)
            text_add(text, "\033[0m\n");
    }
}

// By the config file, the environment and the terminal.
static bool has_colour(void)
{
    return config_has_colour(config_in_force().colour, isatty(STDOUT_FILENO), getenv("NO_COLOR"),
                             getenv("TERM"));
}

void maps_to_text(const HeatMap maps[2], Text *text)
{
    assert(maps[0].board == maps[1].board);
    Cell memory[MAPS_WIDTH * HEAT_HEIGHT_MAX];
    Cells cells =
        CELLS_IN(memory, MAPS_WIDTH, maps[0].board->ranks + HEAT_HEIGHT_MAX - BOARD_SIDE_MAX);
    view_heat(&maps[0], 0, 0, &cells);
    view_heat(&maps[1], HEAT_WIDTH_MAX + MAP_GAP, 0, &cells);
    if (has_colour())
        add_coloured(&cells, text);
    else
        cells_to_text(&cells, text);
}
