// Null matches on a page and in the index: a player against itself. What is found there is chance, or a fault of the laboratory.
#include "lab/report/page_parts.h"

#include "base/stats/estimate.h"

#include <inttypes.h>

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
