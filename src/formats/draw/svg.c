// Grounds as rectangles, men and words as text, stones as circles.
#include "formats/draw/svg.h"

#include <inttypes.h>

enum {
    MARGIN = 24,
    RUNE_WHITE_KING = 0x2654,
    RUNE_BLACK_KING = 0x265a,
    RUNE_BLACK_PAWN = 0x265f,
    RUNE_BLACK_STONE = 0x25cf,
    RUNE_WHITE_STONE = 0x25cb,
    RUNE_MIDDLE_DOT = 0xb7,
    RUNE_AS_TEXT = 0xfe0e, // after a man: some fonts have a coloured picture of a pawn
};

// Classes by ink and by ground.
static const char style[] =
    "<style>text{font-family:\"DejaVu Sans Mono\",Menlo,Consolas,monospace;text-anchor:middle;"
    "dominant-baseline:central;fill:#aebac6}"
    ".w,.b{font-family:\"DejaVu Sans\",\"Segoe UI Symbol\",\"Apple Symbols\",sans-serif;"
    "paint-order:stroke;stroke-width:2;stroke-linejoin:round}"
    ".w{fill:#fffdf7;stroke:#22211f}.b{fill:#22211f;stroke:#22211f}"
    ".b.s{stroke:none}.t{fill:#f4f6f8;font-weight:bold}.d{fill:#93a1af}.e{fill:#00000055}"
    ".p{fill:#8c2a1e;font-weight:bold}"
    ".l{fill:#ecdfc4}.k{fill:#c0a27c}.fl{fill:#9aa5b0}.fk{fill:#8b97a3}.m{fill:#e3b341}</style>";

static const char *const ink_classes[INK_COUNT] = {
    [INK_PLAIN] = "t",     [INK_DIM] = "d",       [INK_TITLE] = "t", [INK_TRY] = "t",
    [INK_WHITE_MAN] = "w", [INK_BLACK_MAN] = "b", [INK_EMPTY] = "e", [INK_FOG] = "e",
    [INK_PHANTOM] = "p",   [INK_ALERT] = "p",     [INK_SIGN] = "p",
};

typedef struct Canvas {
    const Cells *cells;
    uint32_t height; // of a cell
    Text *svg;
} Canvas;

static const Cell *cell_at(const Canvas *canvas, uint32_t column, uint32_t row)
{
    return &canvas->cells->cells[(size_t)row * canvas->cells->width + column];
}

static CellStyle ground_at(const Canvas *canvas, uint32_t column, uint32_t row)
{
    return cell_at(canvas, column, row)->style & STYLE_GROUND;
}

static bool is_fog(const Cell *cell)
{
    return cell->rune == RUNE_MIDDLE_DOT && (cell->style & STYLE_INK) == INK_FOG;
}

