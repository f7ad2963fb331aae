// nebel bench: the speed of a module or a player, and a signature of its behaviour.
#include "base/cli/progress.h"
#include "base/os/clocks.h"
#include "base/rng.h"
#include "cmd/command.h"
#include "engine/core/pool_games.h"
#include "engine/kriegspiel_belief/belief_model.h"
#include "engine/kriegspiel_belief/metaposition.h"
#include "engine/phantom_go/flat.h"
#include "engine/phantom_go/sampler.h"
#include "engine/players/roster.h"
#include "engine/players/signature.h"
#include "games/core/random_games.h"
#include "games/go/random_games.h"
#include "games/kriegspiel/kriegspiel.h"
#include "games/kriegspiel/random_games.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { OPTION_GAMES, OPTION_JSON };
enum {
    POOL_LIMIT = 100000,
    POOL_FULL = POOL_LIMIT * 9 / 10, // boards; an update of fewer is not measured
};

// What a benchmark counted, and in how much CPU time.
typedef struct BenchScore {
    uint64_t done, counted;
    double seconds;
} BenchScore;

// Each of these plays some games and adds to the score; false if there is no memory.
static bool stretch_umpire(BenchScore *score, uint64_t seed, uint64_t games)
{
    RandomGames run = {0};
    const double start = cpu_seconds();
    random_games_play(&run, &rulesets[0], &chess_boards[0], seed, games);
    score->seconds += cpu_seconds() - start;
    score->counted += run.attempts;
    return true;
}

static KriegspielRules usual_rules(void)
{
    return (KriegspielRules){.ruleset = &rulesets[0],
                             .setup = {&chess_boards[0], position_start(&chess_boards[0]), true}};
}

static bool stretch_table(BenchScore *score, uint64_t seed, uint64_t games)
{
    const KriegspielRules rules = usual_rules();
    TableRandomGames run = {0};
    const double start = cpu_seconds();
    const bool is_fine = table_random_games(&run, &memory_heap, &kriegspiel_game,
                                            (const Rules *)&rules, seed, games);
    score->seconds += cpu_seconds() - start;
    score->counted += run.events;
    return is_fine;
}

// Only updates of a full pool count.
static bool stretch_belief(BenchScore *score, uint64_t seed, uint64_t updates)
{
    const KriegspielRules rules = usual_rules();
    const PoolPlan plan = {.limit = POOL_LIMIT, .seed = seed};
    PoolRandomGames *run = pool_random_games_create(&memory_heap, &kriegspiel_belief_model,
                                                    (const Rules *)&rules, &plan);
    bool is_fine = run != NULL;
    while (is_fine && updates) {
        PoolStep step;
        const double start = cpu_seconds();
        is_fine = pool_random_games_step(run, &step);
        if (!is_fine || !step.is_reply || step.before < POOL_FULL)
            continue;
        score->seconds += cpu_seconds() - start;
        score->counted += step.expanded;
        updates--;
    }
    pool_random_games_destroy(run);
    return is_fine;
}

// Logs what White hears in a random game. False if there is no memory.
static bool listen(const KriegspielRules *rules, Rng *rng, SeatLog *log)
{
    Umpire umpire;
    Reply reply = {0};
    Try tries[TRIES_MAX];
    umpire_open(&umpire, rules->ruleset, &rules->setup.start, reply.to);
    bool is_fine = seat_log_add(log, &memory_heap, (Heard){.hearing = reply.to[WHITE]});
    while (is_fine && !umpire.ending) {
        const Color mover = umpire.truth.to_move;
        const Try attempt = tries[rng_below(rng, umpire_tries(&umpire, tries))];
        is_fine = !umpire_try(&umpire, mover, attempt, &reply);
        if (reply.to[WHITE].event)
            is_fine &= seat_log_add(
                log, &memory_heap,
                (Heard){.own = mover == WHITE ? attempt : TRY_NONE, .hearing = reply.to[WHITE]});
    }
    return is_fine;
}

