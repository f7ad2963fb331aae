// The speed of the tree searches without boards: games of a player against one that moves at random, turn by turn.
#include "cmd/bench_mcts.h"
#include "base/hash.h"
#include "cmd/command.h"
#include "cmd/stopwatch.h"
#include "roster/roster.h"
#include "umpire/kriegspiel.h"

#include <inttypes.h>
#include <stdio.h>

enum { TURNS = 40, NODES_C = 20000, NODES_B = 2000 };

typedef struct Pace {
    uint64_t nodes, signature;
    double cpu, wall;
} Pace;

static const struct Racer {
    const char *key, *player;
    uint64_t nodes; // a try
} racers[] = {
    {"mcts_c", "mcts-c", NODES_C},
    {"mcts_c_2_threads", "mcts-c(threads=2)", 2 * NODES_C},
    {"mcts_b", "mcts-b(k=1)", NODES_B},
};

// Tells the player, if he hears it.
static bool tell(Player *player, Try own, const Hearing *heard)
{
    return heard->event == HEARD_NOTHING || player_hear(player, own, heard) == PLAYER_OK;
}

// White is the player; Black's tries are drawn.
static bool race(Player *player, uint64_t nodes, const KriegspielRules *rules, Rng *rng, Pace *pace)
{
    const Budget budget = {.nodes = nodes};
    Umpire umpire;
    Hearing to[2];
    umpire_open(&umpire, rules->ruleset, &rules->setup.start, to);
    bool is_fine = tell(player, TRY_NONE, &to[WHITE]);
    while (is_fine && !umpire.ending && umpire.plies < 2 * TURNS) {
        const uint8_t seat = umpire.truth.to_move;
        Try tries[TRIES_MAX];
        Choice choice = {.attempt = tries[rng_below(rng, umpire_tries(&umpire, tries))]};
        Reply reply;
        const double cpu = cpu_seconds(), wall = wall_seconds();
        if (seat == WHITE && player_choose(player, &budget, &choice))
            return false;
        pace->cpu += cpu_seconds() - cpu;
        pace->wall += wall_seconds() - wall;
        pace->nodes += choice.nodes;
        pace->signature = hash_word(pace->signature, choice.attempt);
        is_fine = !umpire_try(&umpire, seat, choice.attempt, &reply) &&
                  tell(player, seat == WHITE ? choice.attempt : TRY_NONE, &reply.to[WHITE]);
    }
    return is_fine;
}

static bool run_racer(const struct Racer *racer, uint64_t games, Pace *pace)
{
    const KriegspielRules rules = {
        .ruleset = &rulesets[0],
        .setup = {&chess_boards[0], position_start(&chess_boards[0]), true}};
    char memory[128];
    Text complaint = TEXT_IN(memory);
    Player *player = roster_open(&memory_heap, racer->player, &complaint);
    bool is_fine = player != NULL;
    Rng rng = rng_from_seed(1);
    *pace = (Pace){.signature = HASH_START};
    for (uint64_t i = 0; i < games && is_fine; i++) {
        const Seating seating = {
            .game = &kriegspiel_game, .rules = (const Rules *)&rules, .seat = WHITE, .seed = i + 1};
        is_fine = player_sit(player, &seating) == PLAYER_OK &&
                  race(player, racer->nodes, &rules, &rng, pace);
    }
    player_destroy(player);
    return is_fine;
}

static double speed_of(uint64_t nodes, double seconds)
{
    return seconds > 0 ? (double)nodes / seconds : 0;
}

int bench_mcts(uint64_t games, bool is_json)
{
    uint64_t signature = HASH_START;
    printf(is_json ? "{\"nodes_per_second\":{" : "");
    for (unsigned i = 0; i < COUNT_OF(racers); i++) {
        Pace pace;
        if (!run_racer(&racers[i], games, &pace)) {
            complain("there is not enough memory");
            return EXIT_FAILED;
        }
        signature = hash_word(signature, pace.signature);
        const double by_cpu = speed_of(pace.nodes, pace.cpu);
        const double by_wall = speed_of(pace.nodes, pace.wall);
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
