// Curves on a page: what became of the men move by move, and where the boards came from that a player
// asked; a table and a row of panels for each cell.
#include "lab/report/page_parts.h"

#include <inttypes.h>

// Calls `add` for each cell that has curves.
typedef void CurvesWriter(const Page *page, const ExperimentCell *cell, const Curves *curves,
                          Text *text);

static uint32_t each_curves(const Page *page, CurvesWriter *add, Text *text)
{
    const uint32_t cells = experiment_cell_count(page->experiment);
    uint32_t count = 0;
    for (uint32_t i = 0; i < cells; i++) {
        if (!page->curves || !curves_length(&page->curves[i]))
            continue;
        count++;
        if (!add)
            continue;
        ExperimentCell cell;
        experiment_cell(page->experiment, i, &cell);
        add(page, &cell, &page->curves[i], text);
    }
    return count;
}

bool page__has_curves(const Page *page)
{
    return each_curves(page, NULL, NULL) > 0;
}

// --- The table -----------------------------------------------------------------------------------

static const uint32_t shown_moves[] = {1, 2, 5, 10, 15, 20, 30, 40, 60, 80, 100, 150, 200};

static void add_row(const Curves *curves, uint32_t move, Text *text)
{
    const MaterialPoint *point = &curves->material[move - 1];
    const AskedPoint *asked = &curves->asked[move - 1];
    const Estimate apart = curves_difference(point);
    text_format(text, "| %" PRIu32 " | %" PRIu32 " | %.1f | %.1f | %+.1f (%+.1f to %+.1f) |", move,
                point->games, (double)point->sums[0] / point->games,
                (double)point->sums[1] / point->games, apart.value, apart.low, apart.high);
    if (asked->tries)
        text_format(text, " %.1f %% of %" PRIu32 " tries |", 100 * curves_share(asked).value,
                    asked->tries);
    else if (curves->tries)
        text_add(text, " |");
    text_add_char(text, '\n');
}

// What was counted over whole games, and over the moves that are early, in the middle or late.
static void add_whole_games(const Curves *curves, Text *text)
{
    if (!curves->tries_a_move.below)
        return;
    const Estimate tries = ratio_estimate(&curves->tries_a_move, NORMAL_95);
    text_format(text, "\nThe first player made %.3f (%.3f to %.3f) tries a move.", tries.value,
                tries.low, tries.high);
    if (curves->calls.below) {
        text_format(text, " Of moves %" PRIu32 " to %" PRIu32 " the umpire called something after ",
                    moves_of_middle_game.first, moves_of_middle_game.last);
        page__add_share(ratio_estimate(&curves->calls, NORMAL_95), text);
        text_add(text, ".");
    }
    text_add_char(text, '\n');
}

static void add_rise(const RiseSums *rise, Text *text)
{
    if (!rise->games)
        return;
    const Estimate by = curves_rise(rise, NORMAL_95);
    text_format(text,
                " From moves %" PRIu32 " to %" PRIu32 " to moves %" PRIu32 " to %" PRIu32
                " the share of last-observation boards rose by\n%.1f points (%.1f to %.1f), the "
                "mean over the %" PRIu32 " games that got so far.",
                moves_early.first, moves_early.last, moves_late.first, moves_late.last,
                100 * by.value, 100 * by.low, 100 * by.high, rise->games);
}

static void add_table(const Page *page, const ExperimentCell *cell, const Curves *curves,
                      Text *text)
{
    const uint32_t length = curves_length(curves);
    text_add_char(text, '\n');
    page__add_label(page, cell, text);
    text_add(text, ":\n\n| move | games | first | second | difference |");
    text_add(text, curves->tries ? " last-observation boards |\n|--:|--:|--:|--:|---|---|\n"
                                 : "\n|--:|--:|--:|--:|---|\n");
    for (unsigned i = 0; i < COUNT_OF(shown_moves) && shown_moves[i] <= length; i++)
        add_row(curves, shown_moves[i], text);
    add_whole_games(curves, text);
    if (curves->tries) {
        text_format(text, "\nAsked again for %" PRIu32 " tries, it chose the same in %.1f %%.",
                    curves->tries, 100.0 * curves->same / curves->tries);
        add_rise(&curves->rise, text);
        text_add_char(text, '\n');
    }
}