// Counts the moves of the enemy that were heard. Refused tries cost time too, but are not counted.
static bool stretch_meta(BenchScore *score, uint64_t seed, uint64_t games)
{
    const KriegspielRules rules = usual_rules();
    Rng rng = rng_from_seed(seed);
    bool is_fine = true;
    for (; games && is_fine; games--) {
        SeatLog log = {0};
        Metaposition meta;
        is_fine = listen(&rules, &rng, &log);
        const double start = cpu_seconds();
        metaposition_begin(&meta, &rules, WHITE);
        for (uint32_t i = 0; i < log.count; i++) {
            metaposition_hear(&meta, log.list[i].own, &log.list[i].hearing);
            score->counted += !log.list[i].own && log.list[i].hearing.event == HEARD_MOVE;
        }
        score->seconds += cpu_seconds() - start;
        seat_log_done(&log, &memory_heap);
    }
    return is_fine;
}

static bool stretch_go(BenchScore *score, unsigned size, uint64_t seed, uint64_t playouts)
{
    GoRandomGames run = {0};
    const double start = cpu_seconds();
    go_random_games_light(&run, size, seed, playouts);
    score->seconds += cpu_seconds() - start;
    score->counted += run.playouts;
    return true;
}

static bool stretch_go_9(BenchScore *score, uint64_t seed, uint64_t playouts)
{
    return stretch_go(score, 9, seed, playouts);
}

static bool stretch_go_7(BenchScore *score, uint64_t seed, uint64_t playouts)
{
    return stretch_go(score, 7, seed, playouts);
}

typedef struct Benchmark {
    const char *name;
    const char *unit; // what it counts; JSON appends _per_second
    const char *turn; // what is repeated
    uint64_t default_, stretch_of;
    bool (*stretch)(BenchScore *score, uint64_t seed, uint64_t turns);
} Benchmark;

static const Benchmark benchmarks[] = {
    {"umpire", "attempts", "games", 20000, 1000, stretch_umpire},
    {"table", "events", "games", 20000, 1000, stretch_table},
    {"belief", "expansions", "updates of 100,000 boards", 20, 5, stretch_belief},
    {"meta", "metapositions", "games", 5000, 500, stretch_meta},
};

// Light playouts from the empty board, by size.
static const Benchmark go_benchmarks[] = {
    {"9", "playouts", "playouts on 9x9", 200000, 5000, stretch_go_9},
    {"7", "playouts", "playouts on 7x7", 200000, 5000, stretch_go_7},
};

static const Benchmark *find_benchmark(const char *name)
{
    for (unsigned i = 0; i < COUNT_OF(benchmarks); i++)
        if (strcmp(benchmarks[i].name, name) == 0)
            return &benchmarks[i];
    return NULL;
}

static bool measure(const Benchmark *benchmark, uint64_t turns, BenchScore *score)
{
    assert(turns > 0 && benchmark->stretch_of > 0);
    Progress progress = progress_begin(benchmark->turn, turns);
    bool is_fine = true;
    for (uint64_t seed = 1; score->done < turns && is_fine; seed++) {
        const uint64_t left = turns - score->done;
        const uint64_t now = left < benchmark->stretch_of ? left : benchmark->stretch_of;
        is_fine = benchmark->stretch(score, seed, now);
        score->done += now;
        progress_step(&progress, score->done);
    }
    progress_end(&progress);
    return is_fine;
}

static double per_second(uint64_t counted, double seconds)
{
    return seconds > 0 ? (double)counted / seconds : 0;
}

static double speed_of(const BenchScore *score)
{
    return per_second(score->counted, score->seconds);
}

static int refuse_for_memory(void)
{
    complain("there is not enough memory; try fewer games");
    return EXIT_FAILED;
}

static int run_go(uint64_t wanted, bool is_json)
{
    uint64_t signature;
    double speeds[COUNT_OF(go_benchmarks)];
    for (unsigned i = 0; i < COUNT_OF(go_benchmarks); i++) {
        BenchScore score = {0};
        if (!measure(&go_benchmarks[i], wanted ? wanted : go_benchmarks[i].default_, &score))
            return refuse_for_memory();
        speeds[i] = speed_of(&score);
    }
    if (!room_signature(&memory_heap, "go", &signature))
        return refuse_for_memory();
    if (is_json)
        printf("{\"playouts_per_second\":{");
    for (unsigned i = 0; i < COUNT_OF(go_benchmarks); i++)
        if (is_json)
            printf("%s\"%s\":%.0f", i ? "," : "", go_benchmarks[i].name, speeds[i]);
        else
            printf("%s: %.0f a second of CPU time\n", go_benchmarks[i].turn, speeds[i]);
    printf(is_json ? "},\"signature\":\"%016" PRIx64 "\"}\n" : "signature %016" PRIx64 "\n",
           signature);
    return EXIT_FINE;
}

