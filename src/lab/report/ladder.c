// Ranking, and drawing the ranks.
#include "lab/report/ladder.h"

#include "lab/report/plot.h"

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

// --- Markdown ------------------------------------------------------------------------------------

void ladder_to_markdown(const Ladder *ladder, Text *text)
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

void ladder_cross_table(const Ladder *ladder, Text *text)
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

// --- The picture ---------------------------------------------------------------------------------

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
