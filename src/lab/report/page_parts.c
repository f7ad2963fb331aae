// Figures, labels and names, verdicts on figures and claims, and null matches, as all parts of a page and the index write them.
#include "lab/report/internal.h"

#include "base/stats/estimate.h"
#include "base/stats/score.h"

#include <inttypes.h>

const char *const page__result_words[RESULT_COUNT] = {"wins", "losses", "draws"};

const char *const page__finding_words[FINDING_COUNT] = {
    [FINDING_NONE] = "nothing published to compare with",
    [FINDING_REPRODUCED] = "reproduced",
    [FINDING_UNDECIDED] = "undecided",
    [FINDING_STRONGER] = "not reproduced, stronger than published",
    [FINDING_WEAKER] = "not reproduced, weaker than published",
    [FINDING_DIFFERS] = "not reproduced",
};

void page__add_flat(Slice value, Text *text)
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

void page__add_share(Estimate share, Text *text)
{
    text_format(text, "%.1f %%", 100 * share.value);
    if (share.low < share.high)
        text_format(text, " (%.1f to %.1f)", 100 * share.low, 100 * share.high);
}

void page__add_shares(const Estimate shares[RESULT_COUNT], const bool *is_known, Text *text)
{
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        text_add(text, " | ");
        if (!is_known || is_known[i])
            page__add_share(shares[i], text);
    }
}

void page__add_circumstances(const Page *page, const ExperimentCell *cell, const char *between,
                             Text *text)
{
    const Experiment *experiment = page->experiment;
    if (experiment->game_count > 1) {
        text_add(text, between);
        page__add_flat(cell->game_string, text);
    }
    if (experiment->limits_count > 1) {
        text_add(text, experiment->game_count > 1 ? ", " : between);
        limits_to_text(&cell->plan.limits, text);
    }
}

void page__add_label(const Page *page, const ExperimentCell *cell, Text *text)
{
    page__add_flat(slice_of(cell->players[0]), text);
    text_add(text, " against ");
    page__add_flat(slice_of(cell->players[1]), text);
    page__add_circumstances(page, cell, ", ", text);
}

void page__add_source(const Page *page, Text *text)
{
    if (page->experiment->source.length)
        page__add_flat(page->experiment->source, text);
    else
        text_add(text, "published");
}

Comparison page__compare(const ExperimentCell *cell, const CellResult *result)
{
    return compare_shares(&result->meeting.games, cell->published[PUBLISHED_ALL]);
}

unsigned page__compare_sides(const ExperimentCell *cell, const CellResult *result,
                             SideComparison sides[PUBLISHED_SIDE_COUNT])
{
    unsigned count = 0;
    for (unsigned seat = 0; seat < 2 && !cell->published[PUBLISHED_ALL]; seat++) {
        const PublishedSide side = PUBLISHED_FIRST_SEAT + seat;
        if (cell->published[side])
            sides[count++] = (SideComparison){
                side, compare_shares(&result->meeting.by_seat[seat], cell->published[side])};
    }
    if (!count)
        sides[count++] = (SideComparison){PUBLISHED_ALL, page__compare(cell, result)};
    return count;
}

void page__add_elo(const CellResult *result, Text *text)
{
    const Score score = score_of_match(&result->meeting.pairs, &result->meeting.games);
    const Estimate elo = elo_logistic(&score);
    if (isfinite(elo.value) && isfinite(elo.low) && isfinite(elo.high))
        text_format(text, "%+.0f (%+.0f to %+.0f)", elo.value, elo.low, elo.high);
    else
        text_add(text, "not bounded");
}

uint32_t page__count_played(const Page *page)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    uint32_t played = 0;
    for (uint32_t i = 0; i < count; i++)
        played += page->results[i].is_there;
    return played;
}

bool page__is_played(const Page *page, uint32_t first, uint32_t stride, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (page->results[first + i * stride].is_there)
            return true;
    return false;
}

bool page__is_plain(const Page *page, uint32_t number)
{
    Sweep sweep;
    return page->results[number].is_there && number < experiment_first_of_nulls(page->experiment) &&
           !sweep_of_cell(page->experiment, number, &sweep);
}

uint32_t page__count_plain(const Page *page)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    uint32_t plain = 0;
    for (uint32_t i = 0; i < count; i++)
        plain += page__is_plain(page, i);
    return plain;
}

