// nebel bench: speed of a room, and the signature of its behaviour.
#include "cmd/command.h"
#include "cmd/progress.h"
#include "cmd/stopwatch.h"
#include "umpire/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { OPTION_GAMES, OPTION_JSON };
enum { GAMES_DEFAULT = 20000, STRETCH = 1000 };

static int run(const Given *given)
{
    if (given->argument && strcmp(given->argument, "umpire") != 0)
        return complain("there is no benchmark '%s'; there is: umpire", given->argument);
    uint64_t games = GAMES_DEFAULT;
    const char *wanted = given->options[OPTION_GAMES];
    if (wanted && (!slice_number(slice_of(wanted), UINT32_MAX, &games) || games == 0))
        return complain("--games needs a whole number from 1, not '%s'", wanted);

    Walk walk = {0};
    Progress progress = progress_begin("games", games);
    const double start = cpu_seconds();
    for (uint32_t seed = 1; walk.games < games; seed++) {
        const uint64_t left = games - walk.games;
        walk_games(&walk, &rulesets[0], &chess_boards[0], seed, left < STRETCH ? left : STRETCH);
        progress_step(&progress, walk.games);
    }
    const double seconds = cpu_seconds() - start;
    progress_end(&progress);
    const double speed = seconds > 0 ? (double)walk.attempts / seconds : 0;
    const uint64_t signature = walk_signature();
    if (given->options[OPTION_JSON])
        printf("{\"attempts_per_second\":%.0f,\"signature\":\"%016" PRIx64 "\"}\n", speed,
               signature);
    else
        printf("umpire, %s, random games on %s: %" PRIu64 " games, %" PRIu64 " plies, %" PRIu64
               " attempts\n%.2f million attempts a second of CPU time\nsignature %016" PRIx64 "\n",
               rulesets[0].name, chess_boards[0].name, walk.games, walk.plies, walk.attempts,
               speed / 1e6, signature);
    return EXIT_FINE;
}

const Command bench_command = {
    .name = "bench",
    .argument = "umpire",
    .summary = "measure the umpire's speed and print the signature of its behaviour",
    .example = "nebel bench umpire --json",
    .options =
        {
            [OPTION_GAMES] = {"--games", "N", "random games to play (default 20000)"},
            [OPTION_JSON] = {"--json", NULL, "print one JSON object"},
        },
    .run = run,
};
