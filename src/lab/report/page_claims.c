// The claims of a paper on a page: each sentence with its rule, what our games say of it, and the verdict.
#include "lab/report/page_parts.h"

#include <inttypes.h>
#include <stdlib.h>

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

// "+102 Elo (+84 to +120)"
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

// "3 of 16 comparisons hold, 1 fails"
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
