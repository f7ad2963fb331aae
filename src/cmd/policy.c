// nebel policy: fits how a player replies to its games, and tests how well that foretells other games.
#include "cmd/command.h"
#include "lab/study/studies.h"

#include <string.h>

enum { OPTION_PLAYER, OPTION_POLICY, OPTION_OUTPUT };

static int run(const Given *given)
{
    const char *verb = given->arguments[0];
    const PolicyPlan plan = {
        .files = {.paths = given->arguments + 1,
                  .count = given->argument_count ? given->argument_count - 1 : 0,
                  .games = UINT64_MAX,
                  .command = "policy"},
        .player = given->options[OPTION_PLAYER],
        .policy = given->options[OPTION_POLICY],
        .output = given->options[OPTION_OUTPUT]};
    const bool fits = verb && strcmp(verb, "fit") == 0;
    if (!fits && !(verb && strcmp(verb, "test") == 0))
        return complain(
            "say what to do: nebel policy fit FILE... -o FILE, or nebel policy test FILE...");
    if (given->argument_count < 2)
        return complain("name one or more PGN files, as in examples/game.pgn");
    if (fits && !plan.output)
        return complain("name the file of the policy with -o FILE");
    return fits ? policy_fit(&plan) : policy_test(&plan);
}

const Command policy_command = {
    .name = "policy",
    .argument = "fit|test",
    .arguments_max = COMMAND_ARGUMENTS_MAX,
    .summary = "fit how a player replies to its games, or test how well that foretells others",
    .example = "nebel policy test examples/game.pgn",
    .options =
        {
            [OPTION_PLAYER] = {"--player", "NAME",
                               "count the moves of players whose names begin so"},
            [OPTION_POLICY] = {"--policy", "FILE",
                               "test: the policy (default all moves equally likely)"},
            [OPTION_OUTPUT] = {"-o", "FILE", "fit: the file of the policy"},
        },
    .run = run,
};