void page__begin_plot(const Page *page, const PlotHead *head, Text *text)
{
    char memory[256];
    Text title = TEXT_IN(memory);
    PlotHead whole = *head;
    page__add_flat(page->experiment->title, &title);
    text_add(&title, head->title);
    whole.title = memory;
    plot_begin(&whole, text);
}

enum { SHOWN_MAX = 8 }; // inequalities of a claim that are printed; of more, only how many hold

// How a figure is printed.
static const struct Unit {
    double factor;
    const char *format, *unit; // of one number; after all
} units[FIGURE_COUNT] = {
    [FIGURE_ELO] = {1, "%+.0f", " Elo"},       [FIGURE_POINTS] = {100, "%.1f", " %"},
    [FIGURE_WINS] = {100, "%.1f", " %"},       [FIGURE_LOSSES] = {100, "%.1f", " %"},
    [FIGURE_DRAWS] = {100, "%.1f", " %"},      [FIGURE_RATIO] = {1, "%.2f", ""},
    [FIGURE_TRIES] = {1, "%.3f", ""},          [FIGURE_CALLS] = {100, "%.1f", " %"},
    [FIGURE_RISE] = {100, "%+.1f", " points"},
};
static const struct Unit unit_of_difference = {100, "%+.1f", " points"};

static void add_number(double number, const struct Unit *unit, Text *text)
{
    if (isfinite(number))
        text_format(text, unit->format, unit->factor * number);
    else
        text_add(text, "unbounded");
}

// Adds "+102 Elo (+84 to +120)".
static void add_test(const ClaimTest *test, const struct Unit *unit, const char *missing,
                     Text *text)
{
    if (!test->is_played) {
        text_add(text, missing);
        return;
    }
    add_number(test->value.value, unit, text);
    text_format(text, "%s (", unit->unit);
    add_number(test->value.low, unit, text);
    text_add(text, " to ");
    add_number(test->value.high, unit, text);
    text_add_char(text, ')');
}

// Adds "3 of 16 comparisons hold, 1 fails".
static void add_counts(const ClaimVerdict *verdict, const char *missing, Text *text)
{
    uint32_t held = 0, failed = 0, played = 0;
    for (uint32_t i = 0; i < verdict->count; i++) {
        held += verdict->tests[i].finding == FINDING_REPRODUCED;
        failed += verdict->tests[i].finding == FINDING_DIFFERS;
        played += verdict->tests[i].is_played;
    }
    text_format(text, "%" PRIu32 " comparisons: %" PRIu32 " hold, %" PRIu32 " fail", verdict->count,
                held, failed);
    if (played < verdict->count)
        text_format(text, ", %" PRIu32 " %s", verdict->count - played, missing);
}

static void add_claim(const Claim *claim, const ClaimVerdict *verdict, Text *text)
{
    const struct Unit *unit =
        claim->kind == CLAIM_BOUND ? &units[claim->figure] : &unit_of_difference;
    // Games that were played may have nothing that such a figure counts.
    const bool is_counted = claim->kind == CLAIM_BOUND && figure_is_of_curves(claim->figure);
    const char *missing = is_counted ? "not counted" : "not played", *before = "";
    text_add(text, "- ");
    page__add_flat(claim->sentence, text);
    text_add(text, " (`");
    page__add_flat(claim->rule, text);
    text_format(text, "`): **%s**; ", page__finding_words[verdict->finding]);
    if (verdict->count > SHOWN_MAX)
        add_counts(verdict, missing, text);
    for (uint32_t i = 0; i < verdict->count && verdict->count <= SHOWN_MAX; i++) {
        text_add(text, before);
        add_test(&verdict->tests[i], unit, missing, text);
        before = ", ";
    }
    text_add(text, ".\n");
}

void page__test_claim(const Page *page, uint32_t number, uint32_t among, ClaimVerdict *verdict)
{
    const ClaimGames games = {page->results, page->curves};
    claim_test(page->experiment, &page->experiment->claims[number], games, among, verdict);
}

void page__add_claims(const Page *page, Text *text)
{
    const Experiment *experiment = page->experiment;
    if (experiment->claim_count)
        text_add(text, "\nClaims of the source, in our words, each with its rule; 90 % intervals, "
                       "in the order of the "
                       "cells:\n\n");
    for (uint32_t i = 0; i < experiment->claim_count; i++) {
        ClaimVerdict verdict;
        page__test_claim(page, i, 1, &verdict);
        add_claim(&experiment->claims[i], &verdict, text);
    }
}

