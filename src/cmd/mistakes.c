// nebel mistakes: what the moves of recorded games of Phantom Go cost, by phase of the game and by player.
#include "cmd/command.h"
#include "cmd/values.h"
#include "lab/study/studies.h"

enum { OPTION_PLAYOUTS, OPTION_SEED };
enum { PLAYOUTS_DEFAULT = 100, PLAYOUTS_MAX = 1000000 };

static int run(const Given *given)
{
    uint64_t each = PLAYOUTS_DEFAULT;
    MistakesPlan plan = {
        .files = {.paths = given->arguments, .count = given->argument_count, .games = UINT64_MAX},
        .seed = 1};
    if (!read_number("--playouts", given->options[OPTION_PLAYOUTS], 1, PLAYOUTS_MAX, &each) ||
        !read_number("--seed", given->options[OPTION_SEED], 0, INT64_MAX, &plan.seed))
        return EXIT_USAGE;
    if (!plan.files.count)
        return complain("name one or more SGF files, as in examples/phantom-go.sgf");
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
            [OPTION_SEED] = {"--seed", "N", "seed of all random choices (default 1)"},
        },
    .run = run,
};
