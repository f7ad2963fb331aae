// nebel bench: speed of a room, and the signature of the umpire's behaviour.
#include "cmd/command.h"
#include "cmd/progress.h"
#include "cmd/stopwatch.h"
#include "table/walk.h"
#include "umpire/kriegspiel.h"
#include "umpire/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { OPTION_GAMES, OPTION_JSON };
enum { GAMES_DEFAULT = 20000, STRETCH = 1000 };

// What a benchmark counted, and in how much CPU time.
typedef struct Score {
    uint64_t games, counted;
    double seconds;
} Score;

// Plays one stretch of games; false if memory ran out.
static bool stretch_umpire(Score *score, uint64_t seed, uint64_t games)
{
    Walk walk = {0};
    walk_games(&walk, &rulesets[0], &chess_boards[0], seed, games);
    score->counted += walk.attempts;
    return true;
}

static bool stretch_table(Score *score, uint64_t seed, uint64_t games)
{
    const KriegspielRules rules = {
        .ruleset = &rulesets[0],
        .setup = {&chess_boards[0], position_start(&chess_boards[0]), true}};
    TableWalk walk = {0};
    const bool is_fine =
        table_walk(&walk, &memory_heap, &kriegspiel_game, (const Rules *)&rules, seed, games);
    score->counted += walk.events;
    return is_fine;
}

static const struct Benchmark {
    const char *name;
    const char *unit; // what it counts, in JSON with _per_second behind it
    bool (*stretch)(Score *score, uint64_t seed, uint64_t games);
} benchmarks[] = {
    {"umpire", "attempts", stretch_umpire},
    {"table", "events", stretch_table},
};

static const struct Benchmark *find_benchmark(const char *name)
{
    for (unsigned i = 0; i < COUNT_OF(benchmarks); i++)
        if (strcmp(benchmarks[i].name, name) == 0)
            return &benchmarks[i];
    return NULL;
}

static bool measure(const struct Benchmark *benchmark, uint64_t games, Score *score)
{
    Progress progress = progress_begin("games", games);
    const double start = cpu_seconds();
    bool is_fine = true;
    for (uint64_t seed = 1; score->games < games && is_fine; seed++) {
        const uint64_t left = games - score->games;
        const uint64_t now = left < STRETCH ? left : STRETCH;
        is_fine = benchmark->stretch(score, seed, now);
        score->games += now;
        progress_step(&progress, score->games);
    }
    score->seconds = cpu_seconds() - start;
    progress_end(&progress);
    return is_fine;
}

static int run(const Given *given)
{
    const char *name = given->arguments[0] ? given->arguments[0] : benchmarks[0].name;
    const struct Benchmark *benchmark = find_benchmark(name);
    if (!benchmark)
        return complain("there is no benchmark '%s'; there are: umpire table", name);
    uint64_t games = GAMES_DEFAULT;
    const char *wanted = given->options[OPTION_GAMES];
    if (wanted && (!slice_number(slice_of(wanted), UINT32_MAX, &games) || games == 0))
        return complain("--games needs a whole number from 1, not '%s'", wanted);

    Score score = {0};
    if (!measure(benchmark, games, &score)) {
        complain("there is not enough memory; try fewer games");
        return EXIT_FAILED;
    }
    const double speed = score.seconds > 0 ? (double)score.counted / score.seconds : 0;
    const uint64_t signature = walk_signature();
    if (given->options[OPTION_JSON])
        printf("{\"%s_per_second\":%.0f,\"signature\":\"%016" PRIx64 "\"}\n", benchmark->unit,
               speed, signature);
    else
        printf("%s, %s, random games on %s: %" PRIu64 " games, %" PRIu64
               " %s\n%.2f million %s a second of CPU time\nsignature %016" PRIx64 "\n",
               benchmark->name, rulesets[0].name, chess_boards[0].name, score.games, score.counted,
               benchmark->unit, speed / 1e6, benchmark->unit, signature);
    return EXIT_FINE;
}

const Command bench_command = {
    .name = "bench",
    .argument = "umpire|table",
    .summary = "measure the speed of a room and print the umpire's behaviour signature",
    .example = "nebel bench umpire --json",
    .options =
        {
            [OPTION_GAMES] = {"--games", "N", "random games to play (default 20000)"},
            [OPTION_JSON] = {"--json", NULL, "print one JSON object"},
        },
    .run = run,
};