enum { CREWS = 2, CREW_ROUNDS = 5, CREW_PLAYOUTS = 50000, CREW_SIZE = 9, CREW_HALF_KOMI = 15 };

// Playouts a second of wall time on the empty 9x9 board; 0 if there is no memory.
static double crew_speed(uint32_t threads, uint64_t playouts, uint64_t seed)
{
    static const PhantomRules rules = {.size = CREW_SIZE, .half_komi = CREW_HALF_KOMI};
    const PhantomView view = {.size = CREW_SIZE, .seat = GO_BLACK, .to_move = GO_BLACK};
    GoSampler sampler;
    GoFlatPlan plan = {.rules = &rules, .source = {go_sampler_draw_from, &sampler}, .amaf = 1};
    GoThreads crew;
    if (!go_threads_init(&crew, &memory_heap, roster_crew, threads))
        return 0;
    go_sampler_begin(&sampler, &view, GO_REFUSED_STONE);
    for (unsigned i = 0; i < sampler.own.empty_count; i++)
        go_set_add(&plan.candidates, go_spot(sampler.own.empties[i]));
    const Budget budget = {0};
    const Meter meter = meter_begin(&budget, GO_BLACK);
    Rng rng = rng_from_seed(seed);
    const double start = wall_seconds();
    const GoFlat *flat = go_threads_run(&crew, &plan, playouts, &meter, GO_BLACK, &rng);
    const double speed = (double)flat->playouts / (wall_seconds() - start);
    go_threads_done(&crew);
    return speed;
}

// The best of several rounds, with one and two threads in turn: other load on the machine can only slow a round down.
static int run_goflat(uint64_t wanted, bool is_json)
{
    double best[CREWS] = {0};
    for (unsigned round = 0; round < CREW_ROUNDS; round++)
        for (uint32_t i = 0; i < CREWS; i++) {
            const double speed = crew_speed(i + 1, wanted ? wanted : CREW_PLAYOUTS, round);
            if (!speed)
                return refuse_for_memory();
            best[i] = speed > best[i] ? speed : best[i];
        }
    uint64_t signature;
    if (!room_signature(&memory_heap, "goflat", &signature))
        return refuse_for_memory();
    printf(is_json ? "{\"playouts_per_second\":{\"1\":%.0f,\"2\":%.0f},\"times\":%.2f,"
                     "\"signature\":\"%016" PRIx64 "\"}\n"
                   : "go-flat on 9x9, playouts a second: %.0f on one thread, %.0f on two, %.2f "
                     "times as many\nsignature %016" PRIx64 "\n",
           best[0], best[1], best[1] / best[0], signature);
    return EXIT_FINE;
}

static int run_other(const Benchmark *benchmark, uint64_t wanted, bool is_json)
{
    BenchScore score = {0};
    uint64_t signature;
    if (!measure(benchmark, wanted ? wanted : benchmark->default_, &score) ||
        !room_signature(&memory_heap, benchmark->name, &signature))
        return refuse_for_memory();
    const double speed = speed_of(&score);
    if (is_json)
        printf("{\"%s_per_second\":%.0f,\"seconds_each\":%.6f,\"signature\":\"%016" PRIx64 "\"}\n",
               benchmark->unit, speed, score.seconds / (double)score.done, signature);
    else
        printf("%s, %s, random games on %s: %" PRIu64 " %s, %" PRIu64
               " %s\n%.2f million %s a second of CPU time\nsignature %016" PRIx64 "\n",
               benchmark->name, rulesets[0].name, chess_boards[0].name, score.done, benchmark->turn,
               score.counted, benchmark->unit, speed / 1e6, benchmark->unit, signature);
    return EXIT_FINE;
}

// A race: how fast players think.
//
// All racers have the same seat of the same games and think one after another at each turn, so that other load on the machine
// slows all of them alike. The first racer's try is played; Black plays at random.

