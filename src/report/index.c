// Sorting experiments by their verdicts.
#include "report/index.h"

#include "lab/claim_test.h"
#include "report/page_parts.h"

#include <assert.h>
#include <inttypes.h>

void index_init(Index *index, const Game *const *games)
{
    assert(games && games[0]);
    *index = (Index){.games = games,
                     .strongest = text_growing(&memory_heap),
                     .strengths = text_growing(&memory_heap),
                     .rows = text_growing(&memory_heap)};
    for (unsigned i = 0; i < INDEX_LIST_COUNT; i++)
        index->lists[i] = text_growing(&memory_heap);
}

void index_done(Index *index)
{
    for (unsigned i = 0; i < INDEX_LIST_COUNT; i++)
        text_done(&index->lists[i]);
    text_done(&index->strongest);
    text_done(&index->strengths);
    text_done(&index->rows);
}

// --- An experiment -------------------------------------------------------------------------------

// How many published figures and claims each verdict was given to.
typedef struct Verdicts {
    uint32_t counts[FINDING_COUNT];
} Verdicts;

static Verdicts count_verdicts(const Page *page)
{
    const uint32_t count = experiment_cell_count(page->experiment),
                   first_null = experiment_first_of_nulls(page->experiment),
                   after_nulls = experiment_first_of_ladder(page->experiment);
    Verdicts verdicts = {{0}};
    for (uint32_t i = 0; i < count; i++) {
        if (i >= first_null && i < after_nulls)
            continue;
        ExperimentCell cell;
        SideComparison sides[PUBLISHED_SIDE_COUNT];
        experiment_cell(page->experiment, i, &cell);
        const unsigned judged = page__compare_sides(&cell, &page->results[i], sides);
        for (unsigned side = 0; side < judged; side++)
            verdicts.counts[sides[side].comparison.finding] +=
                page->results[i].is_there || sides[side].comparison.finding != FINDING_NONE;
    }
    for (uint32_t i = 0; i < page->experiment->claim_count; i++) {
        ClaimVerdict verdict;
        claim_test(page->experiment, &page->experiment->claims[i], page->results, 1, &verdict);
        verdicts.counts[verdict.finding]++;
    }
    return verdicts;
}

static void add_verdicts(const Verdicts *verdicts, Text *text)
{
    const char *before = "";
    uint32_t compared = 0;
    for (unsigned i = FINDING_NONE + 1; i < FINDING_COUNT; i++)
        compared += verdicts->counts[i];
    for (unsigned i = compared ? FINDING_NONE + 1 : FINDING_NONE; i < FINDING_COUNT; i++) {
        if (!verdicts->counts[i])
            continue;
        text_format(text, "%s%s in %" PRIu32, before, page__finding_words[i], verdicts->counts[i]);
        before = "; ";
    }
    if (!before[0])
        text_add(text, "null matches");
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
    uint32_t compared = 0, failed = 0;
    for (unsigned i = FINDING_NONE + 1; i < FINDING_COUNT; i++) {
        compared += verdicts->counts[i];
        failed += finding_is_failure(i) ? verdicts->counts[i] : 0;
    }
    if (!played)
        return INDEX_UNPLAYED;
    if (!compared)
        return page->experiment->source.length ? INDEX_UNCOMPARED : INDEX_LIST_COUNT;
    if (failed)
        return INDEX_DIFFERING;
    return verdicts->counts[FINDING_UNDECIDED] ? INDEX_UNDECIDED : INDEX_REPRODUCED;
}

// Experiments with a verdict have a line each; the others are listed in one sentence.
static void add_to_list(Index *index, const Page *page)
{
    const Verdicts verdicts = count_verdicts(page);
    const IndexList chosen = choose_list(page, &verdicts);
    if (chosen == INDEX_LIST_COUNT)
        return;
    Text *list = &index->lists[chosen];
    const bool has_line = chosen != INDEX_UNCOMPARED && chosen != INDEX_UNPLAYED;
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
    page__add_strengths(page, cell.plan.game->name, &index->strengths);
}

void index_add(Index *index, const Page *page)
{
    add_to_list(index, page);
    add_ladder(index, page);
    page__count_nulls(page, &index->nulls);
    if (index->papers)
        paper_table_add(index->papers, page);
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
    static const char *const heads[] = {
        [INDEX_REPRODUCED] =
            "## Reproduced\n\nEvery figure and claim of the paper is reproduced within its "
            "margin; the number says how many there are.\n\n",
        [INDEX_DIFFERING] = "\n## Not reproduced\n\nSome figure differs by more than its margin, "
                            "or some claim is false here.\n\n",
        [INDEX_UNDECIDED] =
            "\n## Undecided\n\nThe games, ours or the paper's, are too few to tell, "
            "or there is nothing to compare with.\n\n",
    };
    for (unsigned i = 0; i < COUNT_OF(heads); i++) {
        text_add(text, heads[i]);
        text_add(text, index->lists[i].length || i == INDEX_UNDECIDED ? "" : "- nothing yet\n");
        add_list(&index->lists[i], text);
    }
    add_sentence("- the source has no figure to compare with: ", &index->lists[INDEX_UNCOMPARED],
                 text);
    add_sentence("- not played yet: ", &index->lists[INDEX_UNPLAYED], text);
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

void index_write_strengths(const Index *index, Text *text)
{
    add_list(&index->strengths, text);
}

void index_write(const Index *index, Text *text)
{
    text_add(text, "<!-- Written by nebel lab report from the results; edit the experiments. -->\n"
                   "# Results\n\n"
                   "What the experiments under `experiments/` found, beside what was published. "
                   "`nebel lab report` writes\nthese pages from the results; "
                   "[experiments](../lab/experiments.md) says how they are run and read.\n\n");
    if (index->papers)
        paper_table_write(index->papers, text);
    write_lists(index, text);
    write_strongest(index, text);
    text_add(
        text,
        "\n## Null matches\n\nA player against itself: what is found is chance, or a fault of the "
        "laboratory.\n\n- ");
    if (index->nulls.matches)
        page__add_null_count(&index->nulls, text);
    else
        text_add(text, "none was played yet\n");
    text_add(text, "\n## All experiments\n\n"
                   "| experiment | source | cells | verdict |\n|---|---|--:|---|\n");
    add_list(&index->rows, text);
}
