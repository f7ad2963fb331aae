// Measures the speed of tree searches. All racers have the same seat of the same games and think one after another at each turn,
// so that other load on the machine slows all of them alike. The first racer's try is played; Black plays at random.
#include "cmd/bench_mcts.h"
#include "cli/complain.h"
#include "kriegspiel/law/kriegspiel.h"
#include "roster/roster.h"
#include "signature/signature.h"
#include "system/clocks.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

enum { TURNS = 40, RACE_SEED = 1 }; // turns of a game, and what draws Black's tries

// Threads are compared by the nodes they search in the same time.
static const struct Racer {
    const char *key, *player;
    Budget budget; // of a try
} racers[] = {
    {"mcts_c", "mcts-c", {.nodes = 20000}},
    {"mcts_b", "mcts-b(k=1)", {.nodes = 2000}},
    {"mcts_c_1_thread", "mcts-c(threads=1)", {.move_ms = 10, .clocks = &system_clocks}},
    {"mcts_c_2_threads", "mcts-c(threads=2)", {.move_ms = 10, .clocks = &system_clocks}},
};
enum { RACERS = COUNT_OF(racers) };

typedef struct Pace {
    uint64_t nodes;
    double cpu, wall;
} Pace;

typedef struct Race {
    Player *players[RACERS];
    Pace paces[RACERS];
} Race;

// Tells all racers what White hears, if it hears anything.
static bool tell(const Race *race, Try own, const Hearing *heard)
{
    bool is_fine = true;
    for (unsigned i = 0; i < RACERS && heard->event != HEARD_NOTHING; i++)
        is_fine &= player_hear(race->players[i], own, heard) == PLAYER_OK;
    return is_fine;
}

// Lets all racers choose a try; the first one's goes to `*attempt`.
static bool think(Race *race, Try *attempt)
{
    for (unsigned i = 0; i < RACERS; i++) {
        Pace *pace = &race->paces[i];
        Choice choice;
        const double cpu = cpu_seconds(), wall = wall_seconds();
        if (player_choose(race->players[i], &racers[i].budget, &choice))
            return false;
        pace->cpu += cpu_seconds() - cpu;
        pace->wall += wall_seconds() - wall;
        pace->nodes += choice.nodes;
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
    for (unsigned i = 0; i < RACERS; i++)
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
    *race = (Race){0};
    for (unsigned i = 0; i < RACERS; i++) {
        race->players[i] = roster_open(&memory_heap, racers[i].player, &message);
        is_fine &= race->players[i] != NULL;
    }
    for (uint64_t i = 0; i < games && is_fine; i++)
        is_fine = sit(race, &rules, i + 1) && play(race, &rules, &rng);
    for (unsigned i = 0; i < RACERS; i++)
        player_destroy(race->players[i]);
    return is_fine;
}

static double speed_of(uint64_t nodes, double seconds)
{
    return seconds > 0 ? (double)nodes / seconds : 0;
}

int bench_mcts(uint64_t games, bool is_json)
{
    Race race;
    uint64_t signature;
    if (!run_race(&race, games) || !room_signature(&memory_heap, "mcts", &signature))
        return complain_of_memory("the race");
    printf(is_json ? "{\"nodes_per_second\":{" : "");
    for (unsigned i = 0; i < RACERS; i++) {
        const Pace *pace = &race.paces[i];
        const double by_cpu = speed_of(pace->nodes, pace->cpu);
        const double by_wall = speed_of(pace->nodes, pace->wall);
        if (is_json)
            printf("%s\"%s\":{\"cpu\":%.0f,\"wall\":%.0f}", i ? "," : "", racers[i].key, by_cpu,
                   by_wall);
        else
            printf("%-18s %9.0f nodes a second of CPU time, %9.0f a second\n", racers[i].player,
                   by_cpu, by_wall);
    }
    printf(is_json ? "},\"signature\":\"%016" PRIx64 "\"}\n" : "signature %016" PRIx64 "\n",
           signature);
    return EXIT_FINE;
}