enum { TURNS = 40, RACE_SEED = 1, GAMES_DEFAULT = 2 }; // turns of a game, what draws Black's tries
enum { RACERS_MAX = 4 };

typedef struct Racer {
    const char *key, *player;
    Budget budget; // of a try
} Racer;

// Threads are compared by the nodes they search in the same time.
static const Racer tree_searches[] = {
    {"mcts_c", "mcts-c", {.nodes = 20000}},
    {"mcts_b", "mcts-b(k=1)", {.nodes = 2000}},
    {"mcts_c_1_thread", "mcts-c(threads=1)", {.move_ms = 10, .clocks = &system_clocks}},
    {"mcts_c_2_threads", "mcts-c(threads=2)", {.move_ms = 10, .clocks = &system_clocks}},
};
static const Racer fogs[] = {{"fog", "fog", {.nodes = 20000}}};

typedef struct BenchPace {
    uint64_t nodes, boards;
    double cpu, wall;
} BenchPace;

typedef struct Race {
    const Racer *racers;
    unsigned count;
    Player *players[RACERS_MAX];
    BenchPace paces[RACERS_MAX];
} Race;

// Tells all racers what White hears, if it hears anything.
static bool race_tell(const Race *race, Try own, const Hearing *heard)
{
    bool is_fine = true;
    for (unsigned i = 0; i < race->count && heard->event != HEARD_NOTHING; i++)
        is_fine &= player_hear(race->players[i], own, heard) == PLAYER_OK;
    return is_fine;
}

// Lets all racers choose a try; the first one's goes to `*attempt`.
static bool race_think(Race *race, Try *attempt)
{
    for (unsigned i = 0; i < race->count; i++) {
        BenchPace *pace = &race->paces[i];
        Choice choice;
        const double cpu = cpu_seconds(), wall = wall_seconds();
        if (player_choose(race->players[i], &race->racers[i].budget, &choice))
            return false;
        pace->cpu += cpu_seconds() - cpu;
        pace->wall += wall_seconds() - wall;
        pace->nodes += choice.nodes;
        pace->boards += choice.boards;
        if (i == 0)
            *attempt = choice.attempt;
    }
    return true;
}

// The racers are White; Black's tries are random.
static bool race_play(Race *race, const KriegspielRules *rules, Rng *rng)
{
    Umpire umpire;
    Hearing to[2];
    umpire_open(&umpire, rules->ruleset, &rules->setup.start, to);
    bool is_fine = race_tell(race, TRY_NONE, &to[WHITE]);
    while (is_fine && !umpire.ending && umpire.plies < 2 * TURNS) {
        const uint8_t seat = umpire.truth.to_move;
        Try tries[TRIES_MAX];
        const uint32_t count = umpire_tries(&umpire, tries);
        assert(count > 0 && count <= TRIES_MAX);
        Try attempt = tries[rng_below(rng, count)];
        Reply reply;
        if (seat == WHITE && !race_think(race, &attempt))
            return false;
        is_fine = !umpire_try(&umpire, seat, attempt, &reply) &&
                  race_tell(race, seat == WHITE ? attempt : TRY_NONE, &reply.to[WHITE]);
    }
    return is_fine;
}

static bool race_sit(const Race *race, const KriegspielRules *rules, uint64_t seed)
{
    const Seating seating = {
        .game = &kriegspiel_game, .rules = (const Rules *)rules, .seat = WHITE, .seed = seed};
    bool is_fine = true;
    for (unsigned i = 0; i < race->count; i++)
        is_fine &= player_sit(race->players[i], &seating) == PLAYER_OK;
    return is_fine;
}

static bool race_run(Race *race, uint64_t games)
{
    const KriegspielRules rules = usual_rules();
    char memory[128];
    Text message = TEXT_IN(memory);
    Rng rng = rng_from_seed(RACE_SEED);
    bool is_fine = true;
    for (unsigned i = 0; i < race->count; i++) {
        race->players[i] = roster_open(&memory_heap, race->racers[i].player, &message);
        is_fine &= race->players[i] != NULL;
    }
    for (uint64_t i = 0; i < games && is_fine; i++)
        is_fine = race_sit(race, &rules, i + 1) && race_play(race, &rules, &rng);
    for (unsigned i = 0; i < race->count; i++)
        player_destroy(race->players[i]);
    return is_fine;
}

