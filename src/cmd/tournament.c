// nebel tournament: many players, a cross table and ratings.
#include "cmd/contest.h"

enum { OPTION_GAUNTLET = CONTEST_OPTION_COUNT };

static int run(const Given *given)
{
    Contest contest = {.report = report_tournament, .report_json = report_tournament_json};
    Plan *plan = &contest.plan;
    if (given->argument_count < 2)
        return complain(
            "tournament needs two players or more, as in nebel tournament random capturer");
    for (unsigned i = 0; i < given->argument_count; i++)
        plan->players[plan->player_count++] = given->arguments[i];
    plan->sprt = (SprtPlan){0, 10, 0.05, 0.05};
    plan->pairing = given->options[OPTION_GAUNTLET] ? PAIRING_GAUNTLET : PAIRING_ALL;
    const int status = contest_read(&contest, given);
    return status ? status : contest_run(&contest);
}

const Command tournament_command = {
    .name = "tournament",
    .argument = "A B C...",
    .arguments_max = PLAN_PLAYERS_MAX,
    .summary = "let players meet one another: cross table and ratings",
    .example = "nebel tournament random capturer 'capturer(pawn_tries=1)' --games 200",
    .options =
        {
            CONTEST_OPTIONS("games that each two players play (default 100)"),
            [OPTION_GAUNTLET] = {"--gauntlet", NULL, "the first player meets each of the others"},
        },
    .run = run,
};
