// Cells on a page: the picture of those that stand for themselves, a row each with wins, losses and draws in three panels; and sweeps,
// with one answer, one table and one panel each, by the option that was swept.
#include "lab/report/internal.h"

#include "base/stats/score.h"

#include <inttypes.h>
#include <string.h>

// Adds the label in two lines: the players, and what else tells the cell from others.
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

// Adds the points of one panel, ours or the paper's. Returns how many there are.
static uint32_t add_cells_points(const Page *page, unsigned shown, bool is_ours, Text *text)
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
typedef struct CellsFrame {
    unsigned left, width, height;
} CellsFrame;

enum {
    CELLS_PANEL = 190,
    CELLS_GAP = 32,
    FRAME_TOP = 76,
    FRAME_BOTTOM = 52,
    CELLS_ROW = 56,
    CELLS_LETTER = 8
};

// The labels decide how much room is left of the panels.
static CellsFrame frame_of(const Page *page)
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
    const unsigned left = CELLS_LETTER * (unsigned)longest + CELLS_GAP;
    return (CellsFrame){left, left + RESULT_COUNT * (CELLS_PANEL + CELLS_GAP),
                        FRAME_TOP + CELLS_ROW * page__count_plain(page) + FRAME_BOTTOM};
}

static void add_cells_panel(const Page *page, const CellsFrame *frame, unsigned shown, Text *text)
{
    const char *name = page__result_words[shown];
    const unsigned left = frame->left + shown * (CELLS_PANEL + CELLS_GAP);
    add_cells_points(page, shown, true, text);
    const bool is_published = add_cells_points(page, shown, false, text) > 0;
    text_format(text, "set lmargin at screen %.4f; set rmargin at screen %.4f\n",
                (double)left / frame->width, (double)(left + CELLS_PANEL) / frame->width);
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
    const CellsFrame frame = frame_of(page);
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
        add_cells_panel(page, &frame, i, text);
    text_add(text, "unset multiplot\n");
}

// Calls `add` for each sweep of which a cell was played.
typedef void SweepWriter(const Page *page, const Sweep *sweep, Text *text);

static bool is_sweep_played(const Page *page, const Sweep *sweep)
{
    return page__is_played(page, sweep->first, sweep->stride, sweep->count);
}

static uint32_t each_sweep(const Page *page, SweepWriter *add, Text *text)
{
    const uint32_t cells = experiment_cell_count(page->experiment);
    uint32_t count = 0;
    for (uint32_t i = 0; i < cells; i++) {
        Sweep sweep;
        if (!sweep_of_cell(page->experiment, i, &sweep) || sweep.first != i ||
            !is_sweep_played(page, &sweep))
            continue;
        count++;
        if (add)
            add(page, &sweep, text);
    }
    return count;
}

bool page__has_sweeps(const Page *page)
{
    return each_sweep(page, NULL, NULL) > 0;
}

// A cell of a sweep that was played, with its value.
typedef struct SweptCell {
    Slice value;
    ExperimentCell cell;
    const CellResult *result;
    Comparison comparison;
} SweptCell;

// Goes to the next played cell from `*place` on, and takes its value off `values`; false at the end.
static bool next_swept_cell(const Page *page, const Sweep *sweep, uint32_t *place, Slice *values,
                            SweptCell *swept)
{
    while (*place < sweep->count) {
        const uint32_t number = sweep->first + (*place)++ * sweep->stride;
        swept->value = slice_take(values, ",");
        swept->result = &page->results[number];
        if (!swept->result->is_there)
            continue;
        experiment_cell(page->experiment, number, &swept->cell);
        swept->comparison = page__compare(&swept->cell, swept->result);
        return true;
    }
    return false;
}

// Adds "ismcts1(c=…) against capturer, kriegspiel(rules=icc)".
static void add_sweep_label(const Page *page, const Sweep *sweep, Text *text)
{
    ExperimentCell cell;
    experiment_cell(page->experiment, sweep->first, &cell);
    sweep_pattern_to_text(cell.fixture->players[0], text);
    text_add(text, " against ");
    sweep_pattern_to_text(cell.fixture->players[1], text);
    page__add_circumstances(page, &cell, ", ", text);
}

// Adds "**reproduced** at c = 0.25, 0.5" for the values with this verdict.
static void add_verdict(const Page *page, const Sweep *sweep, unsigned finding,
                        const char **between, Text *text)
{
    SweptCell swept;
    Slice values = sweep->values;
    bool is_first = true;
    for (uint32_t place = 0; next_swept_cell(page, sweep, &place, &values, &swept);) {
        if (swept.comparison.finding != finding)
            continue;
        if (is_first) {
            text_format(text, "%s**%s** at ", *between, page__finding_words[finding]);
            text_add_slice(text, sweep->option);
        }
        text_add(text, is_first ? " = " : ", ");
        text_add_slice(text, swept.value);
        is_first = false;
        *between = "; ";
    }
}

