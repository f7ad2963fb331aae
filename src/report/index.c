// Sorting experiments by their verdicts.
#include "report/index.h"

#include "report/page_parts.h"

#include <assert.h>
#include <inttypes.h>

void index_init(Index *index, const Game *const *games)
{
    assert(games && games[0]);
    *index = (Index){.games = games,
                     .strongest = text_growing(&memory_heap),
                     .rows = text_growing(&memory_heap)};
    for (unsigned i = 0; i < INDEX_LIST_COUNT; i++)
        index->lists[i] = text_growing(&memory_heap);
}

void index_done(Index *index)
{
    for (unsigned i = 0; i < INDEX_LIST_COUNT; i++)
        text_done(&index->lists[i]);
    text_done(&index->strongest);
    text_done(&index->rows);
}

// --- An experiment -------------------------------------------------------------------------------

// How many of the published figures each verdict was given to.
typedef struct Verdicts {
    uint32_t counts[AGREEMENT_COUNT];
} Verdicts;

static Verdicts count_verdicts(const Page *page)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    Verdicts verdicts = {{0}};
    for (uint32_t i = 0; i < count; i++) {
        ExperimentCell cell;
        SideComparison sides[PUBLISHED_SIDE_COUNT];
        experiment_cell(page->experiment, i, &cell);
        const unsigned judged = page__compare_sides(&cell, &page->results[i], sides);
        for (unsigned side = 0; side < judged; side++)
            verdicts.counts[sides[side].comparison.agreement] += page->results[i].is_there;
    }
    return verdicts;
}

static void add_verdicts(const Verdicts *verdicts, Text *text)
{
    const char *before = "";
    for (unsigned i = AGREEMENT_COUNT; i-- > 0;) {
        if (!verdicts->counts[i])
            continue;
        text_format(text, "%s%s in %" PRIu32, before, page__agreement_words[i],
                    verdicts->counts[i]);
        before = ", ";
    }
}

// The title, as a link if there is a page.
static void add_title(const Page *page, Text *text)
{
    const bool is_played = page_has_results(page);
    text_add(text, is_played ? "[" : "");
    page__add_flat(page->experiment->title, text);
    if (is_played)
        text_format(text, "](%s.md)", page->name);
}

void index_write_row(const Page *page, Text *text)
{
    const uint32_t played = page__count_played(page);
    text_add(text, "| ");
    add_title(page, text);
    text_add(text, " | ");
    page__add_flat(page->experiment->source, text);
    text_format(text, " | %" PRIu32 " of %" PRIu32 " | ", played,
                experiment_cell_count(page->experiment));
    if (played) {
        const Verdicts verdicts = count_verdicts(page);
        add_verdicts(&verdicts, text);
    } else {
        text_add(text, "not played yet");
    }
    text_add(text, " |\n");
}

// --- The lists -----------------------------------------------------------------------------------

// INDEX_LIST_COUNT if it is in none.
static IndexList choose_list(const Page *page, const Verdicts *verdicts)
{
    const uint32_t played = page__count_played(page);
    uint32_t compared = 0;
    for (unsigned i = 0; i < AGREEMENT_COUNT; i++)
        compared += i == AGREEMENT_UNKNOWN ? 0 : verdicts->counts[i];
    if (!played)
        return INDEX_UNPLAYED;
    if (!compared)
        return page->experiment->source.length ? INDEX_UNCOMPARED : INDEX_LIST_COUNT;
    return verdicts->counts[AGREEMENT_AGREES] == compared &&
                   played == experiment_cell_count(page->experiment)
               ? INDEX_REPRODUCED
               : INDEX_DIFFERING;
}

// Experiments with a verdict have a line each; the others are listed in one sentence.
static void add_to_list(Index *index, const Page *page)
{
    const Verdicts verdicts = count_verdicts(page);
    const IndexList chosen = choose_list(page, &verdicts);
    if (chosen == INDEX_LIST_COUNT)
        return;
    Text *list = &index->lists[chosen];
    const bool has_line = chosen == INDEX_REPRODUCED || chosen == INDEX_DIFFERING;
    text_add(list, has_line ? "- " : list->length ? "; " : "");
    add_title(page, list);
    if (!has_line)
        return;
    text_add(list, ": ");
    add_verdicts(&verdicts, list);
    text_add_char(list, '\n');
}

static void add_ladder(Index *index, const Page *page)
{
    if (!page__has_ladder(page))
        return;
    ExperimentCell cell;
    experiment_cell(page->experiment, experiment_first_of_ladder(page->experiment), &cell);
    for (unsigned i = 0; index->games[i]; i++)
        if (index->games[i] == cell.plan.game)
            index->has_ladder |= (uint64_t)1 << i;
    text_format(&index->strongest, "- %s, ", cell.plan.game->name);
    add_title(page, &index->strongest);
    text_add(&index->strongest, ": ");
    page__add_strongest(page, &index->strongest);
    text_add_char(&index->strongest, '\n');
}

void index_add(Index *index, const Page *page)
{
    add_to_list(index, page);
    add_ladder(index, page);
    index_write_row(page, &index->rows);
}

// --- The whole -----------------------------------------------------------------------------------

// If memory was refused for a list, the whole index is cut too.
static void add_list(const Text *list, Text *text)
{
    text_add(text, list->start);
    text->cut = text->cut || list->cut;
}

// The experiments of a list in one sentence.
static void add_sentence(const char *beginning, const Text *list, Text *text)
{
    if (!list->length)
        return;
    text_add(text, beginning);
    add_list(list, text);
    text_add_char(text, '\n');
}

static void write_lists(const Index *index, Text *text)
{
    const Text *lists = index->lists;
    text_add(
        text,
        "## Reproduced\n\nEvery figure of the paper agrees with ours; the number says how many "
        "were compared.\n\n");
    text_add(text, lists[INDEX_REPRODUCED].length ? "" : "- nothing yet\n");
    add_list(&lists[INDEX_REPRODUCED], text);
    text_add(text,
             "\n## Not reproduced, or undecided\n\nSome figure does not agree. By chance alone, "
             "one in twenty would not.\n\n");
    add_list(&lists[INDEX_DIFFERING], text);
    add_sentence(
        "- undecided, the source has no figure to compare with: ", &lists[INDEX_UNCOMPARED], text);
    add_sentence("- undecided, not played yet: ", &lists[INDEX_UNPLAYED], text);
}

static void write_strongest(const Index *index, Text *text)
{
    text_add(text, "\n## Strongest\n\nThe best three of each ladder: Elo from the mean of its "
                   "players, with 95 % intervals.\n\n");
    add_list(&index->strongest, text);
    const char *before = "- no ladder has been played for: ";
    for (unsigned i = 0; index->games[i]; i++) {
        if (index->has_ladder >> i & 1)
            continue;
        text_format(text, "%s%s", before, index->games[i]->name);
        before = ", ";
    }
    text_add_char(text, '\n');
}

void index_write(const Index *index, Text *text)
{
    text_add(text, "<!-- Written by nebel lab report from the results; edit the experiments. -->\n"
                   "# Results\n\n"
                   "What the experiments under `experiments/` found, beside what was published. "
                   "`nebel lab report` writes\nthese pages from the results; "
                   "[experiments](../lab/experiments.md) says how they are run and read.\n\n");
    write_lists(index, text);
    write_strongest(index, text);
    text_add(text, "\n## All experiments\n\n"
                   "| experiment | source | cells | verdict |\n|---|---|--:|---|\n");
    add_list(&index->rows, text);
}