static void count_figures(const Page *page, uint32_t number, Verdicts *verdicts)
{
    ExperimentCell cell;
    SideComparison sides[PUBLISHED_SIDE_COUNT];
    experiment_cell(page->experiment, number, &cell);
    const unsigned judged = page__compare_sides(&cell, &page->results[number], sides);
    for (unsigned side = 0; side < judged; side++)
        verdicts->counts[sides[side].comparison.finding] +=
            page->results[number].is_there || sides[side].comparison.finding != FINDING_NONE;
}

Verdicts verdicts_of_page(const Page *page)
{
    const Experiment *experiment = page->experiment;
    const uint32_t count = experiment_cell_count(experiment),
                   first_null = experiment_first_of_nulls(experiment),
                   after_nulls = experiment_first_of_ladder(experiment);
    Verdicts verdicts = {{0}};
    for (uint32_t i = 0; i < count; i++)
        if (i < first_null || i >= after_nulls)
            count_figures(page, i, &verdicts);
    for (uint32_t i = 0; i < experiment->claim_count; i++) {
        ClaimVerdict verdict;
        page__test_claim(page, i, 1, &verdict);
        verdicts.counts[verdict.finding]++;
    }
    return verdicts;
}

uint32_t verdicts_compared(const Verdicts *verdicts)
{
    uint32_t compared = 0;
    for (unsigned i = FINDING_NONE + 1; i < FINDING_COUNT; i++)
        compared += verdicts->counts[i];
    return compared;
}

void verdicts_to_text(const Verdicts *verdicts, Text *text)
{
    const char *before = "";
    for (unsigned i = verdicts_compared(verdicts) ? FINDING_NONE + 1 : FINDING_NONE;
         i < FINDING_COUNT; i++) {
        if (!verdicts->counts[i])
            continue;
        text_format(text, "%s%s in %" PRIu32, before, page__finding_words[i], verdicts->counts[i]);
        before = "; ";
    }
    if (!before[0])
        text_add(text, "null matches");
}

void page__count_nulls(const Page *page, NullCount *count)
{
    const uint32_t end = experiment_first_of_ladder(page->experiment);
    for (uint32_t i = experiment_first_of_nulls(page->experiment); i < end; i++) {
        const CellResult *result = &page->results[i];
        if (!result->is_there || score_count_games(&result->meeting.games) == 0)
            continue;
        const Score score = score_of_match(&result->meeting.pairs, &result->meeting.games);
        const double z = score_z(&score);
        count->matches++;
        count->games += score_count_games(&result->meeting.games);
        count->excluding += difference_is_real(score_lead(&score));
        count->squares += z * z;
    }
}

void page__add_null_count(const NullCount *count, Text *text)
{
    text_format(text,
                "%" PRIu32 " null match%s of %" PRIu64 " games: the 95 %% interval of %" PRIu32
                " excludes half of the points; "
                "chance would scatter them so or more with p = %.2g.\n",
                count->matches, count->matches == 1 ? "" : "es", count->games, count->excluding,
                chi_squared_tail(count->squares, count->matches));
}

static void add_null(const Page *page, uint32_t number, Text *text)
{
    const CellResult *result = &page->results[number];
    ExperimentCell cell;
    experiment_cell(page->experiment, number, &cell);
    text_add(text, "| ");
    page__add_flat(slice_of(cell.players[0]), text);
    page__add_circumstances(page, &cell, ", ", text);
    if (!result->is_there) {
        text_add(text, " | not played | |\n");
        return;
    }
    const Score score = score_of_match(&result->meeting.pairs, &result->meeting.games);
    Estimate points = score_lead(&score);
    points = (Estimate){0.5 + points.value, 0.5 + points.low, 0.5 + points.high};
    text_format(text, " | %" PRIu64 " | ", score_count_games(&result->meeting.games));
    page__add_share(points, text);
    text_add(text, " |\n");
}

void page__add_nulls(const Page *page, Text *text)
{
    const uint32_t first = experiment_first_of_nulls(page->experiment),
                   end = experiment_first_of_ladder(page->experiment);
    if (first == end)
        return;
    text_add(text, "\nNull matches, a player against itself, both with the first player's limits; "
                   "95 % intervals of the points:\n\n| player | games | points |\n|---|--:|---|\n");
    for (uint32_t i = first; i < end; i++)
        add_null(page, i, text);
}

void page__add_null_answer(const Page *page, Text *text)
{
    NullCount count = {0};
    page__count_nulls(page, &count);
    if (!count.matches)
        return;
    text_add(text, "- ");
    page__add_null_count(&count, text);
}
