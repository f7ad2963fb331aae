// A ladder on a page: the ratings of players that have met one another or the same anchors, their cross table, and the picture of both.
#include "report/page_parts.h"

#include "report/ladder.h"

enum { STRONGEST_COUNT = 3 }; // players that the index names

bool page__has_ladder(const Page *page)
{
    const uint32_t first = experiment_first_of_ladder(page->experiment);
    return page__is_played(page, first, 1, experiment_cell_count(page->experiment) - first);
}

// The cells of a ladder as one tournament. The ladder points to the tally, that to the plan and that to the names, so it
// stays where it is.
typedef struct Gathered {
    Plan plan;
    Tally tally;
    Ladder ladder;
    char names[EXPERIMENT_LADDER_MAX][EXPERIMENT_STRING_MAX];
} Gathered;

// The cell of two players of the ladder; NULL if they do not meet, or have not met yet.
static const CellResult *meeting_of(const Page *page, uint32_t first, uint32_t second)
{
    const Experiment *experiment = page->experiment;
    const CellResult *result = &page->results[experiment_first_of_ladder(experiment)];
    for (uint32_t i = 0; i < experiment->ladder_count; i++)
        for (uint32_t j = i + 1; j < experiment->ladder_count; j++) {
            if (!experiment_ladder_meets(experiment, i, j))
                continue;
            if (i == first && j == second)
                return result->is_there ? result : NULL;
            result++;
        }
    return NULL;
}

// Whether a player has played at all; one that has not has no rating.
static bool has_played(const Page *page, uint32_t player)
{
    bool has_met = false;
    for (uint32_t i = 0; i < page->experiment->ladder_count; i++)
        has_met |= i < player ? meeting_of(page, i, player) != NULL
                              : i > player && meeting_of(page, player, i) != NULL;
    return has_met;
}

static void gather(const Page *page, Gathered *gathered)
{
    const Experiment *experiment = page->experiment;
    Plan *plan = &gathered->plan;
    uint32_t rated[EXPERIMENT_LADDER_MAX] = {0}; // places in the list of the experiment
    *plan = (Plan){.player_count = 0};
    for (uint32_t i = 0; i < experiment->ladder_count; i++) {
        if (!has_played(page, i))
            continue;
        const uint32_t at = plan->player_count++;
        Text name = TEXT_IN(gathered->names[at]);
        text_add_slice(&name, experiment->ladder[i]);
        plan->players[at] = gathered->names[at];
        rated[at] = i;
    }
    tally_init(&gathered->tally, plan);
    for (uint32_t i = 0; i < plan->player_count; i++)
        for (uint32_t j = i + 1; j < plan->player_count; j++) {
            const CellResult *result = meeting_of(page, rated[i], rated[j]);
            if (result)
                gathered->tally.meetings[i][j] = result->meeting;
        }
    ladder_init(&gathered->ladder, &gathered->tally);
}

void page__add_ladder(const Page *page, Text *text)
{
    Gathered gathered;
    if (!page__has_ladder(page))
        return;
    gather(page, &gathered);
    ladder_to_markdown(&gathered.ladder, text);
    text_add(text, "\nElo is counted from the mean of all players, as `nebel tournament` does.\n");
}

void page__plot_ladder(const Page *page, Text *text)
{
    Gathered gathered;
    char memory[256];
    Text title = TEXT_IN(memory);
    page__add_flat(page->experiment->title, &title);
    gather(page, &gathered);
    ladder_plot(&gathered.ladder, memory, text);
}

void page__add_strengths(const Page *page, const char *game, Text *text)
{
    Gathered gathered;
    gather(page, &gathered);
    for (uint32_t i = 0; i < gathered.plan.player_count; i++) {
        const uint32_t player = gathered.ladder.order[i];
        const Estimate rating = gathered.ladder.ratings[player];
        text_format(text, "%s %s %.0f %.0f %.0f\n", game, gathered.names[player], rating.value,
                    rating.low, rating.high);
    }
}

void page__add_strongest(const Page *page, Text *text)
{
    Gathered gathered;
    gather(page, &gathered);
    for (uint32_t i = 0; i < STRONGEST_COUNT && i < gathered.plan.player_count; i++) {
        const uint32_t player = gathered.ladder.order[i];
        const Estimate rating = gathered.ladder.ratings[player];
        text_format(text, "%s`%s` %+.0f (%+.0f to %+.0f)", i ? ", " : "", gathered.names[player],
                    rating.value, rating.low, rating.high);
    }
}
