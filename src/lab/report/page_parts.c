// Figures, labels and names, as all parts of a page write them.
#include "lab/report/page_parts.h"

#include "base/stats/score.h"

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

bool page__has_plain(const Page *page)
{
    return page__count_plain(page) > 0;
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
