// A ladder on a page: the ratings of players that have met one another or the same anchors, their cross table, and the picture of both.
#include "lab/report/page_parts.h"

#include "lab/report/ladder.h"

enum { STRONGEST_COUNT = 3 }; // players that the abstract names

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

// The cells by the places of their players in the list of the experiment, the first of them first; NULL where they do not
// meet, or have not met yet.
typedef struct Meetings {
    const CellResult *of[EXPERIMENT_LADDER_MAX][EXPERIMENT_LADDER_MAX];
    bool has_played[EXPERIMENT_LADDER_MAX]; // a player that has not has no rating
} Meetings;

static void list_meetings(const Page *page, Meetings *meetings)
{
    const Experiment *experiment = page->experiment;
    const CellResult *result = &page->results[experiment_first_of_ladder(experiment)];
    *meetings = (Meetings){.has_played = {false}};
    for (uint32_t i = 0; i < experiment->ladder_count; i++)
        for (uint32_t j = i + 1; j < experiment->ladder_count; j++) {
            if (!experiment_ladder_meets(experiment, i, j))
                continue;
            if (result->is_there) {
                meetings->of[i][j] = result;
                meetings->has_played[i] = meetings->has_played[j] = true;
            }
            result++;
        }
}

static void gather(const Page *page, Gathered *gathered)
{
    const Experiment *experiment = page->experiment;
    Plan *plan = &gathered->plan;
    Meetings meetings;
    uint32_t rated[EXPERIMENT_LADDER_MAX] = {0}; // places in the list of the experiment
    list_meetings(page, &meetings);
    *plan = (Plan){.player_count = 0};
    for (uint32_t i = 0; i < experiment->ladder_count; i++) {
        if (!meetings.has_played[i])
            continue;
        const uint32_t at = plan->player_count++;
        Text name = TEXT_IN(gathered->names[at]);
        text_add_slice(&name, experiment->ladder[i]);
        plan->players[at] = gathered->names[at];
        rated[at] = i;
    }
    tally_init(&gathered->tally, plan);
    for (uint32_t i = 0; i < plan->player_count; i++)
        for (uint32_t j = i + 1; j < plan->player_count; j++)
            if (meetings.of[rated[i]][rated[j]])
                gathered->tally.meetings[i][j] = meetings.of[rated[i]][rated[j]]->meeting;
    ladder_init(&gathered->ladder, &gathered->tally);
}

void page__add_ladder(const Page *page, Text *text)
{
    Gathered gathered;
    if (!page__has_ladder(page))
        return;
    gather(page, &gathered);
    ladder_to_markdown(&gathered.ladder, text);
    ladder_cross_table(&gathered.ladder, text);
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

void page__add_rungs(const Page *page, Text *text)
{
    Gathered gathered;
    gather(page, &gathered);
    ladder_to_markdown(&gathered.ladder, text);
}
