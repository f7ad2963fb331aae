// The page of an experiment, from its counts.
#include "lab/report/page_parts.h"

#include "base/stats/score.h"
#include "formats/records/hearing_text.h"
#include "lab/experiments/progress.h"

#include <inttypes.h>
#include <string.h>

// --- Small pieces --------------------------------------------------------------------------------

static void add_difference(Estimate difference, Text *text)
{
    text_format(text, "%+.1f (%+.1f to %+.1f)", 100 * difference.value, 100 * difference.low,
                100 * difference.high);
}

// Calls `add` for each cell that was played, or for those that are in no sweep.
typedef void CellWriter(const Page *page, const ExperimentCell *cell, const CellResult *result,
                        Text *text);
typedef enum CellChoice { CELLS_ALL, CELLS_PLAIN } CellChoice;

static void each_cell(const Page *page, CellChoice which, CellWriter *add, Text *text)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    for (uint32_t i = 0; i < count; i++) {
        if (which == CELLS_PLAIN ? !page__is_plain(page, i) : !page->results[i].is_there)
            continue;
        ExperimentCell cell;
        experiment_cell(page->experiment, i, &cell);
        add(page, &cell, &page->results[i], text);
    }
}

bool page_has_results(const Page *page)
{
    return page__count_played(page) > 0;
}

// --- The answer ----------------------------------------------------------------------------------

// "more wins, fewer draws": the shares that differ, in percentage points.
static void add_real_differences(const Comparison *comparison, Text *text)
{
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        const Estimate difference = comparison->difference[i];
        if (!comparison->is_known[i] || !difference_is_real(difference))
            continue;
        text_format(text, "; %s %s ", difference.value > 0 ? "more" : "fewer",
                    page__result_words[i]);
        add_difference(difference, text);
    }
}

static void add_sprt(const ExperimentCell *cell, const CellResult *result, Text *text)
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

static void add_comparison(const CellResult *result, const Comparison *comparison, Text *text)
{
    text_format(text, ": **%s**", page__finding_words[comparison->finding]);
    if (comparison->finding == FINDING_NONE) {
        text_add(text, "; Elo ");
        page__add_elo(result, text);
    } else {
        text_format(text, "; %s ", comparison->is_of_wins ? "wins" : "points");
        add_difference(comparison->lead, text);
        text_format(text, ", margin %.2g", 100 * comparison->margin);
    }
    if (finding_is_failure(comparison->finding))
        add_real_differences(comparison, text);
    text_add_char(text, '.');
}

static void add_answer(const Page *page, const ExperimentCell *cell, const CellResult *result,
                       Text *text)
{
    static const char *const words[PUBLISHED_SIDE_COUNT] = {[PUBLISHED_ALL] = "",
                                                            [PUBLISHED_FIRST_SEAT] = ", as White",
                                                            [PUBLISHED_SECOND_SEAT] = ", as Black"};
    SideComparison sides[PUBLISHED_SIDE_COUNT];
    const unsigned count = page__compare_sides(cell, result, sides);
    for (unsigned i = 0; i < count; i++) {
        text_add(text, "- ");
        page__add_label(page, cell, text);
        text_add(text, words[sides[i].side]);
        add_comparison(result, &sides[i].comparison, text);
        if (i + 1 == count)
            add_sprt(cell, result, text);
        text_add_char(text, '\n');
    }
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
        ExperimentCell cell, other;
        experiment_cell(page->experiment, i, &cell);
        experiment_cell(page->experiment, twin, &other);
        text_format(text, "%s- ", heading);
        page__add_label(page, &cell, text);
        text_add(text, ": as ");
        page__add_label(page, &other, text);
        text_add_char(text, '\n');
        heading = "";
    }
}

static void add_unplayed(const Page *page, Text *text)
{
    const uint32_t count = experiment_cell_count(page->experiment),
                   played = page__count_played(page);
    if (played < count)
        text_format(text, "\n%" PRIu32 " of %" PRIu32 " cells are not played yet.\n",
                    count - played, count);
}

// --- Tables --------------------------------------------------------------------------------------

static void add_published_row(const Page *page, const Published *published,
                              const Comparison *comparison, Text *text)
{
    text_add(text, "| *");
    page__add_source(page, text);
    if (published->games)
        text_format(text, "* | %" PRIu32, published->games);
    else
        text_add(text, "* | not said");
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        text_add(text, " | ");
        if (comparison->is_known[i])
            page__add_share(comparison->theirs[i], text);
    }
    text_add(text, " | |\n| *difference, points* | ");
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        text_add(text, " | ");
        if (comparison->is_known[i])
            add_difference(comparison->difference[i], text);
    }
    text_add(text, " | |\n");
}

static void add_figures(const Page *page, const ExperimentCell *cell, const CellResult *result,
                        Text *text)
{
    const Comparison comparison = page__compare(cell, result);
    text_add(text, "| ");
    page__add_label(page, cell, text);
    text_format(text, " | %" PRIu64, score_count_games(&result->meeting.games));
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        text_add(text, " | ");
        page__add_share(comparison.ours[i], text);
    }
    text_add(text, " | ");
    page__add_elo(result, text);
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

static void add_colours(const Page *page, const ExperimentCell *cell, const CellResult *result,
                        Text *text)
{
    bool is_published = false;
    Comparison seats[2];
    for (unsigned seat = 0; seat < 2; seat++) {
        const Published *published = cell->published[PUBLISHED_FIRST_SEAT + seat];
        seats[seat] = compare_shares(&result->meeting.by_seat[seat], published);
        is_published = is_published || published;
    }
    text_add(text, "| ");
    page__add_label(page, cell, text);
    for (unsigned seat = 0; seat < 2; seat++)
        add_plain_shares(seats[seat].ours, NULL, text);
    text_add(text, " |\n");
    if (!is_published)
        return;
    text_add(text, "| *");
    page__add_source(page, text);
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

static void add_endings(const Page *page, const ExperimentCell *cell, const CellResult *result,
                        Text *text)
{
    const double games = (double)score_count_games(&result->meeting.games);
    text_add(text, "| ");
    page__add_label(page, cell, text);
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
        page__add_flat(experiment->notes[i].text, text);
    }
    if (!heading[0])
        text_add_char(text, '\n');
}

