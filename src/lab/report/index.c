// Collects the figures of each item of the papers, sorts experiments by their verdicts, and writes both.
#include "lab/report/index.h"

#include "lab/report/internal.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

void paper_table_init(PaperTable *table, const Papers *papers)
{
    *table = (PaperTable){.papers = papers};
    for (uint32_t i = 0; i < papers->item_count; i++) {
        table->answers[i].is_count_known = true;
        table->answers[i].ours = table->answers[i].theirs = (Range){INFINITY, -INFINITY};
    }
}

static void widen(Range *range, double value)
{
    range->min = fmin(range->min, value);
    range->max = fmax(range->max, value);
}

// Points, or wins where the paper has no more.
static double level_of(const Estimate *shares, bool is_of_wins)
{
    return shares[RESULT_WIN].value + (is_of_wins ? 0 : shares[RESULT_DRAW].value / 2);
}

static const Trinomial *games_of_side(const CellResult *result, PublishedSide side)
{
    return side == PUBLISHED_ALL ? &result->meeting.games
                                 : &result->meeting.by_seat[side - PUBLISHED_FIRST_SEAT];
}

// The figures of a source, and its claims if it is an experiment as a whole: claims are about that.
typedef struct Collecting {
    const PaperSource *source;
    const Page *page;
    ItemAnswer *answer; // NULL while they are only counted
    uint32_t count;
    uint32_t among; // figures and claims of the item that are judged together
    bool is_counted
        [EXPERIMENT_PUBLISHED_MAX]; // whose games are in the sum: two cells may have the same figure
} Collecting;

static void add_figure(Collecting *collecting, const Comparison *comparison,
                       const Published *published, const Trinomial *games)
{
    ItemAnswer *answer = collecting->answer;
    const bool is_certain = compare_fails_among(comparison, games, published, collecting->among);
    bool *is_counted = &collecting->is_counted[published - collecting->page->experiment->published];
    answer->counts[finding_is_failure(comparison->finding) && !is_certain ? FINDING_UNDECIDED
                                                                          : comparison->finding]++;
    answer->figures++;
    answer->our_games += score_count_games(games);
    answer->their_games += *is_counted ? 0 : published->games;
    *is_counted = true;
    answer->is_count_known &= published->games > 0;
    answer->of_wins += comparison->is_of_wins;
    widen(&answer->theirs, level_of(comparison->theirs, comparison->is_of_wins));
    if (!score_count_games(games))
        return;
    widen(&answer->ours, level_of(comparison->ours, comparison->is_of_wins));
    const Estimate lead = comparison->lead;
    const double error = (lead.high - lead.low) / 2 / NORMAL_90;
    answer->lead += (lead.low + lead.high) / 2;
    answer->lead_variance += error * error;
    answer->margin += comparison->margin;
}

static void collect_cell(Collecting *collecting, const ExperimentCell *cell,
                         const CellResult *result)
{
    const PaperSource *source = collecting->source;
    SideComparison sides[PUBLISHED_SIDE_COUNT];
    const unsigned count = page__compare_sides(cell, result, sides);
    for (unsigned i = 0; i < count; i++) {
        const Published *published = cell->published[sides[i].side];
        if (!published || (source->side != PUBLISHED_ALL && source->side != sides[i].side))
            continue;
        collecting->count++;
        if (collecting->answer)
            add_figure(collecting, &sides[i].comparison, published,
                       games_of_side(result, sides[i].side));
    }
}

static void collect_claims(Collecting *collecting)
{
    const Page *page = collecting->page;
    const Experiment *experiment = page->experiment;
    ItemAnswer *answer = collecting->answer;
    const bool has_figures = collecting->count > 0;
    collecting->count += experiment->claim_count;
    for (uint32_t i = 0; i < experiment->claim_count && answer; i++) {
        ClaimVerdict verdict;
        page__test_claim(page, i, collecting->among, &verdict);
        answer->counts[verdict.finding]++;
        answer->claims++;
    }
    for (uint32_t i = 0; i < experiment_first_of_nulls(experiment) && answer && !has_figures; i++)
        answer->our_games += score_count_games(&page->results[i].meeting.games);
}