// Adds whether the option matters at all, as far as these games tell.
static void add_spread(const Page *page, const Sweep *sweep, Text *text)
{
    Trinomial games[EXPERIMENT_CELLS_MAX];
    uint32_t count = 0;
    SweptCell swept;
    Slice values = sweep->values;
    for (uint32_t place = 0; next_swept_cell(page, sweep, &place, &values, &swept);)
        if (score_count_games(&swept.result->meeting.games))
            games[count++] = swept.result->meeting.games;
    if (count < 2)
        return;
    const Spread spread = compare_spread(games, count);
    text_format(text,
                " Points a game differ between the values by %s than chance allows (p = %.2g).",
                spread.is_real ? "more" : "no more", spread.chance);
}

static void add_sweep_answer(const Page *page, const Sweep *sweep, Text *text)
{
    const char *between = ": ";
    text_add(text, "- ");
    add_sweep_label(page, sweep, text);
    for (unsigned i = FINDING_COUNT; i-- > 0;)
        add_verdict(page, sweep, i, &between, text);
    text_add_char(text, '.');
    add_spread(page, sweep, text);
    text_add_char(text, '\n');
}

void page__add_sweep_answers(const Page *page, Text *text)
{
    each_sweep(page, add_sweep_answer, text);
}

static void add_published(const SweptCell *swept, Text *text)
{
    const Published *published = swept->cell.published[PUBLISHED_ALL];
    if (published && published->games)
        text_format(text, " | %" PRIu32, published->games);
    else
        text_add(text, published ? " | not said" : " | ");
    page__add_shares(swept->comparison.theirs, swept->comparison.is_known, text);
}

static bool has_published(const Page *page, const Sweep *sweep)
{
    SweptCell swept;
    Slice values = sweep->values;
    for (uint32_t place = 0; next_swept_cell(page, sweep, &place, &values, &swept);)
        if (swept.cell.published[PUBLISHED_ALL])
            return true;
    return false;
}

static void add_heads(const Page *page, const Sweep *sweep, bool is_published, Text *text)
{
    text_add(text, "\nBy ");
    text_add_slice(text, sweep->option);
    text_add(text, ", ");
    add_sweep_label(page, sweep, text);
    text_add(text, ":\n\n| ");
    text_add_slice(text, sweep->option);
    text_add(text, " | games | wins | losses | draws | Elo |");
    if (is_published) {
        text_add(text, " *");
        page__add_source(page, text);
        text_add(text, "*: games | wins | losses | draws |");
    }
    text_format(text, "\n|--:|--:|---|---|---|---|%s\n", is_published ? "--:|---|---|---|" : "");
}

static void add_sweep_table(const Page *page, const Sweep *sweep, Text *text)
{
    const bool is_published = has_published(page, sweep);
    SweptCell swept;
    Slice values = sweep->values;
    add_heads(page, sweep, is_published, text);
    for (uint32_t place = 0; next_swept_cell(page, sweep, &place, &values, &swept);) {
        text_add(text, "| ");
        text_add_slice(text, swept.value);
        text_format(text, " | %" PRIu64, score_count_games(&swept.result->meeting.games));
        page__add_shares(swept.comparison.ours, NULL, text);
        text_add(text, " | ");
        page__add_elo(swept.result, text);
        if (is_published)
            add_published(&swept, text);
        text_add(text, " |\n");
    }
}

void page__add_sweep_tables(const Page *page, Text *text)
{
    each_sweep(page, add_sweep_table, text);
}

enum { PANEL_WIDTH = 440, PANEL_HEIGHT = 320, PANEL_COLUMNS = 2, TITLE_HEIGHT = 40 };

// The four kinds of points of a panel; each stands a little aside so that none hides another.
static const struct PointKind {
    unsigned result;
    bool is_ours;
    double aside; // of the narrowest gap between two values
    const char *title, *style;
} kinds[] = {
    {RESULT_WIN, true, -0.15, "wins here", "linestyle 1"},
    {RESULT_WIN, false, -0.05, "wins, paper", "linestyle 1 dashtype 2 pointtype 6"},
    {RESULT_LOSS, true, 0.05, "losses here", "linestyle 2"},
    {RESULT_LOSS, false, 0.15, "losses, paper", "linestyle 2 dashtype 2 pointtype 4"},
};

static double number_of(Slice value)
{
    double number;
    return slice_decimal(value, &number) ? number : NAN; // as a sweep it was read before
}

// The axis of a sweep: values far apart are told on a scale of ratios.
typedef struct SweepAxis {
    double
        gap; // the narrowest between two values that follow each other; their ratio on such a scale
    bool is_of_ratios;
} SweepAxis;