static void add_escaped(Text *svg, uint32_t rune)
{
    static const struct {
        char character;
        const char *words;
    } rows[] = {{'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"}};
    for (unsigned i = 0; i < COUNT_OF(rows); i++)
        if (rune == (uint32_t)rows[i].character) {
            text_add(svg, rows[i].words);
            return;
        }
    text_add_rune(svg, rune);
}

static const char *ground_class(CellStyle ground, bool has_fog)
{
    if (ground == GROUND_LIGHT)
        return has_fog ? "fl" : "l";
    if (ground == GROUND_DARK)
        return has_fog ? "fk" : "k";
    return "m";
}

// A rune in the last cell of a ground gets as much ground beside it as there is above it.
static uint32_t edge_of(const Canvas *canvas, uint32_t column, uint32_t row)
{
    const bool is_blank = cell_at(canvas, column, row)->rune == RUNE_BLANK;
    return is_blank ? 0 : (canvas->height - SVG_CELL_WIDTH) / 2;
}

static void add_ground(const Canvas *canvas, uint32_t column, uint32_t end, uint32_t row,
                       const char *class)
{
    const uint32_t left = edge_of(canvas, column, row), right = edge_of(canvas, end - 1, row);
    text_format(canvas->svg,
                "<rect class=\"%s\" x=\"%" PRIu32 "\" y=\"%" PRIu32 "\" width=\"%" PRIu32
                "\" height=\"%" PRIu32 "\"/>",
                class, MARGIN + column * SVG_CELL_WIDTH - left, MARGIN + row * canvas->height,
                (end - column) * SVG_CELL_WIDTH + left + right, canvas->height);
}

// A square is a run of cells with one ground.
static void add_grounds(const Canvas *canvas, uint32_t row)
{
    uint32_t end;
    for (uint32_t column = 0; column < canvas->cells->width; column = end) {
        const CellStyle ground = ground_at(canvas, column, row);
        bool has_fog = false;
        for (end = column; end < canvas->cells->width && ground_at(canvas, end, row) == ground;
             end++)
            has_fog |= is_fog(cell_at(canvas, end, row));
        if (ground != GROUND_NONE)
            add_ground(canvas, column, end, row, ground_class(ground, has_fog));
    }
}

// White's men have the shapes of Black's, which are filled; a point without a stone is in the middle of its cell.
static uint32_t shape_of(const Cell *cell)
{
    const bool is_empty = cell->rune == '.' && cell->style & STYLE_GROUND;
    if (cell->rune >= RUNE_WHITE_KING && cell->rune < RUNE_BLACK_KING)
        return cell->rune + RUNE_BLACK_KING - RUNE_WHITE_KING;
    return is_empty ? RUNE_MIDDLE_DOT : cell->rune;
}

static bool is_man(uint32_t rune)
{
    return rune >= RUNE_WHITE_KING && rune <= RUNE_BLACK_PAWN;
}

static void add_stone(const Canvas *canvas, const Cell *cell, uint32_t x, uint32_t y)
{
    text_format(canvas->svg,
                "<circle class=\"%s s\" cx=\"%" PRIu32 "\" cy=\"%" PRIu32 "\" r=\"%" PRIu32 "\"/>",
                cell->rune == RUNE_BLACK_STONE ? "b" : "w", x, y, canvas->height * 5 / 12);
}

static void add_rune(const Canvas *canvas, const Cell *cell, uint32_t x, uint32_t y)
{
    const uint32_t size = is_man(cell->rune) ? canvas->height * 8 / 10 : 18;
    text_format(canvas->svg,
                "<text class=\"%s\" font-size=\"%" PRIu32 "\" x=\"%" PRIu32 "\" y=\"%" PRIu32 "\">",
                ink_classes[cell->style & STYLE_INK], size, x, y);
    add_escaped(canvas->svg, shape_of(cell));
    if (is_man(cell->rune))
        text_add_rune(canvas->svg, RUNE_AS_TEXT);
    text_add(canvas->svg, "</text>");
}

static void add_runes(const Canvas *canvas, uint32_t row)
{
    const uint32_t y = MARGIN + row * canvas->height + canvas->height / 2;
    for (uint32_t column = 0; column < canvas->cells->width; column++) {
        const Cell *cell = cell_at(canvas, column, row);
        const uint32_t x = MARGIN + column * SVG_CELL_WIDTH + SVG_CELL_WIDTH / 2;
        if (cell->rune == RUNE_BLANK || is_fog(cell))
            continue;
        if (cell->rune == RUNE_BLACK_STONE || cell->rune == RUNE_WHITE_STONE)
            add_stone(canvas, cell, x, y);
        else
            add_rune(canvas, cell, x, y);
    }
}

void cells_to_svg(const Cells *cells, uint32_t cell_height, Slice title, Text *svg)
{
    const Canvas canvas = {cells, cell_height, svg};
    const uint32_t width = 2 * MARGIN + cells->width * SVG_CELL_WIDTH,
                   height = 2 * MARGIN + cells->height * cell_height;
    text_format(svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %" PRIu32 " %" PRIu32
                "\" width=\"%" PRIu32 "\" height=\"%" PRIu32 "\" role=\"img\"><title>",
                width, height, width, height);
    while (title.length)
        add_escaped(svg, rune_take(&title));
    text_add(svg, "</title>");
    text_add(svg, style);
    text_add(svg, "<rect width=\"100%\" height=\"100%\" rx=\"18\" fill=\"#1d2630\"/>\n");
    for (uint32_t row = 0; row < cells->height; row++) {
        add_grounds(&canvas, row);
        add_runes(&canvas, row);
        text_add_char(svg, '\n');
    }
    text_add(svg, "</svg>\n");
}