static void collect(Collecting *collecting)
{
    const Page *page = collecting->page;
    const PaperSource *source = collecting->source;
    const uint32_t cells = experiment_first_of_nulls(page->experiment);
    collecting->count = 0;
    for (uint32_t i = 0; i < cells; i++) {
        ExperimentCell cell;
        experiment_cell(page->experiment, i, &cell);
        if ((!source->by.length || slice_is(source->by, cell.players[0])) &&
            experiment_cell_fits(&cell, source->where))
            collect_cell(collecting, &cell, &page->results[i]);
    }
    if (!source->by.length && !source->where.length && source->side == PUBLISHED_ALL)
        collect_claims(collecting);
}

// Half of the error of an item is for its figures together. The other half is divided equally among its sources, and that of a
// source among its figures and claims: an experiment is judged before the next one is read.
static void collect_source(PaperTable *table, const PaperSource *source, const Page *page)
{
    Collecting collecting = {.source = source, .page = page};
    uint32_t sources = 0;
    for (uint32_t i = 0; i < table->papers->source_count; i++)
        sources += table->papers->sources[i].item == source->item;
    collect(&collecting);
    const uint32_t alone = sources * collecting.count;
    collecting.among = alone == 1 ? 1 : 2 * alone;
    collecting.answer = &table->answers[source->item];
    collect(&collecting);
}

void paper_table_add(PaperTable *table, const Page *page)
{
    for (uint32_t i = 0; i < table->papers->source_count; i++) {
        const PaperSource *source = &table->papers->sources[i];
        if (!slice_is(source->experiment, page->name))
            continue;
        table->is_found[i] = true;
        table->is_played[i] = page_has_results(page);
        collect_source(table, source, page);
    }
}

const PaperSource *paper_table_missing(const PaperTable *table)
{
    for (uint32_t i = 0; i < table->papers->source_count; i++)
        if (!table->is_found[i])
            return &table->papers->sources[i];
    return NULL;
}

static uint32_t count_failures(const uint32_t counts[FINDING_COUNT])
{
    uint32_t failed = 0;
    for (unsigned i = 0; i < FINDING_COUNT; i++)
        failed += finding_is_failure(i) ? counts[i] : 0;
    return failed;
}

// Many small differences to one side: if each were within its margin, their sum would be within the sum of the margins.
static bool fails_together(const ItemAnswer *answer)
{
    static const double error = 0.025; // half of 5 %
    return answer->figures > 1 && fabs(answer->lead) - answer->margin >
                                      normal_quantile(1 - error) * sqrt(answer->lead_variance);
}

Finding paper_table_finding(const ItemAnswer *answer)
{
    if (fails_together(answer) || count_failures(answer->counts))
        return FINDING_DIFFERS;
    return answer->counts[FINDING_REPRODUCED] && !answer->counts[FINDING_UNDECIDED]
               ? FINDING_REPRODUCED
               : FINDING_UNDECIDED;
}

static void add_range(const Range *range, Text *text)
{
    if (!(range->min <= range->max))
        return; // nothing was compared
    text_format(text, "%.1f", 100 * range->min);
    if (range->min < range->max)
        text_format(text, " to %.1f", 100 * range->max);
}

static void add_experiments(const PaperTable *table, uint32_t item, Text *text)
{
    const char *before = "";
    for (uint32_t i = 0; i < table->papers->source_count; i++) {
        const PaperSource *source = &table->papers->sources[i];
        if (source->item != item)
            continue;
        text_format(text, table->is_played[i] ? "%s[%.*s]" : "%s%.*s", before,
                    (int)source->experiment.length, source->experiment.start);
        if (table->is_played[i])
            text_format(text, "(%.*s.md)", (int)source->experiment.length,
                        source->experiment.start);
        before = ", ";
    }
}

