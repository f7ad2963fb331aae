// Curves on a page. What more time brings: the points of each pairing by what a try may spend. And over the game: what became of the
// men move by move, and where the boards came from that a player asked; a table and a row of panels for each cell.
#include "lab/report/internal.h"

#include "base/stats/score.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
    LIMITS_MIN = 3,
    LIMITS_WIDTH = 760,
    LIMITS_HEIGHT = 480,
    STYLES = 6
}; // of two limits there is no curve

enum { UNIT_NONE }; // the first: limits of no kind, or of several
static const char *const units[] = {"nothing", "nodes a try", "ms of CPU time a try", "ms a try"};

// Returns what the first player may spend, in one of the units; 0 if that is not limited.
static uint64_t amount_of(const PlanLimits *limits, unsigned unit)
{
    const TryLimits *tries = &limits->tries;
    const uint64_t amounts[COUNT_OF(units)] = {0, tries->nodes, tries->cpu_ms, tries->move_ms};
    return amounts[unit];
}

static bool is_only_in(const PlanLimits *limits, unsigned unit)
{
    for (unsigned other = UNIT_NONE + 1; other < COUNT_OF(units); other++)
        if ((amount_of(limits, other) > 0) != (other == unit))
            return false;
    return true;
}

// Returns the one unit of all limits of an experiment.
static unsigned unit_of(const Experiment *experiment)
{
    for (unsigned unit = UNIT_NONE + 1; unit < COUNT_OF(units); unit++) {
        uint32_t alike = 0;
        while (alike < experiment->limits_count && is_only_in(&experiment->limits[alike], unit))
            alike++;
        if (alike == experiment->limits_count)
            return unit;
    }
    return UNIT_NONE;
}

bool page__has_limits(const Page *page)
{
    const Experiment *experiment = page->experiment;
    return experiment->limits_count >= LIMITS_MIN && unit_of(experiment) != UNIT_NONE &&
           page__is_played(page, 0, 1, experiment_first_of_nulls(experiment));
}

// Limits are what cells differ in last: those of a curve follow one another.
static bool is_curve_played(const Page *page, uint32_t first)
{
    return page__is_played(page, first, 1, page->experiment->limits_count);
}

static unsigned count_curves(const Page *page)
{
    const uint32_t cells = experiment_first_of_nulls(page->experiment);
    unsigned count = 0;
    for (uint32_t first = 0; first < cells; first += page->experiment->limits_count)
        count += is_curve_played(page, first);
    return count;
}

// Points in percent at each limit, a little aside so that no interval hides another.
static void add_limits_points(const Page *page, uint32_t first, unsigned curve, Text *text)
{
    const Experiment *experiment = page->experiment;
    const unsigned unit = unit_of(experiment);
    const double aside = exp2(0.04 * (curve - (count_curves(page) - 1) / 2.0));
    text_format(text, "$curve%u << END\n", curve);
    for (uint32_t i = 0; i < experiment->limits_count; i++) {
        const CellResult *result = &page->results[first + i];
        if (!result->is_there)
            continue;
        const Score score = score_of_match(&result->meeting.pairs, &result->meeting.games);
        const Estimate lead = score_lead(&score);
        text_format(text, "%.6g %.3f %.3f %.3f\n",
                    (double)amount_of(&experiment->limits[i], unit) * aside,
                    100 * (0.5 + lead.value), 100 * (0.5 + lead.low), 100 * (0.5 + lead.high));
    }
    text_add(text, "END\n");
}

// Returns whether all curves have the same second player.
static bool has_one_opponent(const Page *page)
{
    const uint32_t cells = experiment_first_of_nulls(page->experiment);
    ExperimentCell first, other;
    experiment_cell(page->experiment, 0, &first);
    for (uint32_t i = 1; i < cells; i++) {
        experiment_cell(page->experiment, i, &other);
        if (strcmp(first.players[1], other.players[1]) != 0)
            return false;
    }
    return true;
}

