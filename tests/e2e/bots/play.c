// Plays games between two player strings and prints how each ended: what the tests of guests run.
//
//     play GAME WHITE BLACK [--games N] [--seed S] [--patience MS] [--clock MS] [--nodes N]
//                           [--opening N]
//
// A line a game, then how many attempts were made in a second of wall time, and of CPU time with
// the guests' own.
#define _GNU_SOURCE
#include "base/os/clocks.h"
#include "engine/players/roster.h"
#include "games/kriegspiel/judge.h"
#include "games/kriegspiel/kriegspiel.h"
#include "games/registry/games.h"
#include "lab/match/game_player.h"
#include "oracle/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static const char *const winner_names[] = {"nobody", "white", "black"};

static double used_seconds(int who)
{
    struct rusage used;
    getrusage(who, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static void stop_with(const char *message)
{
    fprintf(stderr, "play: %s\n", message);
    exit(2);
}

static Player *open_player(const char *string)
{
    char memory[256];
    Text message = TEXT_IN(memory);
    Player *player = roster_open(&memory_heap, string, &message);
    if (!player)
        stop_with(memory);
    return player;
}

static const Game *read_game(const char *string, KriegspielRules *rules)
{
    char memory[256];
    Text message = TEXT_IN(memory);
    Spec spec;
    const Game *game = game_find(string, &spec, &message);
    if (!game || !game->read(&spec, (Rules *)rules, &message))
        stop_with(memory);
    return game;
}

static uint32_t draw(const Plan *plan, uint64_t seed, Try opening[2 * OPENING_MOVES_MAX])
{
    static KriegspielView views[2];
    static Umpire truths[2];
    static Try tries[TRIES_MAX];
    const OpeningRoom room = {{&views[0], &views[1]}, {&truths[0], &truths[1]}, tries};
    Rng rng = rng_from_seed(seed);
    Rng *const chance[2] = {&rng, &rng};
    return opening_draw(plan, chance, &room, opening);
}

static uint32_t play(const Plan *plan, Player *const players[2], uint64_t seed)
{
    Try opening[2 * OPENING_MOVES_MAX];
    const GamePlayer game_player = {.plan = plan,
                                    .clocks = &system_clocks,
                                    .players = {players[0], players[1]},
                                    .seeds = {seed, seed + 1},
                                    .opening = opening,
                                    .opening_count = draw(plan, seed, opening)};
    GameResult result;
    Text script = text_growing(&memory_heap);
    if (!game_player_play(&game_player, &memory_heap, &result, &script))
        stop_with("there is not enough memory");
    printf("winner %s, ending %u, attempts %u, reason: %s\n", winner_names[result.winner],
           result.ending, result.attempts, result.reason);
    fflush(stdout);
    text_done(&script);
    return result.attempts;
}

int main(int count, char **words)
{
    KriegspielRules rules;
    uint64_t attempts = 0;
    if (count < 4)
        stop_with("usage: play GAME WHITE BLACK [OPTION...]");
    const Plan plan = {
        .game = read_game(words[1], &rules),
        .rules = (const Rules *)&rules,
        .opening_moves = (uint32_t)number_option(count, words, "--opening", 0),
        .patience_ms = (uint32_t)number_option(count, words, "--patience", 0),
        .limits = {.tries.nodes = number_option(count, words, "--nodes", 0),
                   .clock = {(uint32_t)number_option(count, words, "--clock", 0), 0}},
    };
    Player *const players[2] = {open_player(words[2]), open_player(words[3])};
    const uint64_t games = number_option(count, words, "--games", 1);
    const uint64_t seed = number_option(count, words, "--seed", 1);
    const uint64_t began_us = system_clocks.wall_us(NULL);
    for (uint64_t i = 0; i < games; i++)
        attempts += play(&plan, players, seed + 2 * i);
    const double wall = (double)(system_clocks.wall_us(NULL) - began_us) / 1e6;
    player_destroy(players[0]);
    player_destroy(players[1]);
    const double cpu = used_seconds(RUSAGE_SELF) + used_seconds(RUSAGE_CHILDREN);
    printf("attempts a second: %.0f wall, %.0f CPU\n", (double)attempts / wall,
           (double)attempts / cpu);
    return 0;
}
