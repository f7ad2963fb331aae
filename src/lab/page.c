// Pages, pictures and the index, from counts.
#include "lab/page.h"

#include "lab/compare.h"
#include "stats/elo.h"
#include "wire/hear.h"

#include <inttypes.h>
#include <string.h>

static const char *const result_words[RESULT_COUNT] = {"wins", "losses", "draws"};

// --- Small pieces --------------------------------------------------------------------------------

// A value on one line, however many it had in its file, and safe inside a table.
static void add_flat(Slice value, Text *text)
{
    bool is_gap = false;
    for (size_t i = 0; i < value.length; i++) {
        const char c = value.start[i];
        if ((unsigned char)c <= ' ') {
            is_gap = true;
            continue;
        }
        if (is_gap)
            text_add_char(text, ' ');
        is_gap = false;
        if (c == '|')
            text_add_char(text, '\\');
        text_add_char(text, c);
    }
}

// "10.2 % (9.3 to 11.2)"; without the parentheses if there is no width.
static void add_share(Estimate share, Text *text)
{
    text_format(text, "%.1f %%", 100 * share.value);
    if (share.low < share.high)
        text_format(text, " (%.1f to %.1f)", 100 * share.low, 100 * share.high);
}

static void add_difference(Estimate difference, Text *text)
{
    text_format(text, "%+.1f (%+.1f to %+.1f)", 100 * difference.value, 100 * difference.low,
                100 * difference.high);
}

// What tells the cell from others of its fixture: game and limits, where there are several.
static void add_circumstances(const Page *page, const Cell *cell, const char *between, Text *text)
{
    const Experiment *experiment = page->experiment;
    if (experiment->game_count > 1) {
        text_add(text, between);
        add_flat(cell->game_string, text);
    }
    if (experiment->limits_count > 1) {
        text_add(text, experiment->game_count > 1 ? ", " : between);
        limits_to_text(&cell->plan.limits, text);
    }
}

static void add_label(const Page *page, const Cell *cell, Text *text)
{
    add_flat(slice_of(cell->players[0]), text);
    text_add(text, " against ");
    add_flat(slice_of(cell->players[1]), text);
    add_circumstances(page, cell, ", ", text);
}

static void add_source(const Page *page, Text *text)
{
    if (page->experiment->source.length)
        add_flat(page->experiment->source, text);
    else
        text_add(text, "published");
}

// Calls `add` for each cell that was played.
typedef void CellWriter(const Page *page, const Cell *cell, const CellResult *result, Text *text);

static void each_cell(const Page *page, CellWriter *add, Text *text)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    for (uint32_t i = 0; i < count; i++) {
        if (!page->results[i].is_there)
            continue;
        Cell cell;
        experiment_cell(page->experiment, i, &cell);
        add(page, &cell, &page->results[i], text);
    }
}

static uint32_t count_played(const Page *page)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    uint32_t played = 0;
    for (uint32_t i = 0; i < count; i++)
        played += page->results[i].is_there;
    return played;
}

bool page_has_results(const Page *page)
{
    return count_played(page) > 0;
}

static Comparison compare_all(const Cell *cell, const CellResult *result)
{
    return compare_shares(&result->meeting.games, cell->published[PUBLISHED_ALL]);
}

static void add_elo(const CellResult *result, Text *text)
{
    const Score score = score_of_match(&result->meeting.pairs, &result->meeting.games);
    const Estimate elo = elo_logistic(&score);
    if (isfinite(elo.value) && isfinite(elo.low) && isfinite(elo.high))
        text_format(text, "%+.0f (%+.0f to %+.0f)", elo.value, elo.low, elo.high);
    else
        text_add(text, "not bounded");
}

// --- The answer ----------------------------------------------------------------------------------

static const char *const agreement_words[] = {
    [AGREEMENT_UNKNOWN] = "nothing published to compare with",
    [AGREEMENT_AGREES] = "agrees",
    [AGREEMENT_STRONGER] = "stronger than published",
    [AGREEMENT_WEAKER] = "weaker than published",
    [AGREEMENT_DIFFERS] = "differs from what was published",
};
_Static_assert(COUNT_OF(agreement_words) == AGREEMENT_COUNT, "every agreement needs words");