// Adds what tells a curve from the others: the players and, where there are several, the game.
static void add_curve_name(const Page *page, uint32_t first, Text *text)
{
    char memory[1024];
    Text name = TEXT_IN(memory);
    ExperimentCell cell;
    experiment_cell(page->experiment, first, &cell);
    text_add(&name, cell.players[0]);
    if (!has_one_opponent(page))
        text_format(&name, " against %s", cell.players[1]);
    if (page->experiment->game_count > 1)
        text_format(&name, ", %.*s", (int)cell.game_string.length, cell.game_string.start);
    plot_add_quoted(memory, text);
}

static void add_limits_curves(const Page *page, Text *text)
{
    const uint32_t cells = experiment_first_of_nulls(page->experiment);
    const uint32_t stride = page->experiment->limits_count;
    unsigned curve = 0;
    for (uint32_t first = 0; first < cells; first += stride)
        if (is_curve_played(page, first))
            add_limits_points(page, first, curve++, text);
    curve = 0;
    for (uint32_t first = 0; first < cells; first += stride) {
        if (!is_curve_played(page, first))
            continue;
        text_format(text, "%s$curve%u using 1:2:3:4 with yerrorlines linestyle %u title ",
                    curve ? ", \\\n     " : "plot ", curve, 1 + curve % STYLES);
        add_curve_name(page, first, text);
        curve++;
    }
    text_add_char(text, '\n');
}

// The sums of a weighted line through points: a weight is one over a variance, x a logarithm of the limit.
typedef struct FittedLine {
    double weight, x, y, xx, xy;
    uint32_t count;
} FittedLine;

static void add_to_line(FittedLine *line, double x, Points points)
{
    const double weight = 1 / points.variance;
    line->weight += weight;
    line->x += weight * x;
    line->y += weight * points.mean;
    line->xx += weight * x * x;
    line->xy += weight * x * points.mean;
    line->count++;
}

// Returns the slope with its 95 % interval; infinite if all limits are the same.
static Estimate slope_of(const FittedLine *line)
{
    const double spread = line->xx - line->x * line->x / line->weight;
    const double slope = (line->xy - line->x * line->y / line->weight) / spread;
    return estimate_around(slope, 1 / sqrt(spread));
}

// Adds a line of the list of slopes, if there are enough limits with games. The first begins the list.
static void add_slope(const Page *page, uint32_t first, bool *is_begun, Text *text)
{
    const Experiment *experiment = page->experiment;
    const unsigned unit = unit_of(experiment);
    FittedLine line = {0};
    for (uint32_t i = 0; i < experiment->limits_count; i++) {
        const CellResult *result = &page->results[first + i];
        const Trinomial *games = &result->meeting.games;
        const double all = (double)score_count_games(games);
        if (result->is_there && all > 0)
            add_to_line(&line, log2((double)amount_of(&experiment->limits[i], unit)),
                        points_of_counts(games->wins, games->draws, all));
    }
    const Estimate slope = slope_of(&line);
    if (line.count < LIMITS_MIN || !isfinite(slope.low))
        return;
    ExperimentCell cell;
    experiment_cell(experiment, first, &cell);
    if (!*is_begun)
        text_add(text,
                 "\nWhat each doubling of the limit brings the first player, points in per cent, "
                 "by a weighted line through all limits\n(95 % intervals; a curve that bends is no "
                 "line):\n\n");
    *is_begun = true;
    text_add(text, "- ");
    page__add_flat(slice_of(cell.players[0]), text);
    text_add(text, " against ");
    page__add_flat(slice_of(cell.players[1]), text);
    if (experiment->game_count > 1) {
        text_add(text, ", ");
        page__add_flat(cell.game_string, text);
    }
    text_format(text, ": %+.1f points (%+.1f to %+.1f)\n", 100 * slope.value, 100 * slope.low,
                100 * slope.high);
}

void page__add_slopes(const Page *page, Text *text)
{
    bool is_begun = false;
    if (!page__has_limits(page))
        return;
    const uint32_t cells = experiment_first_of_nulls(page->experiment);
    for (uint32_t first = 0; first < cells; first += page->experiment->limits_count)
        add_slope(page, first, &is_begun, text);
}

