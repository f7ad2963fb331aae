// Measures how fast players think. All racers have the same seat of the same games and think one after another at each turn,
// so that other load on the machine slows all of them alike. The first racer's try is played; Black plays at random.
#include "cmd/bench_race.h"
#include "base/cli/output.h"
#include "base/os/clocks.h"
#include "engine/players/roster.h"
#include "engine/players/signature.h"
#include "games/kriegspiel/kriegspiel.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

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

typedef struct Pace {
    uint64_t nodes, boards;
    double cpu, wall;
} Pace;

typedef struct Race {
    const Racer *racers;
    unsigned count;
    Player *players[RACERS_MAX];
    Pace paces[RACERS_MAX];
} Race;

// Tells all racers what White hears, if it hears anything.
static bool tell(const Race *race, Try own, const Hearing *heard)
{
    bool is_fine = true;
    for (unsigned i = 0; i < race->count && heard->event != HEARD_NOTHING; i++)
        is_fine &= player_hear(race->players[i], own, heard) == PLAYER_OK;
    return is_fine;
}

// Lets all racers choose a try; the first one's goes to `*attempt`.
static bool think(Race *race, Try *attempt)
{
    for (unsigned i = 0; i < race->count; i++) {
        Pace *pace = &race->paces[i];
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
static bool play(Race *race, const KriegspielRules *rules, Rng *rng)
{
    Umpire umpire;
    Hearing to[2];
    umpire_open(&umpire, rules->ruleset, &rules->setup.start, to);
    bool is_fine = tell(race, TRY_NONE, &to[WHITE]);
    while (is_fine && !umpire.ending && umpire.plies < 2 * TURNS) {
        const uint8_t seat = umpire.truth.to_move;
        Try tries[TRIES_MAX];
        const uint32_t count = umpire_tries(&umpire, tries);
        assert(count > 0 && count <= TRIES_MAX);
        Try attempt = tries[rng_below(rng, count)];
        Reply reply;
        if (seat == WHITE && !think(race, &attempt))
            return false;
        is_fine = !umpire_try(&umpire, seat, attempt, &reply) &&
                  tell(race, seat == WHITE ? attempt : TRY_NONE, &reply.to[WHITE]);
    }
    return is_fine;
}

static bool sit(const Race *race, const KriegspielRules *rules, uint64_t seed)
{
    const Seating seating = {
        .game = &kriegspiel_game, .rules = (const Rules *)rules, .seat = WHITE, .seed = seed};
    bool is_fine = true;
    for (unsigned i = 0; i < race->count; i++)
        is_fine &= player_sit(race->players[i], &seating) == PLAYER_OK;
    return is_fine;
}

static bool run_race(Race *race, uint64_t games)
{
    const KriegspielRules rules = {
        .ruleset = &rulesets[0],
        .setup = {&chess_boards[0], position_start(&chess_boards[0]), true}};
    char memory[128];
    Text message = TEXT_IN(memory);
    Rng rng = rng_from_seed(RACE_SEED);
    bool is_fine = true;
    for (unsigned i = 0; i < race->count; i++) {
        race->players[i] = roster_open(&memory_heap, race->racers[i].player, &message);
        is_fine &= race->players[i] != NULL;
    }
    for (uint64_t i = 0; i < games && is_fine; i++)
        is_fine = sit(race, &rules, i + 1) && play(race, &rules, &rng);
    for (unsigned i = 0; i < race->count; i++)
        player_destroy(race->players[i]);
    return is_fine;
}

static double speed_of(uint64_t counted, double seconds)
{
    return seconds > 0 ? (double)counted / seconds : 0;
}

static void print_pace(const Racer *racer, const Pace *pace)
{
    printf("%-18s %9.0f nodes a second of CPU time, %9.0f a second", racer->player,
           speed_of(pace->nodes, pace->cpu), speed_of(pace->nodes, pace->wall));
    if (pace->boards)
        printf("; %" PRIu64 " nodes on %" PRIu64 " boards", pace->nodes, pace->boards);
    putchar('\n');
}

static void print_race_json(const Race *race, uint64_t signature)
{
    printf("{\"nodes_per_second\":{");
    for (unsigned i = 0; i < race->count; i++) {
        const Pace *pace = &race->paces[i];
        printf("%s\"%s\":{\"cpu\":%.0f,\"wall\":%.0f", i ? "," : "", race->racers[i].key,
               speed_of(pace->nodes, pace->cpu), speed_of(pace->nodes, pace->wall));
        if (pace->boards)
            printf(",\"nodes\":%" PRIu64 ",\"boards\":%" PRIu64, pace->nodes, pace->boards);
        putchar('}');
    }
    printf("},\"signature\":\"%016" PRIx64 "\"}\n", signature);
}

static int run(Race *race, uint64_t games, uint64_t signature, bool is_json)
{
    if (!run_race(race, games ? games : GAMES_DEFAULT))
        return complain_of_memory("the race");
    if (is_json) {
        print_race_json(race, signature);
        return EXIT_FINE;
    }
    for (unsigned i = 0; i < race->count; i++)
        print_pace(&race->racers[i], &race->paces[i]);
    printf("signature %016" PRIx64 "\n", signature);
    return EXIT_FINE;
}

int bench_mcts(uint64_t games, bool is_json)
{
    Race race = {.racers = tree_searches, .count = COUNT_OF(tree_searches)};
    uint64_t signature;
    if (!room_signature(&memory_heap, "mcts", &signature))
        return complain_of_memory("the signature");
    return run(&race, games, signature, is_json);
}

int bench_fog(uint64_t games, bool is_json)
{
    Race race = {.racers = fogs, .count = COUNT_OF(fogs)};
    uint64_t signature;
    char memory[128];
    Text message = TEXT_IN(memory);
    if (!player_signature(&memory_heap, fogs[0].player, &signature, &message))
        return complain_failed("%s", memory);
    return run(&race, games, signature, is_json);
}