void page__add_curves(const Page *page, Text *text)
{
    if (!page__has_curves(page))
        return;
    text_add(
        text,
        "\n## Over the game\n\nMean material after both have made their move, in the games that "
        "got so far: queen 9, rook 5, bishop\nand knight 3, pawn 1. A curve ends where fewer than "
        "a tenth of the games are still in play.\n");
    if (page->experiment->curves.asked_games)
        text_format(
            text,
            "Last-observation boards are counted by asking the first player again in the first "
            "%" PRIu32 " games:\ntheir share among all boards it asks for a try.\n",
            page->experiment->curves.asked_games);
    each_curves(page, add_table, text);
}

// --- The picture ---------------------------------------------------------------------------------

enum { PANEL_WIDTH = 320, PANEL_HEIGHT = 250, TITLE_HEIGHT = 40 };

// Moves as data: number, both means, difference with its interval, share with its interval.
static void add_data(const Curves *curves, Text *text)
{
    const uint32_t length = curves_length(curves);
    text_add(text, "$curves << END\n");
    for (uint32_t i = 0; i < length; i++) {
        const MaterialPoint *point = &curves->material[i];
        const Estimate apart = curves_difference(point);
        text_format(text, "%" PRIu32 " %.3f %.3f %.3f %.3f %.3f", i + 1,
                    (double)point->sums[0] / point->games, (double)point->sums[1] / point->games,
                    apart.value, apart.low, apart.high);
        if (curves->asked[i].tries) {
            const Estimate share = curves_share(&curves->asked[i]);
            text_format(text, " %.3f %.3f %.3f\n", 100 * share.value, 100 * share.low,
                        100 * share.high);
        } else {
            text_add(text, " NaN NaN NaN\n");
        }
    }
    text_add(text, "END\n");
}

static void add_title(const char *string, Text *text)
{
    text_add(text, " title ");
    plot_add_quoted(string, text);
}

static void add_panels(const Page *page, const ExperimentCell *cell, const Curves *curves,
                       Text *text)
{
    char memory[256];
    Text label = TEXT_IN(memory);
    add_data(curves, text);
    page__add_circumstances(page, cell, "material, ", &label);
    text_add(text, "set title ");
    plot_add_quoted(memory[0] ? memory : "material", text);
    text_add(text, "\nset yrange [0:*]\nplot $curves using 1:2 with lines linestyle 1");
    add_title(cell->players[0], text);
    text_add(text, ", $curves using 1:3 with lines linestyle 2");
    add_title(cell->players[1], text);
    text_add(text, "\nset title 'first less second, 95 %'\nset yrange [*:*]\n"
                   "plot $curves using 1:5:6 with filledcurves linecolor '#c9d9ea' notitle, "
                   "0 with lines linecolor '#888888' notitle, "
                   "$curves using 1:4 with lines linestyle 1 notitle\n");
    if (!curves->tries) {
        text_add(text, page->experiment->curves.asked_games ? "set multiplot next\n" : "");
        return;
    }
    text_add(text, "set title 'last-observation boards, % of those asked'\nset yrange [0:100]\n"
                   "plot $curves using 1:8:9 with filledcurves linecolor '#c9d9ea' notitle, "
                   "$curves using 1:7 with lines linestyle 1 notitle\n");
}

void page__plot_curves(const Page *page, Text *text)
{
    const unsigned rows = each_curves(page, NULL, NULL);
    const unsigned columns = page->experiment->curves.asked_games ? 3 : 2;
    const PlotHead head = {.what = "material, and where boards came from, by move",
                           .title = ", by move",
                           .width = columns * PANEL_WIDTH,
                           .height = rows * PANEL_HEIGHT + TITLE_HEIGHT,
                           .rows = rows,
                           .columns = columns};
    page__begin_plot(page, &head, text);
    plot_add_axes(PLOT_LEFT_BOTTOM, text);
    text_add(text, "set xlabel 'move'\nset xrange [1:*]\nset xtics 40\n"
                   "set key top right samplen 2\n");
    each_curves(page, add_panels, text);
    text_add(text, "unset multiplot\n");
}