// Beside the points what they are in Elo.
static void add_elo_axis(Text *text)
{
    static const int marks[] = {-400, -200, -100, 0, 100, 200, 400};
    text_add(text, "set y2range [0:100]\nset y2label 'Elo'\nset y2tics (");
    for (unsigned i = 0; i < COUNT_OF(marks); i++)
        text_format(text, marks[i] ? "%s'%+d' %.2f" : "%s'%d' %.2f", i ? ", " : "", marks[i],
                    100 * elo_to_score(marks[i]));
    text_add(text, ")\n");
}

static void add_points_axis(const Page *page, Text *text)
{
    char memory[512];
    Text label = TEXT_IN(memory);
    ExperimentCell cell;
    text_add(&label, "points");
    if (has_one_opponent(page)) {
        experiment_cell(page->experiment, 0, &cell);
        text_format(&label, " against %s", cell.players[1]);
    }
    text_add(&label, ", % of games");
    text_add(text, "set yrange [0:100]\nset ylabel ");
    plot_add_quoted(memory, text);
    // Where neither is better.
    text_add(text, "\nset arrow from graph 0, first 50 to graph 1, first 50 nohead "
                   "linecolor '#888888' dashtype 3\n");
}

static void add_limits_axis(const Page *page, Text *text)
{
    const Experiment *experiment = page->experiment;
    const unsigned unit = unit_of(experiment);
    const double margin = 1.3;
    double min = INFINITY, max = 0;
    text_format(text, "set xlabel '%s' offset 0,0.4\nset logscale x 2\nset xtics (", units[unit]);
    for (uint32_t i = 0; i < experiment->limits_count; i++) {
        const uint64_t amount = amount_of(&experiment->limits[i], unit);
        text_format(text, "%s%" PRIu64, i ? ", " : "", amount);
        min = fmin(min, (double)amount);
        max = fmax(max, (double)amount);
    }
    text_format(text, ")\nset xrange [%g:%g]\n", min / margin, max * margin);
}

void page__plot_limits(const Page *page, Text *text)
{
    const PlotHead head = {.what = "points by what a try may spend, with 95 % intervals",
                           .title = ", 95 % intervals",
                           .width = LIMITS_WIDTH,
                           .height = LIMITS_HEIGHT,
                           .rows = 1,
                           .columns = 1};
    page__begin_plot(page, &head, text);
    text_add(text, "set style line 3 linecolor '#3d8f5f' linewidth 2 pointtype 9 pointsize 0.8\n"
                   "set style line 4 linecolor '#8e4b9e' linewidth 2 pointtype 13 pointsize 0.8\n"
                   "set style line 5 linecolor '#b8972a' linewidth 2 pointtype 11 pointsize 0.8\n"
                   "set style line 6 linecolor '#666666' linewidth 2 pointtype 4 pointsize 0.7\n"
                   "set key below horizontal samplen 2\n");
    plot_add_axes(PLOT_LEFT_BOTTOM | PLOT_RIGHT, text);
    add_limits_axis(page, text);
    add_points_axis(page, text);
    add_elo_axis(text);
    add_limits_curves(page, text);
    text_add(text, "unset multiplot\n");
}

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

static const uint32_t shown_moves[] = {1, 2, 5, 10, 15, 20, 30, 40, 60, 80, 100, 150, 200};

static void add_move(const Curves *curves, uint32_t move, Text *text)
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

// Adds what was counted over whole games, and over the moves that are early, in the middle or late.
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

static void add_curves_table(const Page *page, const ExperimentCell *cell, const Curves *curves,
                             Text *text)
{
    const uint32_t length = curves_length(curves);
    text_add_char(text, '\n');
    page__add_label(page, cell, text);
    text_add(text, ":\n\n| move | games | first | second | difference |");
    text_add(text, curves->tries ? " last-observation boards |\n|--:|--:|--:|--:|---|---|\n"
                                 : "\n|--:|--:|--:|--:|---|\n");
    for (unsigned i = 0; i < COUNT_OF(shown_moves) && shown_moves[i] <= length; i++)
        add_move(curves, shown_moves[i], text);
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
    each_curves(page, add_curves_table, text);
}

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
