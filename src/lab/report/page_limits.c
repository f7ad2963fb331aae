// What more time brings: the points of each pairing by what a try may spend, as one curve each.
#include "lab/report/page_parts.h"

#include "base/stats/score.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { LIMITS_MIN = 3, WIDTH = 760, HEIGHT = 480, STYLES = 6 }; // of two limits there is no curve

enum { UNIT_NONE }; // the first: limits of no kind, or of several
static const char *const units[] = {"nothing", "nodes a try", "ms of CPU time a try", "ms a try"};

// What the first player may spend, in one of the units; 0 if that is not limited.
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

// The one unit of all limits of an experiment.
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

// --- Curves --------------------------------------------------------------------------------------

// Limits are what cells differ in last: those of a curve follow one another.
static bool is_played(const Page *page, uint32_t first)
{
    return page__is_played(page, first, 1, page->experiment->limits_count);
}

static unsigned count_curves(const Page *page)
{
    const uint32_t cells = experiment_first_of_nulls(page->experiment);
    unsigned count = 0;
    for (uint32_t first = 0; first < cells; first += page->experiment->limits_count)
        count += is_played(page, first);
    return count;
}

// Points in percent at each limit, a little aside so that no interval hides another.
static void add_points(const Page *page, uint32_t first, unsigned curve, Text *text)
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

// Whether all curves have the same second player.
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

// What tells a curve from the others: the players and, where there are several, the game.
static void add_name(const Page *page, uint32_t first, Text *text)
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

static void add_curves(const Page *page, Text *text)
{
    const uint32_t cells = experiment_first_of_nulls(page->experiment);
    const uint32_t stride = page->experiment->limits_count;
    unsigned curve = 0;
    for (uint32_t first = 0; first < cells; first += stride)
        if (is_played(page, first))
            add_points(page, first, curve++, text);
    curve = 0;
    for (uint32_t first = 0; first < cells; first += stride) {
        if (!is_played(page, first))
            continue;
        text_format(text, "%s$curve%u using 1:2:3:4 with yerrorlines linestyle %u title ",
                    curve ? ", \\\n     " : "plot ", curve, 1 + curve % STYLES);
        add_name(page, first, text);
        curve++;
    }
    text_add_char(text, '\n');
}

// --- What doubling brings ------------------------------------------------------------------------

// The sums of a weighted line through points: a weight is one over a variance, x a logarithm of the limit.
typedef struct Line {
    double weight, x, y, xx, xy;
    uint32_t count;
} Line;

static void add_to_line(Line *line, double x, Points points)
{
    const double weight = 1 / points.variance;
    line->weight += weight;
    line->x += weight * x;
    line->y += weight * points.mean;
    line->xx += weight * x * x;
    line->xy += weight * x * points.mean;
    line->count++;
}

// The slope with its 95 % interval; infinite if all limits are the same.
static Estimate slope_of(const Line *line)
{
    const double spread = line->xx - line->x * line->x / line->weight;
    const double slope = (line->xy - line->x * line->y / line->weight) / spread;
    return estimate_around(slope, 1 / sqrt(spread));
}

// A line of the list of slopes, if there are enough limits with games. The first begins the list.
static void add_slope(const Page *page, uint32_t first, bool *is_begun, Text *text)
{
    const Experiment *experiment = page->experiment;
    const unsigned unit = unit_of(experiment);
    Line line = {0};
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

// --- The picture ---------------------------------------------------------------------------------

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
                           .width = WIDTH,
                           .height = HEIGHT,
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
    add_curves(page, text);
    text_add(text, "unset multiplot\n");
}
