// Ranks players and draws the ranks: those of a tournament, and on a page those of the ladder of an experiment, who have met one
// another or the same anchors.
#include "lab/report/ladder.h"

#include "lab/report/internal.h"

#include <inttypes.h>
#include <string.h>

void ladder_init(Ladder *ladder, const Tally *tally)
{
    ladder->tally = tally;
    tally_ratings(tally, ladder->ratings);
    for (uint32_t i = 0; i < tally->plan->player_count; i++) {
        uint32_t place = i;
        for (; place > 0; place--) {
            const uint32_t above = ladder->order[place - 1];
            if (ladder->ratings[above].value >= ladder->ratings[i].value)
                break;
            ladder->order[place] = above;
        }
        ladder->order[place] = i;
    }
}

double ladder_percent(const Trinomial *games)
{
    const uint64_t all = score_count_games(games);
    return all ? 100 * (games->wins + games->draws / 2.0) / (double)all : 50.0;
}

bool ladder_meeting(const Tally *tally, uint32_t row, uint32_t column, double *percent)
{
    const bool is_first = row < column;
    const Trinomial *games =
        is_first ? &tally->meetings[row][column].games : &tally->meetings[column][row].games;
    if (row == column || !score_count_games(games))
        return false;
    *percent = is_first ? ladder_percent(games) : 100 - ladder_percent(games);
    return true;
}

static void add_ratings(const Ladder *ladder, Text *text)
{
    const uint32_t players = ladder->tally->plan->player_count;
    text_add(text, "| | player | Elo | points | games |\n|--:|---|---|--:|--:|\n");
    for (uint32_t place = 0; place < players; place++) {
        const uint32_t player = ladder->order[place];
        const Estimate rating = ladder->ratings[player];
        const Trinomial games = tally_player(ladder->tally, player);
        text_format(text,
                    "| %" PRIu32 " | `%s` | %+.0f (%+.0f to %+.0f) | %.1f %% | %" PRIu64 " |\n",
                    place + 1, ladder->tally->plan->players[player], rating.value, rating.low,
                    rating.high, ladder_percent(&games), score_count_games(&games));
    }
}

static void add_cross_row(const Ladder *ladder, uint32_t place, Text *text)
{
    text_format(text, "| %" PRIu32, place + 1);
    for (uint32_t other = 0; other < ladder->tally->plan->player_count; other++) {
        double percent;
        if (ladder_meeting(ladder->tally, ladder->order[place], ladder->order[other], &percent))
            text_format(text, " | %.0f", percent);
        else
            text_add(text, " | ");
    }
    text_add(text, " |\n");
}

static void add_cross_table(const Ladder *ladder, Text *text)
{
    const uint32_t players = ladder->tally->plan->player_count;
    text_add(text, "\nPoints of the row against the column, in percent:\n\n| ");
    for (uint32_t place = 0; place < players; place++)
        text_format(text, " | %" PRIu32, place + 1);
    text_add(text, " |\n|--:");
    for (uint32_t place = 0; place < players; place++)
        text_add(text, "|--:");
    text_add(text, "|\n");
    for (uint32_t place = 0; place < players; place++)
        add_cross_row(ladder, place, text);
}

// Where things stand in it, in pixels.
enum { PANEL = 480, ROW = 30, TOP = 50, BOTTOM = 62, RIGHT = 30, LETTER = 8 };

static unsigned label_width(const Plan *plan)
{
    size_t longest = 12;
    for (uint32_t i = 0; i < plan->player_count; i++)
        longest = strlen(plan->players[i]) > longest ? strlen(plan->players[i]) : longest;
    return LETTER * (unsigned)longest + RIGHT;
}

void ladder_plot(const Ladder *ladder, const char *title, Text *text)
{
    const Plan *plan = ladder->tally->plan;
    const uint32_t players = plan->player_count;
    const unsigned left = label_width(plan), width = left + PANEL + RIGHT;
    const unsigned height = TOP + ROW * players + BOTTOM;
    const PlotHead head = {
        .what = "ratings with 95 % intervals", .title = title, .width = width, .height = height};
    plot_begin(&head, text);
    plot_add_rows(&(PlotRows){players, TOP, BOTTOM, height}, text);
    text_format(text,
                "set lmargin at screen %.4f; set rmargin at screen %.4f\nunset key\n"
                "set xlabel 'Elo from the mean of all, 95 %% intervals'\nset ytics (",
                (double)left / width, (double)(left + PANEL) / width);
    for (uint32_t place = 0; place < players; place++) {
        text_add(text, place ? ", " : "");
        plot_add_quoted(plan->players[ladder->order[place]], text);
        text_format(text, " %d", -(int)place);
    }
    text_add(text, ")\n$ratings << END\n");
    for (uint32_t place = 0; place < players; place++) {
        const Estimate rating = ladder->ratings[ladder->order[place]];
        text_format(text, "%d %.1f %.1f %.1f\n", -(int)place, rating.value, rating.low,
                    rating.high);
    }
    text_add(text, "END\nplot $ratings using 2:1:3:4 with xerrorbars linestyle 1\n"
                   "unset multiplot\n");
}

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

static void gather_ladder(const Page *page, Gathered *gathered)
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
    gather_ladder(page, &gathered);
    add_ratings(&gathered.ladder, text);
    add_cross_table(&gathered.ladder, text);
    text_add(text, "\nElo is counted from the mean of all players, as `nebel tournament` does.\n");
}

void page__plot_ladder(const Page *page, Text *text)
{
    Gathered gathered;
    char memory[256];
    Text title = TEXT_IN(memory);
    page__add_flat(page->experiment->title, &title);
    gather_ladder(page, &gathered);
    ladder_plot(&gathered.ladder, memory, text);
}

void page__add_strengths(const Page *page, const char *game, Text *text)
{
    Gathered gathered;
    gather_ladder(page, &gathered);
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
    gather_ladder(page, &gathered);
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
    gather_ladder(page, &gathered);
    add_ratings(&gathered.ladder, text);
}
