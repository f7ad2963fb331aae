// nebel analyse: what a seat could have known at each turn of a recorded game, what it learned from its tries, and what a player
// would have tried.
#include "lab/study/analyse.h"
#include "cmd/study_options.h"
#include "cmd/values.h"

enum { OPTION_MOVE = STUDY_OPTION_COUNT, OPTION_PLAYER, OPTION_NODES };
enum { NODES_DEFAULT = 10000 };

static int run(const Given *given)
{
    const char *const *options = given->options;
    RecordStudy study;
    AnalysisPlan plan = {.player = options[OPTION_PLAYER], .budget.nodes = NODES_DEFAULT};
    if (!read_number("--move", options[OPTION_MOVE], 1, MOVE_NUMBER_MAX, &plan.only) ||
        !read_number("--nodes", options[OPTION_NODES], 1, INT64_MAX, &plan.budget.nodes))
        return EXIT_USAGE;
    if (options[OPTION_NODES] && !plan.player)
        return complain("--nodes is for a player; name it with --player");
    int status = record_study_read(&study, given);
    if (status)
        return status;
    status = analyse_record(&study, &plan);
    record_study_done(&study);
    return status;
}

const Command analyse_command = {
    .name = "analyse",
    .argument = "FILE",
    .summary = "say what a seat of a recorded game could have known, turn by turn",
    .example = "nebel analyse examples/game.pgn --seat white --move 8",
    .options =
        {
            STUDY_OPTIONS,
            [OPTION_MOVE] = {"--move", "N",
                             "only the turn of this move, or this turn of Go (default: all)"},
            [OPTION_PLAYER] = {"--player", "PLAYER", "compare with what this player would try"},
            [OPTION_NODES] = {"--nodes", "N", "limit its try to N nodes (default 10000)"},
        },
    .run = run,
};