static void add_hash(const Page *page, const ExperimentCell *cell, const CellResult *result,
                     Text *text)
{
    if (!result->hash[0])
        return;
    text_add(text, "- ");
    page__add_label(page, cell, text);
    text_format(text, ": hash `%s`\n", result->hash);
}

// The games that cells really have, and how many the file asks for if that is another number.
static void add_games(const Page *page, Text *text)
{
    const Experiment *experiment = page->experiment;
    const uint32_t count = experiment_cell_count(experiment);
    uint64_t least = UINT64_MAX, most = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t games = result_games(&page->results[i]);
        if (!page->results[i].is_there)
            continue;
        least = games < least ? games : least;
        most = games > most ? games : most;
    }
    if (least < most)
        text_format(text, "Cells have %" PRIu64 " to %" PRIu64 " games", least, most);
    else
        text_format(text, "Each cell has %" PRIu64 " games", most);
    if (least == most && most == experiment->cell_games)
        return;
    text_format(text, " (%s%" PRIu64 " are asked for", experiment->stops_by_sprt ? "at most " : "",
                experiment->cell_games);
    if (experiment->rung_count)
        text_format(text, ", %" PRIu64 " where a player meets the anchors alone",
                    experiment->rung_games);
    text_add_char(text, ')');
}

static void add_settings(const Page *page, Text *text)
{
    const Experiment *experiment = page->experiment;
    add_games(page, text);
    text_format(text,
                " in pairs with colours swapped, opening random:%" PRIu32 ", seed %" PRIu64 ".",
                experiment->opening_moves, experiment->seed);
    if (experiment->limits_count == 1) {
        text_add(text, " Limits of a try: ");
        limits_to_text(&experiment->limits[0], text);
        text_add_char(text, '.');
    }
    if (experiment->game_count == 1) {
        text_add(text, " Game: ");
        page__add_flat(experiment->games[0], text);
        text_add_char(text, '.');
    }
    text_add(text, "\n\n");
}

static void add_head(const Page *page, Text *text)
{
    const Experiment *experiment = page->experiment;
    text_add(text,
             "<!-- Written by nebel lab report from the results; edit the experiment. -->\n# ");
    page__add_flat(experiment->title, text);
    text_add(text, "\n\n**Question.** ");
    page__add_flat(experiment->question, text);
    if (experiment->source.length) {
        text_add(text, "\n\n**Source.** ");
        page__add_flat(experiment->source, text);
    }
    page__add_abstract(page, text);
    text_add(text, "\n\n## Answer\n\n");
}

const PagePicture page_pictures[PAGE_PICTURE_COUNT] = {
    {"", "wins, losses and draws with their intervals", page__has_plain, page__plot_cells},
    {"-by-option", "wins and losses by the option that was swept", page__has_sweeps,
     page__plot_sweeps},
    {"-by-limits", "points by what a try may spend", page__has_limits, page__plot_limits},
    {"-curves", "material by move", page__has_curves, page__plot_curves},
    {"-ladder", "ratings with their intervals", page__has_ladder, page__plot_ladder},
};

static void add_pictures(const Page *page, Text *text)
{
    for (unsigned i = 0; i < PAGE_PICTURE_COUNT; i++)
        if (page_pictures[i].is_there(page))
            text_format(text, "\n![%s](" PAGE_PLOTS "/%s%s.svg)\n", page_pictures[i].caption,
                        page->name, page_pictures[i].ending);
}

void page_write_answer(const Page *page, Text *text)
{
    each_cell(page, CELLS_PLAIN, add_answer, text);
    page__add_sweep_answers(page, text);
    page__add_claims(page, text);
    page__add_null_answer(page, text);
    page__add_ladder(page, text);
    add_twins(page, text);
    add_unplayed(page, text);
}

void page_write(const Page *page, Text *text)
{
    add_head(page, text);
    page_write_answer(page, text);
    add_pictures(page, text);
    text_add(text, "\n## Figures\n\nOf the first player, with 95 % intervals "
                   "([how to read them](../lab/experiments.md#the-page)).\n");
    if (page__count_plain(page))
        text_add(text,
                 "\n| cell | games | wins | losses | draws | Elo |\n|---|--:|---|---|---|---|\n");
    each_cell(page, CELLS_PLAIN, add_figures, text);
    page__add_sweep_tables(page, text);
    page__add_slopes(page, text);
    page__add_nulls(page, text);
    text_add(text, "\nBy the colour the first player had, in percent:\n\n"
                   "| cell | White: wins | losses | draws | Black: wins | losses | draws |\n"
                   "|---|--:|--:|--:|--:|--:|--:|\n");
    each_cell(page, CELLS_ALL, add_colours, text);
    text_add(text, "\nHow games ended, in percent of all:\n\n");
    add_ending_heads(page, text);
    each_cell(page, CELLS_ALL, add_endings, text);
    page__add_curves(page, text);
    add_notes(page, false, "\n## Notes\n", text);
    add_notes(page, true, "\n## Hypotheses\n\nNot tested by this experiment.\n", text);
    text_add(text, "\n## How it was played\n\n");
    add_settings(page, text);
    page__add_runs(page, text);
    each_cell(page, CELLS_ALL, add_hash, text);
}