// Adds "not reproduced: 2 reproduced, 3 not, 4 undecided", or the verdict alone if there is one figure or claim.
static void add_item_verdict(const ItemAnswer *answer, Text *text)
{
    const uint32_t all = answer->figures + answer->claims;
    text_format(text, "**%s**", page__finding_words[paper_table_finding(answer)]);
    if (all > 1)
        text_format(text, ": %" PRIu32 " reproduced, %" PRIu32 " not, %" PRIu32 " undecided%s",
                    answer->counts[FINDING_REPRODUCED], count_failures(answer->counts),
                    answer->counts[FINDING_UNDECIDED],
                    fails_together(answer) ? ", all together outside the margin" : "");
}

static void add_item(const PaperTable *table, uint32_t item, Text *text)
{
    const PaperItem *is = &table->papers->items[item];
    const ItemAnswer *answer = &table->answers[item];
    text_format(text, "| %" PRIu32 " | ", item + 1);
    page__add_flat(is->paper, text);
    text_add(text, ", ");
    page__add_flat(is->name, text);
    text_add(text, " | ");
    add_range(&answer->ours, text);
    if (answer->of_wins)
        text_add(text, answer->of_wins < answer->figures ? " (points or wins)" : " (wins)");
    text_add(text, " | ");
    add_range(&answer->theirs, text);
    if (answer->claims)
        text_format(text, "%s%" PRIu32 " claim%s", answer->figures ? "; " : "", answer->claims,
                    answer->claims > 1 ? "s" : "");
    text_format(text, " | %" PRIu64 " | ", answer->our_games);
    if (answer->is_count_known && answer->figures)
        text_format(text, "%" PRIu64, answer->their_games);
    else
        text_add(text, answer->figures || answer->claims ? "not said" : "");
    text_add(text, " | ");
    add_item_verdict(answer, text);
    if (is->note.length) {
        text_add(text, "; ");
        page__add_flat(is->note, text);
    }
    text_add(text, " | ");
    add_experiments(table, item, text);
    text_add(text, " |\n");
}

void paper_table_write(const PaperTable *table, Text *text)
{
    uint32_t counts[FINDING_COUNT] = {0};
    const uint32_t items = table->papers->item_count;
    for (uint32_t i = 0; i < items; i++)
        counts[paper_table_finding(&table->answers[i])]++;
    text_format(
        text,
        "## The papers\n\n"
        "Of %" PRIu32 " tables, figures and texts: reproduced %" PRIu32 ", not reproduced %" PRIu32
        ", undecided %" PRIu32 ".\n\n"
        "Ours and theirs are points of the first player in per cent, from the lowest to the "
        "highest figure. An\n"
        "item is not reproduced if one of its figures or claims is not, or if its figures together "
        "are not; 5 %% of error\n"
        "are for all these tests together. It is reproduced if every figure and claim is, and "
        "otherwise undecided\n"
        "([the rules](../lab/experiments.md#the-index)).\n\n"
        "| # | paper, item | ours | theirs | our games | their games | verdict | experiments "
        "|\n|--:|---|---|---|--:|--:|---|---|\n",
        items, counts[FINDING_REPRODUCED], counts[FINDING_DIFFERS], counts[FINDING_UNDECIDED]);
    for (uint32_t i = 0; i < items; i++)
        add_item(table, i, text);
    text_add_char(text, '\n');
}

// Counts the games that a ladder may be of.
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

// Adds the title, as a link if there is a page.
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

// INDEX_LIST_COUNT if it is in none.
static IndexList choose_list(const Page *page, const Verdicts *verdicts)
{
    if (!page_has_results(page))
        return INDEX_UNPLAYED;
    if (!verdicts_compared(verdicts))
        return page->experiment->source.length ? INDEX_UNCOMPARED : INDEX_LIST_COUNT;
    if (count_failures(verdicts->counts))
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

// If memory was refused for a list, the whole index is cut too.
static void add_list(const Text *list, Text *text)
{
    text_add(text, list->start);
    text->cut = text->cut || list->cut;
}

// Adds the experiments of a list in one sentence.
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
