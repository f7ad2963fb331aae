// The abstract of a page: what was played, what came of it, and how it compares with the source, in a few sentences that can be cited.
#include "lab/report/page_parts.h"

#include "lab/experiments/progress.h"
#include "lab/report/ladder.h"
#include "lab/report/verdicts.h"

#include <inttypes.h>

// What was played, over all cells.
typedef struct Played {
    uint64_t games;
    uint32_t cells, first; // how many, and the first of them
    double least, most;    // points of the first player in percent
} Played;

static Played sum_up(const Page *page)
{
    const uint32_t count = experiment_cell_count(page->experiment);
    Played played = {.least = 100};
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

static void add_what_was_played(const Page *page, const Played *played, Text *text)
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

static void add_what_came_of_it(const Page *page, const Played *played, Text *text)
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

void page__add_abstract(const Page *page, Text *text)
{
    const Played played = sum_up(page);
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