// "more wins, fewer draws": the shares that differ, in percentage points.
static void add_real_differences(const Comparison *comparison, Text *text)
{
    const char *before = ": ";
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        const Estimate difference = comparison->difference[i];
        if (!comparison->is_known[i] || !difference_is_real(difference))
            continue;
        text_format(text, "%s%s %s, ", before, difference.value > 0 ? "more" : "fewer",
                    result_words[i]);
        add_difference(difference, text);
        text_add(text, " points");
        before = "; ";
    }
}

static void add_sprt(const Cell *cell, const CellResult *result, Text *text)
{
    static const char *const words[] = {[SPRT_GO_ON] = "undecided",
                                        [SPRT_ACCEPT_H0] = "H0 accepted",
                                        [SPRT_ACCEPT_H1] = "H1 accepted"};
    const SprtPlan *sprt = &cell->plan.sprt;
    if (cell->plan.stops_by_sprt)
        text_format(text, " Sequential test, nElo %g against %g: %s (LLR %.2f).", sprt->elo1,
                    sprt->elo0, words[sprt_state(sprt, &result->meeting.pairs)],
                    sprt_llr(sprt, &result->meeting.pairs));
}

static void add_answer(const Page *page, const Cell *cell, const CellResult *result, Text *text)
{
    const Comparison comparison = compare_all(cell, result);
    text_add(text, "- ");
    add_label(page, cell, text);
    text_format(text, ": **%s**", agreement_words[comparison.agreement]);
    if (comparison.agreement == AGREEMENT_UNKNOWN) {
        text_add(text, "; Elo ");
        add_elo(result, text);
    }
    if (comparison.agreement == AGREEMENT_AGREES)
        text_add(text, ": the shares differ by no more than chance allows");
    else
        add_real_differences(&comparison, text);
    text_add_char(text, '.');
    add_sprt(cell, result, text);
    text_add_char(text, '\n');
}

// The first cell with the same games as this one; itself if there is none before.
static uint32_t find_twin(const Page *page, uint32_t number)
{
    const CellResult *result = &page->results[number];
    uint32_t twin = 0;
    while (twin < number && (!result->is_there || !result->hash[0] ||
                             strcmp(result->hash, page->results[twin].hash) != 0))
        twin++;
    return twin;
}

// Players that never use what two cells differ in play the same games in both: a finding, but no
// second proof.
static void add_twins(const Page *page, Text *text)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    const char *heading =
        "\nSome cells had the same games, try by try: what differs between them was "
        "never used, and the\nsecond is no further evidence.\n\n";
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t twin = find_twin(page, i);
        if (twin == i)
            continue;
        Cell cell, other;
        experiment_cell(page->experiment, i, &cell);
        experiment_cell(page->experiment, twin, &other);
        text_format(text, "%s- ", heading);
        add_label(page, &cell, text);
        text_add(text, ": as ");
        add_label(page, &other, text);
        text_add_char(text, '\n');
        heading = "";
    }
}

static void add_unplayed(const Page *page, Text *text)
{
    const uint32_t count = experiment_cell_count(page->experiment), played = count_played(page);
    if (played < count)
        text_format(text, "\n%" PRIu32 " of %" PRIu32 " cells are not played yet.\n",
                    count - played, count);
}

// --- Tables --------------------------------------------------------------------------------------

static void add_published_row(const Page *page, const Published *published,
                              const Comparison *comparison, Text *text)
{
    text_add(text, "| *");
    add_source(page, text);
    if (published->games)
        text_format(text, "* | %" PRIu32, published->games);
    else
        text_add(text, "* | not said");
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        text_add(text, " | ");
        if (comparison->is_known[i])
            add_share(comparison->theirs[i], text);
    }
    text_add(text, " | |\n| *difference, points* | ");
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        text_add(text, " | ");
        if (comparison->is_known[i])
            add_difference(comparison->difference[i], text);
    }
    text_add(text, " | |\n");
}

