// Sorting experiments by their verdicts.
#include "lab/report/index.h"

#include "lab/report/page_parts.h"
#include "lab/report/verdicts.h"

#include <assert.h>
#include <inttypes.h>

// The games that a ladder may be of.
static unsigned count_games(const Index *index)
{
    unsigned count = 0;
    while (index->games[count])
        count++;
    return count;
}

void index_init(Index *index, const Game *const *games)
{
    assert(games && games[0]);
    *index = (Index){.games = games,
                     .strengths = text_growing(&memory_heap),
                     .rows = text_growing(&memory_heap)};
    assert(count_games(index) <= INDEX_GAMES_MAX);
    for (unsigned i = 0; i < INDEX_LIST_COUNT; i++)
        index->lists[i] = text_growing(&memory_heap);
    for (unsigned i = 0; i < count_games(index); i++)
        index->ladders[i] = text_growing(&memory_heap);
}

void index_done(Index *index)
{
    for (unsigned i = 0; i < INDEX_LIST_COUNT; i++)
        text_done(&index->lists[i]);
    for (unsigned i = 0; i < count_games(index); i++)
        text_done(&index->ladders[i]);
    text_done(&index->strengths);
    text_done(&index->rows);
}

// --- An experiment -------------------------------------------------------------------------------

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
        const Verdicts verdicts = verdicts_of_page(page);
        verdicts_to_text(&verdicts, text);
    } else {
        text_add(text, "not played yet");
    }
    text_add(text, " |\n");
}

// --- The lists -----------------------------------------------------------------------------------

// INDEX_LIST_COUNT if it is in none.
static IndexList choose_list(const Page *page, const Verdicts *verdicts)
{
    if (!page_has_results(page))
        return INDEX_UNPLAYED;
    if (!verdicts_compared(verdicts))
        return page->experiment->source.length ? INDEX_UNCOMPARED : INDEX_LIST_COUNT;
    if (verdicts_failed(verdicts))
        return INDEX_DIFFERING;
    return verdicts->counts[FINDING_UNDECIDED] ? INDEX_UNDECIDED : INDEX_REPRODUCED;
}

// Experiments with a verdict have a line each; the others are listed in one sentence.
static void add_to_list(Index *index, const Page *page)
{
    const Verdicts verdicts = verdicts_of_page(page);
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
    verdicts_to_text(&verdicts, list);
    text_add_char(list, '\n');
}

// A game may have several ladders, by time and by nodes. The first of them says how strong its players are.
static void add_ladder(Index *index, const Page *page)
{
    if (!page__has_ladder(page))
        return;
    ExperimentCell cell;
    experiment_cell(page->experiment, experiment_first_of_ladder(page->experiment), &cell);
    unsigned game = 0;
    while (index->games[game] != cell.plan.game)
        game++;
    Text *ladders = &index->ladders[game];
    if (!ladders->length)
        page__add_strengths(page, cell.plan.game->name, &index->strengths);
    text_add(ladders, "### ");
    add_title(page, ladders);
    text_add(ladders, "\n\n");
    page__add_rungs(page, ladders);
    text_format(ladders, "\n![ratings with their intervals](" PAGE_PLOTS "/%s-ladder.svg)\n\n",
                page->name);
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

static void write_ladders(const Index *index, Text *text)
{
    text_add(text, "## Who is strongest\n\nThe ladders: Elo from the mean of the players of each, "
                   "with 95 % intervals.\n\n");
    const char *before = "No ladder has been played for: ";
    for (unsigned i = 0; index->games[i]; i++)
        add_list(&index->ladders[i], text);
    for (unsigned i = 0; index->games[i]; i++) {
        if (index->ladders[i].length)
            continue;
        text_format(text, "%s%s", before, index->games[i]->name);
        before = ", ";
    }
    text_add(text, before[0] == ',' ? "\n\n" : "");
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
    write_ladders(index, text);
    if (index->papers)
        paper_table_write(index->papers, text);
    write_lists(index, text);
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
