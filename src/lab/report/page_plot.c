// The picture of the cells: a row each, with wins, losses and draws in three panels.
#include "lab/report/page_parts.h"

#include <inttypes.h>
#include <string.h>

// The label in two lines: the players, and what else tells the cell from others.
static void add_tic(const Page *page, const ExperimentCell *cell, Text *text)
{
    char memory[1024];
    Text label = TEXT_IN(memory);
    page__add_flat(slice_of(cell->players[0]), &label);
    text_add(&label, " – ");
    page__add_flat(slice_of(cell->players[1]), &label);
    plot_add_quoted(memory, text);
    label = TEXT_IN(memory);
    page__add_circumstances(page, cell, "", &label);
    if (memory[0]) {
        text_add(text, ".\"\\n\".");
        plot_add_quoted(memory, text);
    }
}

static void add_tics(const Page *page, Text *text)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    int row = 0;
    text_add(text, "set ytics (");
    for (uint32_t i = 0; i < count; i++) {
        if (!page__is_plain(page, i))
            continue;
        ExperimentCell cell;
        experiment_cell(page->experiment, i, &cell);
        text_add(text, row ? ", " : "");
        add_tic(page, &cell, text);
        text_format(text, " %d", -row++);
    }
    text_add(text, ")\n");
}

static void add_point(double y, Estimate share, Text *text)
{
    text_format(text, "%.2f %.3f %.3f %.3f\n", y, 100 * share.value, 100 * share.low,
                100 * share.high);
}

// The points of one panel, ours or the paper's. Returns how many there are.
static uint32_t add_points(const Page *page, unsigned shown, bool is_ours, Text *text)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    const double aside = 0.13; // of its row, so that the two do not hide each other
    uint32_t points = 0;
    int row = 0;
    text_format(text, "$%s_%s << END\n", page__result_words[shown], is_ours ? "here" : "paper");
    for (uint32_t i = 0; i < count; i++) {
        if (!page__is_plain(page, i))
            continue;
        ExperimentCell cell;
        experiment_cell(page->experiment, i, &cell);
        const Comparison comparison = page__compare(&cell, &page->results[i]);
        const double y = -row++ + (is_ours ? aside : -aside);
        if (!is_ours && !comparison.is_known[shown])
            continue;
        const Estimate share = is_ours ? comparison.ours[shown] : comparison.theirs[shown];
        add_point(y, share, text);
        points++;
    }
    text_add(text, "END\n");
    return points;
}

// Where things stand in the picture, in pixels.
typedef struct Frame {
    unsigned left, width, height;
} Frame;

enum { PANEL = 190, PANEL_GAP = 32, FRAME_TOP = 76, FRAME_BOTTOM = 52, ROW = 56, LETTER = 8 };

// The labels decide how much room is left of the panels.
static Frame frame_of(const Page *page)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    size_t longest = 20;
    for (uint32_t i = 0; i < count; i++) {
        ExperimentCell cell;
        experiment_cell(page->experiment, i, &cell);
        char memory[1024];
        Text label = TEXT_IN(memory);
        page__add_circumstances(page, &cell, "", &label);
        const size_t players = strlen(cell.players[0]) + strlen(cell.players[1]) + 3;
        const size_t widest = players > label.length ? players : label.length;
        longest = page__is_plain(page, i) && widest > longest ? widest : longest;
    }
    const unsigned left = LETTER * (unsigned)longest + PANEL_GAP;
    return (Frame){left, left + RESULT_COUNT * (PANEL + PANEL_GAP),
                   FRAME_TOP + ROW * page__count_plain(page) + FRAME_BOTTOM};
}

static void add_panel(const Page *page, const Frame *frame, unsigned shown, Text *text)
{
    const char *name = page__result_words[shown];
    const unsigned left = frame->left + shown * (PANEL + PANEL_GAP);
    add_points(page, shown, true, text);
    const bool is_published = add_points(page, shown, false, text) > 0;
    text_format(text, "set lmargin at screen %.4f; set rmargin at screen %.4f\n",
                (double)left / frame->width, (double)(left + PANEL) / frame->width);
    text_format(text, "set title '%s, %%'\n", name);
    text_format(text, "plot $%s_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'", name);
    if (is_published)
        text_format(text,
                    ", \\\n     $%s_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'",
                    name);
    text_add(text, "\nunset ytics\nunset key\n");
}

void page__plot_cells(const Page *page, Text *text)
{
    const Frame frame = frame_of(page);
    const PlotHead head = {.what = "the shares of each cell with 95 % intervals",
                           .title = ", 95 % intervals",
                           .width = frame.width,
                           .height = frame.height};
    page__begin_plot(page, &head, text);
    const PlotRows rows = {page__count_plain(page), FRAME_TOP, FRAME_BOTTOM, frame.height};
    plot_add_rows(&rows, text);
    // One scale for all panels; the key stands below the labels, where no title can reach it.
    text_add(text, "set xrange [0:100]\nset xtics 20\n"
                   "set key at screen 0.01,0.02 left bottom Left reverse horizontal samplen 2\n");
    add_tics(page, text);
    for (unsigned i = 0; i < RESULT_COUNT; i++)
        add_panel(page, &frame, i, text);
    text_add(text, "unset multiplot\n");
}