static void add_figures(const Page *page, const Cell *cell, const CellResult *result, Text *text)
{
    const Comparison comparison = compare_all(cell, result);
    text_add(text, "| ");
    add_label(page, cell, text);
    text_format(text, " | %" PRIu64, score_count_games(&result->meeting.games));
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        text_add(text, " | ");
        add_share(comparison.ours[i], text);
    }
    text_add(text, " | ");
    add_elo(result, text);
    text_add(text, " |\n");
    if (cell->published[PUBLISHED_ALL])
        add_published_row(page, cell->published[PUBLISHED_ALL], &comparison, text);
}

static void add_plain_shares(const Estimate *shares, const bool *is_known, Text *text)
{
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        if (is_known && !is_known[i])
            text_add(text, " | ");
        else
            text_format(text, " | %.1f", 100 * shares[i].value);
    }
}

static void add_colours(const Page *page, const Cell *cell, const CellResult *result, Text *text)
{
    bool is_published = false;
    Comparison seats[2];
    for (unsigned seat = 0; seat < 2; seat++) {
        const Published *published = cell->published[PUBLISHED_FIRST_SEAT + seat];
        seats[seat] = compare_shares(&result->meeting.by_seat[seat], published);
        is_published = is_published || published;
    }
    text_add(text, "| ");
    add_label(page, cell, text);
    for (unsigned seat = 0; seat < 2; seat++)
        add_plain_shares(seats[seat].ours, NULL, text);
    text_add(text, " |\n");
    if (!is_published)
        return;
    text_add(text, "| *");
    add_source(page, text);
    text_add_char(text, '*');
    for (unsigned seat = 0; seat < 2; seat++)
        add_plain_shares(seats[seat].theirs, seats[seat].is_known, text);
    text_add(text, " |\n");
}

// --- How games ended -----------------------------------------------------------------------------

// Whether any cell has a game of this kind: one that was won, or drawn, so.
static bool has_ending(const Page *page, unsigned ending, bool is_draw)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    for (uint32_t i = 0; i < count; i++) {
        const CellResult *result = &page->results[i];
        if ((is_draw ? result->draws_by_ending : result->wins_by_ending)[ending])
            return true;
    }
    return false;
}

static void add_ending_heads(const Page *page, Text *text)
{
    unsigned columns = 3;
    text_add(text, "| cell");
    for (unsigned is_draw = 0; is_draw < 2; is_draw++) {
        for (unsigned ending = 1; ending < ENDINGS_MAX; ending++) {
            if (!has_ending(page, ending, is_draw))
                continue;
            text_format(text, " | %s: %s", is_draw ? "drawn" : "won", ending_name((uint8_t)ending));
            columns++;
        }
    }
    text_add(text, " | moves a game | tries a move |\n|---|");
    while (--columns)
        text_add(text, "--:|");
    text_add_char(text, '\n');
}

static void add_endings(const Page *page, const Cell *cell, const CellResult *result, Text *text)
{
    const double games = (double)score_count_games(&result->meeting.games);
    text_add(text, "| ");
    add_label(page, cell, text);
    for (unsigned is_draw = 0; is_draw < 2; is_draw++) {
        const uint32_t *counts = is_draw ? result->draws_by_ending : result->wins_by_ending;
        for (unsigned ending = 1; ending < ENDINGS_MAX; ending++)
            if (has_ending(page, ending, is_draw))
                text_format(text, " | %.1f", games > 0 ? 100 * counts[ending] / games : 0);
    }
    const double plies = (double)result->plies;
    text_format(text, " | %.1f | %.2f |\n", games > 0 ? plies / games / 2 : 0,
                plies > 0 ? (double)result->attempts / plies : 0);
}

// --- The rest of the page ------------------------------------------------------------------------

