// The chance that players are given: their seeds follow from the plan's seed or secret and from the
// numbers of pair, game and player, and from nothing else; least of all from the opening, which
// hides what the other player was made to play.
//
// A pair is played as matches play it. Each of its games must be what the same players play from the
// same opening with the seeds that pair_seed says, by themselves.
#include "surfaces.h"

#include "engine/players/roster.h"
#include "lab/match/game_player.h"
#include "lab/match/pair.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 10, PAIRS = 8, GAMES = 2 };

static const Secret secret = {{1, 2, 3, 5, 8, 13, 21, 34}};

static Plan plan_for(const Pair *pair)
{
    const char *player = pair->is_go ? "go-random" : "random";
    return (Plan){.player_count = 2,
                  .players = {player, player},
                  .game = pair->kind->game,
                  .rules = pair_rules(pair),
                  .seed = pair->number,
                  .secret = pair->number % 2 ? &secret : NULL,
                  .rounds = PAIRS,
                  .opening_moves = 1 + (uint32_t)(pair->number % 3),
                  .limits = {.tries = {.nodes = NODES}}};
}

// Plans that differ in what is no business of the seeds.
static void check_pair_seeds(const Pair *pair, const Plan *plan)
{
    Plan others[3] = {*plan, *plan, *plan};
    others[0].opening_moves += 2;
    others[1].limits.tries.nodes *= 7;
    others[2].players[1] = "another";
    for (unsigned i = 0; i < COUNT_OF(others); i++)
        for (unsigned j = 0; j < PAIRS * GAMES * 2; j++)
            if (pair_seed(plan, j / 4, j / 2 % 2, j % 2) !=
                pair_seed(&others[i], j / 4, j / 2 % 2, j % 2))
                pair_fail(pair, "the seeds of two plans", "", "");
}

// Plays a game again from the opening that its script begins with.
static void play_again(const Plan *plan, const PairResult *played, unsigned game,
                       const Entries *entries, Text *script)
{
    Try opening[2 * OPENING_MOVES_MAX];
    GamePlayer bout = {.plan = plan, .numbers = {game, !game}, .opening = opening};
    for (; bout.opening_count < 2 * plan->opening_moves && bout.opening_count < entries->count;
         bout.opening_count++)
        opening[bout.opening_count] = entries->list[bout.opening_count].attempt;
    for (unsigned player = 0; player < 2; player++) {
        const unsigned seat = game ^ player;
        bout.players[seat] = roster_open(&memory_heap, plan->players[player], surface_waste());
        bout.seeds[seat] = pair_seed(plan, played->job.number, game, player);
    }
    GameResult result;
    if (!bout.players[0] || !bout.players[1] ||
        !game_player_play(&bout, &memory_heap, &result, script))
        abort();
    for (unsigned seat = 0; seat < 2; seat++)
        player_destroy(bout.players[seat]);
}

static void check_game(const Pair *pair, const Plan *plan, const PairResult *played, unsigned game)
{
    Entries entries = {0};
    Text script = text_growing(&memory_heap);
    if (!script_read(plan->game, played->scripts[game], pair->first_seat, &memory_heap, &entries))
        abort();
    play_again(plan, played, game, &entries, &script);
    const Slice expected = played->scripts[game];
    if (script.length != expected.length ||
        memcmp(script.start, expected.start, expected.length) != 0)
        pair_fail(pair, "a game of a match and the same by itself", expected.start, script.start);
    entries_done(&entries, &memory_heap);
    text_done(&script);
}

// The same for both runs, so once is enough; nothing is written.
void show_seeds(const Pair *pair, const Run *run, Text *text)
{
    (void)text;
    if (run != &pair->runs[0])
        return;
    const Plan plan = plan_for(pair);
    check_pair_seeds(pair, &plan);
    PairPlayer *pairs = pair_player_create(&memory_heap, &plan, NULL, surface_waste());
    Text line = text_growing(&memory_heap);
    PairResult played;
    if (!pairs || !pair_player_play(pairs, pair->number % PAIRS, &line, &played))
        abort();
    for (unsigned game = 0; game < GAMES; game++)
        check_game(pair, &plan, &played, game);
    text_done(&line);
    pair_player_destroy(pairs);
}
