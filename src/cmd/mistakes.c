// nebel mistakes: what the moves of recorded games of Phantom Go cost, by phase of the game and by player.
#include "study/mistakes.h"
#include "cli/values.h"
#include "cmd/command.h"

enum { OPTION_PLAYOUTS, OPTION_SEED };
enum { PLAYOUTS_DEFAULT = 100, PLAYOUTS_MAX = 1000000 };

static int run(const Given *given)
{
    const char *playouts = given->options[OPTION_PLAYOUTS], *seed = given->options[OPTION_SEED];
    uint64_t each = PLAYOUTS_DEFAULT;
    MistakesPlan plan = {.paths = given->arguments, .path_count = given->argument_count, .seed = 1};
    if ((playouts && !read_number("--playouts", playouts, 1, PLAYOUTS_MAX, &each)) ||
        (seed && !read_number("--seed", seed, 0, INT64_MAX, &plan.seed)))
        return EXIT_USAGE;
    if (!plan.path_count)
        return complain("of which games? name one or more SGF files");
    plan.playouts = (uint32_t)each;
    return mistakes_print(&plan);
}

const Command mistakes_command = {
    .name = "mistakes",
    .argument = "FILE...",
    .summary = "say what the moves of recorded games of Phantom Go cost, by phase of the game",
    .example = "nebel mistakes examples/phantom-go.sgf",
    .options =
        {
            [OPTION_PLAYOUTS] = {"--playouts", "N", "playouts for each point (default 100)"},
            [OPTION_SEED] = {"--seed", "N", "of all chance in it (default 1)"},
        },
    .run = run,
};
