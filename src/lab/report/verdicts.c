// Counting verdicts, of figures and of claims.
#include "lab/report/verdicts.h"

#include "lab/report/page_parts.h"

#include <inttypes.h>

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

uint32_t verdicts_failed(const Verdicts *verdicts)
{
    uint32_t failed = 0;
    for (unsigned i = 0; i < FINDING_COUNT; i++)
        failed += finding_is_failure(i) ? verdicts->counts[i] : 0;
    return failed;
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