static void add_notes(const Page *page, bool is_hypothesis, const char *heading, Text *text)
{
    const Experiment *experiment = page->experiment;
    for (uint32_t i = 0; i < experiment->note_count; i++) {
        if (experiment->notes[i].is_hypothesis != is_hypothesis)
            continue;
        text_add(text, heading);
        heading = "";
        text_add(text, "\n- ");
        add_flat(experiment->notes[i].text, text);
    }
    if (!heading[0])
        text_add_char(text, '\n');
}

static void add_hash(const Page *page, const Cell *cell, const CellResult *result, Text *text)
{
    if (!result->hash[0])
        return;
    text_add(text, "- ");
    add_label(page, cell, text);
    text_format(text, ": hash `%s`\n", result->hash);
}

static void add_settings(const Page *page, Text *text)
{
    const Experiment *experiment = page->experiment;
    text_format(text,
                "Each cell is %" PRIu64
                " games%s in pairs with colours swapped, opening random:%" PRIu32 ", seed %" PRIu64
                ".",
                experiment->cell_games, experiment->stops_by_sprt ? " at most," : "",
                experiment->opening_moves, experiment->seed);
    if (experiment->limits_count == 1) {
        text_add(text, " Limits of a try: ");
        limits_to_text(&experiment->limits[0], text);
        text_add_char(text, '.');
    }
    if (experiment->game_count == 1) {
        text_add(text, " Game: ");
        add_flat(experiment->games[0], text);
        text_add_char(text, '.');
    }
    text_add(text, "\n\n");
}

static void add_runs(const Page *page, Text *text)
{
    for (uint32_t i = 0; i < page->run_count; i++) {
        const Run *run = &page->runs[i];
        text_format(text, "    nebel lab run experiments/%s.txt --concurrency %" PRIu32, page->name,
                    run->concurrency);
        if (run->scale != 1)
            text_format(text, " --scale %g", run->scale);
        text_add_char(text, '\n');
    }
    text_add(text, "\n| date | commit | machine | cores | scale |\n|---|---|---|--:|--:|\n");
    for (uint32_t i = 0; i < page->run_count; i++) {
        const Run *run = &page->runs[i];
        text_format(text, "| %s | %s | ", run->date, run->commit);
        add_flat(slice_of(run->cpu), text);
        text_format(text, " | %" PRIu32 " | %g |\n", run->cores, run->scale);
    }
    text_add_char(text, '\n');
}

static void add_head(const Page *page, Text *text)
{
    const Experiment *experiment = page->experiment;
    text_add(text,
             "<!-- Written by nebel lab report from the results; edit the experiment. -->\n# ");
    add_flat(experiment->title, text);
    text_add(text, "\n\n**Question.** ");
    add_flat(experiment->question, text);
    if (experiment->source.length) {
        text_add(text, "\n\n**Source.** ");
        add_flat(experiment->source, text);
    }
    text_add(text, "\n\n## Answer\n\n");
}

void page_write(const Page *page, Text *text)
{
    add_head(page, text);
    each_cell(page, add_answer, text);
    add_twins(page, text);
    add_unplayed(page, text);
    text_format(text, "\n![wins, losses and draws with their intervals](%s.svg)\n", page->name);
    text_add(text, "\n## Figures\n\nOf the first player, with 95 % intervals "
                   "([how to read them](../lab/experiments.md#the-page)).\n\n"
                   "| cell | games | wins | losses | draws | Elo |\n|---|--:|---|---|---|---|\n");
    each_cell(page, add_figures, text);
    text_add(text, "\nBy the colour the first player had, in percent:\n\n"
                   "| cell | White: wins | losses | draws | Black: wins | losses | draws |\n"
                   "|---|--:|--:|--:|--:|--:|--:|\n");
    each_cell(page, add_colours, text);
    text_add(text, "\nHow games ended, in percent of all:\n\n");
    add_ending_heads(page, text);
    each_cell(page, add_endings, text);
    add_notes(page, false, "\n## Notes\n", text);
    add_notes(page, true, "\n## Hypotheses\n\nNot tested by this experiment.\n", text);
    text_add(text, "\n## How it was played\n\n");
    add_settings(page, text);
    add_runs(page, text);
    each_cell(page, add_hash, text);
}