static SweepAxis axis_of(const Sweep *sweep)
{
    static const double ratio_wide = 30;
    double min = INFINITY, max = 0, before = NAN, gap = INFINITY, ratio = INFINITY;
    for (Slice values = sweep->values; values.length;) {
        const double value = number_of(slice_take(&values, ","));
        min = fmin(min, value);
        max = fmax(max, value);
        gap = fmin(gap, isnan(before) ? INFINITY : fabs(value - before));
        ratio = fmin(ratio, isnan(before) ? INFINITY : fmax(value / before, before / value));
        before = value;
    }
    const bool is_of_ratios = min > 0 && max / min >= ratio_wide;
    return (SweepAxis){is_of_ratios ? ratio : gap, is_of_ratios};
}

// Writes the points of one kind as a block of data and returns how many there are.
static uint32_t add_sweep_points(const Page *page, const Sweep *sweep, uint32_t panel,
                                 unsigned which, Text *text)
{
    const struct PointKind *kind = &kinds[which];
    const SweepAxis axis = axis_of(sweep);
    SweptCell swept;
    Slice values = sweep->values;
    uint32_t count = 0;
    text_format(text, "$sweep%" PRIu32 "_%u << END\n", panel, which);
    for (uint32_t place = 0; next_swept_cell(page, sweep, &place, &values, &swept);) {
        const Comparison *comparison = &swept.comparison;
        const double value = number_of(swept.value);
        const Estimate share =
            kind->is_ours ? comparison->ours[kind->result] : comparison->theirs[kind->result];
        if (!kind->is_ours && !comparison->is_known[kind->result])
            continue;
        const double x =
            axis.is_of_ratios ? value * pow(axis.gap, kind->aside) : value + axis.gap * kind->aside;
        text_format(text, "%.6g %.3f %.3f %.3f\n", x, 100 * share.value, 100 * share.low,
                    100 * share.high);
        count++;
    }
    text_add(text, "END\n");
    return count;
}

static void add_sweep_axes(const Page *page, const Sweep *sweep, Text *text)
{
    char memory[1024];
    Text label = TEXT_IN(memory);
    const char *before = "";
    add_sweep_label(page, sweep, &label);
    text_add(text, "set title ");
    plot_add_quoted(memory, text);
    text_add(text, "\nset xlabel '");
    text_add_slice(text, sweep->option);
    text_format(text, "' offset 0,0.4\n%s logscale x\nset xtics (",
                axis_of(sweep).is_of_ratios ? "set" : "unset");
    for (Slice values = sweep->values; values.length; before = ", ") {
        text_add(text, before);
        text_add_slice(text, slice_take(&values, ","));
    }
    text_add(text, ")\n");
}

// Panels are numbered by their sweep, since a label cannot name a block of data.
static uint32_t panel_of(const Page *page, const Sweep *sweep)
{
    uint32_t panel = 0;
    for (uint32_t i = 0; i < sweep->first; i++) {
        Sweep other;
        panel += sweep_of_cell(page->experiment, i, &other) && other.first == i &&
                 is_sweep_played(page, &other);
    }
    return panel;
}

static void add_sweep_panel(const Page *page, const Sweep *sweep, Text *text)
{
    const uint32_t panel = panel_of(page, sweep);
    uint32_t counts[COUNT_OF(kinds)];
    const char *before = "plot ";
    add_sweep_axes(page, sweep, text);
    for (unsigned i = 0; i < COUNT_OF(kinds); i++)
        counts[i] = add_sweep_points(page, sweep, panel, i, text);
    for (unsigned i = 0; i < COUNT_OF(kinds); i++) {
        if (!counts[i])
            continue;
        text_format(text, "%s$sweep%" PRIu32 "_%u using 1:2:3:4 with yerrorlines %s title '%s'",
                    before, panel, i, kinds[i].style, kinds[i].title);
        before = ", \\\n     ";
    }
    text_add_char(text, '\n');
}

void page__plot_sweeps(const Page *page, Text *text)
{
    const uint32_t count = each_sweep(page, NULL, NULL);
    const unsigned columns = count < PANEL_COLUMNS ? count : PANEL_COLUMNS;
    const unsigned rows = (count + PANEL_COLUMNS - 1) / PANEL_COLUMNS;
    const PlotHead head = {.what =
                               "wins and losses by the option that was swept, with 95 % intervals",
                           .title = ", 95 % intervals",
                           .width = columns * PANEL_WIDTH,
                           .height = rows * PANEL_HEIGHT + TITLE_HEIGHT,
                           .rows = rows,
                           .columns = columns};
    page__begin_plot(page, &head, text);
    plot_add_axes(PLOT_LEFT_BOTTOM, text);
    text_add(text, "set ylabel 'per cent of games'\nset yrange [0:100]\n"
                   "set offsets graph 0.05, graph 0.05, 0, 0\n"
                   "set key below horizontal samplen 2\n");
    each_sweep(page, add_sweep_panel, text);
    text_add(text, "unset multiplot\n");
}
