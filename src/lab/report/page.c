// The page of an experiment, from its counts: an abstract, the answer, tables, and how it was played.
#include "lab/report/page.h"

#include "base/stats/score.h"
#include "formats/records/hearing_text.h"
#include "lab/experiments/result.h"
#include "lab/report/internal.h"
#include "lab/report/ladder.h"

#include <inttypes.h>
#include <string.h>

// What was played, over all cells.
typedef struct PlayedCells {
    uint64_t games;
    uint32_t cells, first; // how many, and the first of them
    double least, most;    // points of the first player in percent
} PlayedCells;

static PlayedCells sum_up(const Page *page)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    PlayedCells played = {.least = 100};
    for (uint32_t i = 0; i < count; i++) {
        const CellResult *result = &page->results[i];
        if (!result->is_there)
            continue;
        const double points = ladder_percent(&result->meeting.games);
        played.first = played.cells++ ? played.first : i;
        played.games += result_games(result);
        played.least = points < played.least ? points : played.least;
        played.most = points > played.most ? points : played.most;
    }
    return played;
}

static void add_what_was_played(const Page *page, const PlayedCells *played, Text *text)
{
    const Experiment *experiment = page->experiment;
    ExperimentCell cell;
    experiment_cell(experiment, played->first, &cell);
    text_format(text, "%" PRIu64 " games ", played->games);
    if (played->cells == 1) {
        text_add(text, "of ");
        page__add_label(page, &cell, text);
    } else {
        text_format(text, "in %" PRIu32 " cells", played->cells);
    }
    if (experiment->game_count == 1) {
        text_add(text, ", ");
        page__add_flat(cell.game_string, text);
    }
    if (experiment->limits_count == 1) {
        text_add(text, ", ");
        limits_to_text(&cell.plan.limits, text);
        text_add(text, " a try");
    }
}

static void add_what_came_of_it(const Page *page, const PlayedCells *played, Text *text)
{
    if (page__has_ladder(page)) {
        text_add(text, "The strongest: ");
        page__add_strongest(page, text);
        text_add(text, " Elo from the mean of all players, with 95 % intervals.");
    } else if (played->cells == 1) {
        text_add(text, "Elo ");
        page__add_elo(&page->results[played->first], text);
        text_add(text, ", with its 95 % interval.");
    } else {
        text_format(text, "The first player made %.1f", played->least);
        if (played->least < played->most)
            text_format(text, " to %.1f", played->most);
        text_add(text, " % of the points.");
    }
}

static void add_abstract(const Page *page, Text *text)
{
    const PlayedCells played = sum_up(page);
    const Verdicts verdicts = verdicts_of_page(page);
    text_add(text, "\n\n**Abstract.** ");
    if (!played.cells) {
        text_add(text, "Nothing was played yet.");
        return;
    }
    add_what_was_played(page, &played, text);
    text_add(text, ". ");
    add_what_came_of_it(page, &played, text);
    if (verdicts_compared(&verdicts)) {
        text_add(text, " Beside what the source printed or claimed: ");
        verdicts_to_text(&verdicts, text);
        text_add_char(text, '.');
    }
}

// Returns the version with which a player of a cell was played; NULL if it has none.
static const char *version_of(const Page *page, uint32_t cell, unsigned player)
{
    const CellResult *result = &page->results[cell];
    return result->is_there && result->versions[player][0] ? result->versions[player] : NULL;
}

// Returns whether this version was listed for an earlier cell, or for the first player of this one.
static bool is_listed(const Page *page, uint32_t cell, unsigned player)
{
    const char *version = version_of(page, cell, player);
    for (uint32_t i = 0; i <= cell; i++) {
        for (unsigned k = 0; k < (i < cell ? 2 : player); k++) {
            const char *other = version_of(page, i, k);
            if (other && strcmp(other, version) == 0)
                return true;
        }
    }
    return false;
}

// Returns whether a cell has a player that has versions now and had none when it played.
static bool is_before_versions(const Page *page, uint32_t number)
{
    ExperimentCell cell;
    experiment_cell(page->experiment, number, &cell);
    for (unsigned i = 0; i < 2; i++) {
        char memory[VERSION_ROOM];
        Text version = TEXT_IN(memory);
        roster_version_to_text(cell.players[i], &version);
        if (version.length && !version_of(page, number, i))
            return true;
    }
    return false;
}

static void add_versions(const Page *page, Text *text)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    const char *between = "Players, with the signatures of their versions: ";
    uint32_t before = 0;
    for (uint32_t i = 0; i < count; i++) {
        before += page->results[i].is_there && is_before_versions(page, i);
        for (unsigned k = 0; k < 2; k++) {
            if (!version_of(page, i, k) || is_listed(page, i, k))
                continue;
            text_format(text, "%s`%s`", between, version_of(page, i, k));
            between = ", ";
        }
    }
    if (between[0] == ',')
        text_add(text, ".\n\n");
    if (before)
        text_format(text,
                    "%" PRIu32 " of %" PRIu32 " cells were played before players had versions; the "
                    "commits in the table name their programs.\n\n",
                    before, page__count_played(page));
}

// Adds a commit, and whether the program was built from something else besides.
static void add_commit(const Run *run, Text *text)
{
    static const char dirty[] = "-dirty";
    const size_t length = strlen(run->commit), tail = sizeof dirty - 1;
    if (length > tail && strcmp(run->commit + length - tail, dirty) == 0)
        text_format(text, "%.*s with uncommitted changes", (int)(length - tail), run->commit);
    else
        text_add(text, run->commit);
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
        text_format(text, "| %s | ", run->date);
        add_commit(run, text);
        text_add(text, " | ");
        page__add_flat(slice_of(run->cpu), text);
        text_format(text, " | %" PRIu32 " | %g |\n", run->cores, run->scale);
    }
    text_add_char(text, '\n');
    add_versions(page, text);
}

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

// Adds "more wins, fewer draws": the shares that differ, in percentage points.
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

// Finds the first cell with the same games as this one; itself if there is none before.
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

static void add_published_row(const Page *page, const Published *published,
                              const Comparison *comparison, Text *text)
{
    text_add(text, "| *");
    page__add_source(page, text);
    if (published->games)
        text_format(text, "* | %" PRIu32, published->games);
    else
        text_add(text, "* | not said");
    page__add_shares(comparison->theirs, comparison->is_known, text);
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
    page__add_shares(comparison.ours, NULL, text);
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

// Returns whether any cell has a game of this kind: one that was won, or drawn, so.
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

// Adds the games that cells really have, and how many the file asks for if that is another number.
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
    add_abstract(page, text);
    text_add(text, "\n\n## Answer\n\n");
}

static bool has_plain(const Page *page)
{
    return page__count_plain(page) > 0;
}

const PagePicture page_pictures[PAGE_PICTURE_COUNT] = {
    {"", "wins, losses and draws with their intervals", has_plain, page__plot_cells},
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
    add_runs(page, text);
    each_cell(page, CELLS_ALL, add_hash, text);
}