// --- The picture ---------------------------------------------------------------------------------

// gnuplot expands nothing in single quotes; one inside is doubled.
static void add_quoted(const char *string, Text *text)
{
    text_add_char(text, '\'');
    for (; *string; string++) {
        if (*string == '\'')
            text_add_char(text, '\'');
        text_add_char(text, *string);
    }
    text_add_char(text, '\'');
}

// The label in two lines: the players, and what else tells the cell from others.
static void add_tic(const Page *page, const Cell *cell, Text *text)
{
    char memory[1024];
    Text label = TEXT_IN(memory);
    add_flat(slice_of(cell->players[0]), &label);
    text_add(&label, " – ");
    add_flat(slice_of(cell->players[1]), &label);
    add_quoted(memory, text);
    label = TEXT_IN(memory);
    add_circumstances(page, cell, "", &label);
    if (memory[0]) {
        text_add(text, ".\"\\n\".");
        add_quoted(memory, text);
    }
}

static void add_tics(const Page *page, Text *text)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    int row = 0;
    text_add(text, "set ytics (");
    for (uint32_t i = 0; i < count; i++) {
        if (!page->results[i].is_there)
            continue;
        Cell cell;
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

// The points of one panel, ours or the paper's; the axis is widened to hold them. Returns how many
// there are.
static uint32_t add_points(const Page *page, unsigned shown, bool is_ours, double range[2],
                           Text *text)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    const double aside = 0.13; // of its row, so that the two do not hide each other
    uint32_t points = 0;
    int row = 0;
    text_format(text, "$%s_%s << END\n", result_words[shown], is_ours ? "here" : "paper");
    for (uint32_t i = 0; i < count; i++) {
        if (!page->results[i].is_there)
            continue;
        Cell cell;
        experiment_cell(page->experiment, i, &cell);
        const Comparison comparison = compare_all(&cell, &page->results[i]);
        const double y = -row++ + (is_ours ? aside : -aside);
        if (!is_ours && !comparison.is_known[shown])
            continue;
        const Estimate share = is_ours ? comparison.ours[shown] : comparison.theirs[shown];
        add_point(y, share, text);
        points++;
        range[0] = fmin(range[0], 100 * share.low);
        range[1] = fmax(range[1], 100 * share.high);
    }
    text_add(text, "END\n");
    return points;
}

// Where things stand in the picture, in pixels.
typedef struct Frame {
    unsigned left, width, height;
} Frame;

enum { PANEL = 190, PANEL_GAP = 32, FRAME_TOP = 76, FRAME_BOTTOM = 34, ROW = 56, LETTER = 8 };

// The labels decide how much room is left of the panels.
static Frame frame_of(const Page *page)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    size_t longest = 20;
    for (uint32_t i = 0; i < count; i++) {
        Cell cell;
        experiment_cell(page->experiment, i, &cell);
        char memory[1024];
        Text label = TEXT_IN(memory);
        add_circumstances(page, &cell, "", &label);
        const size_t players = strlen(cell.players[0]) + strlen(cell.players[1]) + 3;
        const size_t widest = players > label.length ? players : label.length;
        longest = page->results[i].is_there && widest > longest ? widest : longest;
    }
    const unsigned left = LETTER * (unsigned)longest + PANEL_GAP;
    return (Frame){left, left + RESULT_COUNT * (PANEL + PANEL_GAP),
                   FRAME_TOP + ROW * count_played(page) + FRAME_BOTTOM};
}

