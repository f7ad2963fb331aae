// nebel tournament: many players, a cross table, ratings, and a plot of the ratings.
#include "base/cli/files.h"
#include "base/cli/gnuplot.h"
#include "cmd/match_options.h"
#include "lab/report/ladder.h"

#include <stdio.h>
#include <string.h>

enum { OPTION_GAUNTLET = MATCH_OPTION_COUNT, OPTION_PLOT };

static const char ending[] = ".svg";

// Draws the ratings; the gnuplot script stays beside the picture.
static int plot(const MatchCommand *match, const Tally *tally)
{
    const char *picture = match->given->options[OPTION_PLOT];
    char script[PATH_ROOM], game[256];
    Text title = TEXT_IN(game), text = text_growing(&memory_heap);
    Ladder ladder;
    if (!picture)
        return EXIT_FINE;
    snprintf(script, sizeof script, "%.*s.gp", (int)(strlen(picture) - (sizeof ending - 1)),
             picture);
    match->plan.game->write(match->plan.rules, &title);
    text_add(&title, ", ");
    limits_to_text(&match->plan.limits, &title);
    ladder_init(&ladder, tally);
    ladder_plot(&ladder, game, &text);
    const bool is_saved = save_text(script, &text);
    text_done(&text);
    const GnuplotError error = is_saved ? gnuplot_draw(script, picture) : GNUPLOT_ERR_FAILED;
    if (error == GNUPLOT_ERR_MISSING)
        complain("%s is written, the picture is not: " GNUPLOT_MISSING, script);
    return error ? EXIT_FAILED : EXIT_FINE;
}

static int run(const Given *given)
{
    MatchCommand match = {
        .report = report_tournament, .report_json = report_tournament_json, .finish = plot};
    const char *picture = given->options[OPTION_PLOT];
    if (given->argument_count < 2)
        return complain(
            "tournament needs two players or more, as in nebel tournament random capturer");
    if (picture && (!path_ends_in(picture, ending) || strlen(picture) >= PATH_ROOM))
        return complain("--plot draws SVG, so its file ends in .svg, not '%s'", picture);
    match_command_seat(&match, given);
    match.plan.pairing = given->options[OPTION_GAUNTLET] ? PAIRING_GAUNTLET : PAIRING_ALL;
    const int status = match_command_read(&match, given);
    return status ? status : match_command_run(&match);
}

const Command tournament_command = {
    .name = "tournament",
    .argument = "A B C...",
    .arguments_max = PLAN_PLAYERS_MAX,
    .summary = "let players meet one another: cross table and ratings",
    .example = "nebel tournament random capturer 'capturer(pawn_tries=1)' --games 200",
    .options =
        {
            MATCH_OPTIONS("games that each two players play (default 100)"),
            [OPTION_GAUNTLET] = {"--gauntlet", NULL, "the first player meets each of the others"},
            [OPTION_PLOT] = {"--plot", "FILE.svg", "draw the ratings with their intervals"},
        },
    .run = run,
};