static void race_print_pace(const Racer *racer, const BenchPace *pace)
{
    printf("%-18s %9.0f nodes a second of CPU time, %9.0f a second", racer->player,
           per_second(pace->nodes, pace->cpu), per_second(pace->nodes, pace->wall));
    if (pace->boards)
        printf("; %" PRIu64 " nodes on %" PRIu64 " boards", pace->nodes, pace->boards);
    putchar('\n');
}

static void race_print_json(const Race *race, uint64_t signature)
{
    printf("{\"nodes_per_second\":{");
    for (unsigned i = 0; i < race->count; i++) {
        const BenchPace *pace = &race->paces[i];
        printf("%s\"%s\":{\"cpu\":%.0f,\"wall\":%.0f", i ? "," : "", race->racers[i].key,
               per_second(pace->nodes, pace->cpu), per_second(pace->nodes, pace->wall));
        if (pace->boards)
            printf(",\"nodes\":%" PRIu64 ",\"boards\":%" PRIu64, pace->nodes, pace->boards);
        putchar('}');
    }
    printf("},\"signature\":\"%016" PRIx64 "\"}\n", signature);
}

static int race_report(Race *race, uint64_t games, uint64_t signature, bool is_json)
{
    if (!race_run(race, games ? games : GAMES_DEFAULT))
        return refuse_for_memory();
    if (is_json) {
        race_print_json(race, signature);
        return EXIT_FINE;
    }
    for (unsigned i = 0; i < race->count; i++)
        race_print_pace(&race->racers[i], &race->paces[i]);
    printf("signature %016" PRIx64 "\n", signature);
    return EXIT_FINE;
}

static int run_mcts(uint64_t games, bool is_json)
{
    Race race = {.racers = tree_searches, .count = COUNT_OF(tree_searches)};
    uint64_t signature;
    if (!room_signature(&memory_heap, "mcts", &signature))
        return refuse_for_memory();
    return race_report(&race, games, signature, is_json);
}

static int run_fog(uint64_t games, bool is_json)
{
    Race race = {.racers = fogs, .count = COUNT_OF(fogs)};
    uint64_t signature;
    char memory[128];
    Text message = TEXT_IN(memory);
    if (!player_signature(&memory_heap, fogs[0].player, &signature, &message))
        return complain_failed("%s", memory);
    return race_report(&race, games, signature, is_json);
}

// Benchmarks that measure more than one thing.
static const struct {
    const char *name;
    int (*run)(uint64_t wanted, bool is_json);
} compounds[] = {{"mcts", run_mcts}, {"fog", run_fog}, {"go", run_go}, {"goflat", run_goflat}};

static int bench_run(const Given *given)
{
    const char *name = given->arguments[0] ? given->arguments[0] : benchmarks[0].name;
    const Benchmark *benchmark = find_benchmark(name);
    const bool is_json = given->options[OPTION_JSON] != NULL;
    uint64_t turns = 0;
    const char *wanted = given->options[OPTION_GAMES];
    if (wanted && (!slice_number(slice_of(wanted), UINT32_MAX, &turns) || turns == 0))
        return complain("--games needs a whole number from 1, not '%s'", wanted);
    if (benchmark)
        return run_other(benchmark, turns, is_json);
    for (unsigned i = 0; i < COUNT_OF(compounds); i++)
        if (strcmp(compounds[i].name, name) == 0)
            return compounds[i].run(turns, is_json);
    return complain(
        "there is no benchmark '%s'; there are: umpire table belief meta mcts fog go goflat", name);
}

const Command bench_command = {
    .name = "bench",
    .argument = "umpire|table|belief|meta|mcts|fog|go|goflat",
    .summary = "measure the speed of a part and print its behaviour's signature",
    .example = "nebel bench umpire --json",
    .options =
        {
            [OPTION_GAMES] = {"--games", "N",
                              "random games (default 20000), updates of a pool (20), playouts "
                              "(200000)"},
            [OPTION_JSON] = {"--json", NULL, "print one JSON object"},
        },
    .run = bench_run,
};