static void add_panel(const Page *page, const Frame *frame, unsigned shown, Text *text)
{
    const char *name = result_words[shown];
    const unsigned left = frame->left + shown * (PANEL + PANEL_GAP);
    double range[2] = {100, 0};
    add_points(page, shown, true, range, text);
    const bool is_published = add_points(page, shown, false, range, text) > 0;
    const double spread = range[1] - range[0];
    const double step = spread > 40 ? 20 : spread > 10 ? 5 : 1;
    text_format(text, "set lmargin at screen %.4f; set rmargin at screen %.4f\n",
                (double)left / frame->width, (double)(left + PANEL) / frame->width);
    text_format(text, "set title '%s, %%'\nset xrange [%g:%g]\nset xtics %g\n", name,
                step * floor(range[0] / step), step * ceil(range[1] / step + 0.001), step);
    text_format(text, "plot $%s_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'", name);
    if (is_published)
        text_format(text,
                    ", \\\n     $%s_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'",
                    name);
    text_add(text, "\nunset ytics\nunset key\n");
}

void page_plot(const Page *page, Text *text)
{
    const Frame frame = frame_of(page);
    char memory[256];
    Text title = TEXT_IN(memory);
    add_flat(page->experiment->title, &title);
    text_add(&title, ", 95 % intervals");
    text_add(
        text,
        "# Written by nebel lab report: the shares of each cell with 95 % intervals, as SVG.\n");
    text_format(
        text, "set terminal svg size %u,%u background '#ffffff' font 'sans-serif,13' noenhanced\n",
        frame.width, frame.height);
    text_add(text, "set multiplot title ");
    add_quoted(memory, text);
    text_add(text, "\nset style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7\n"
                   "set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7\n"
                   "set grid xtics linecolor '#dddddd'\nset border 1 linecolor '#888888'\n"
                   "set tics nomirror textcolor '#222222'\nset ytics scale 0\n");
    text_format(text, "set tmargin at screen %.4f; set bmargin at screen %.4f\n",
                1 - (double)FRAME_TOP / frame.height, (double)FRAME_BOTTOM / frame.height);
    text_format(text, "set yrange [%.1f:0.5]\n", 0.5 - count_played(page));
    text_add(text, "set key at screen 0.01,0.99 left top Left reverse vertical samplen 2\n");
    add_tics(page, text);
    for (unsigned i = 0; i < RESULT_COUNT; i++)
        add_panel(page, &frame, i, text);
    text_add(text, "unset multiplot\n");
}

// --- The index -----------------------------------------------------------------------------------

void index_write_head(Text *text)
{
    text_add(
        text,
        "<!-- Written by nebel lab report from the results; edit the experiments. -->\n"
        "# Results\n\n"
        "What the experiments under `experiments/` found, beside what was published. Every page "
        "is written from\nthe results by `nebel lab report`; "
        "[experiments](../lab/experiments.md) says how they are run and read.\n\n"
        "| experiment | source | cells | verdict |\n|---|---|--:|---|\n");
}

static void add_verdicts(const Page *page, Text *text)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    uint32_t verdicts[AGREEMENT_COUNT] = {0};
    for (uint32_t i = 0; i < count; i++) {
        Cell cell;
        experiment_cell(page->experiment, i, &cell);
        verdicts[compare_all(&cell, &page->results[i]).agreement] += page->results[i].is_there;
    }
    const char *before = "";
    for (unsigned i = AGREEMENT_COUNT; i-- > 0;) {
        if (!verdicts[i])
            continue;
        text_format(text, "%s%s in %" PRIu32, before, agreement_words[i], verdicts[i]);
        before = ", ";
    }
}

void index_write_row(const Page *page, Text *text)
{
    const uint32_t count = experiment_cell_count(page->experiment), played = count_played(page);
    text_add(text, "| ");
    text_add(text, played ? "[" : "");
    add_flat(page->experiment->title, text);
    if (played)
        text_format(text, "](%s.md)", page->name);
    text_add(text, " | ");
    add_flat(page->experiment->source, text);
    text_format(text, " | %" PRIu32 " of %" PRIu32 " | ", played, count);
    if (played)
        add_verdicts(page, text);
    else
        text_add(text, "not played yet");
    text_add(text, " |\n");
}
