// A match for tests of the laboratory: a plan with the rules it points to, its pairs, and a sink
// that counts what comes out of them.
#ifndef NEBEL_TESTS_MATCH_H
#define NEBEL_TESTS_MATCH_H

#include "games/kriegspiel/kriegspiel.h"
#include "lab/match/game_player.h"
#include "lab/match/tally.h"
#include "lab/match/workers.h"
#include "read_game.h"

// A plan with the rules it points to.
typedef struct Match {
    KriegspielRules rules;
    Plan plan;
} Match;

static inline void prepare(Match *match, const char *game, uint64_t rounds)
{
    *match = (Match){.plan = {.rules = (const Rules *)&match->rules,
                              .seed = 1,
                              .rounds = rounds,
                              .opening_moves = 2,
                              .limits.tries.nodes = 1,
                              .sprt = {0, 10, 0.05, 0.05}}};
    match->plan.game = read_game(game, &match->rules);
}

static const Secret match_secret = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};

// A match with guests has a secret too.
static inline void invite(Match *match, const char *player)
{
    match->plan.players[match->plan.player_count++] = player;
    if (plan_has_external_programs(&match->plan))
        match->plan.secret = &match_secret;
}

// Two quick players on a small board, where games are short.
static inline void prepare_small(Match *match, uint64_t rounds)
{
    prepare(match, "kriegspiel(board=4x4)", rounds);
    invite(match, "capturer");
    invite(match, "random");
}

static inline PairPlayer *open_pairs(const Match *match)
{
    char why[200];
    Text message = TEXT_IN(why);
    PairPlayer *pairs = pair_player_create(&memory_heap, &match->plan, NULL, &message);
    if (!pairs)
        fail_msg("%s", why);
    return pairs;
}

// Plays one pair; its line stays in `text`.
static inline PairResult play_pair(const Match *match, uint64_t number, Text *text)
{
    PairPlayer *pairs = open_pairs(match);
    PairResult result;
    *text = text_growing(&memory_heap);
    assert_true(pair_player_play(pairs, number, text, &result));
    pair_player_destroy(pairs);
    return result;
}

// A sink that counts, checks the order, and has enough after so many.
typedef struct DensityTracker {
    Tally tally;
    bool is_out_of_order;  // asserted later: a failed assertion must not jump out of a thread
    uint64_t first, limit; // 0 for no limit
    atomic_bool is_stopped;
    uint64_t stop_at; // when it asks for an end without ending; 0 for never
} DensityTracker;

static inline bool watch_pair(void *context, const PairResult *result)
{
    DensityTracker *watch = context;
    watch->is_out_of_order |= result->job.number != watch->first + watch->tally.pairs;
    tally_add(&watch->tally, result);
    if (watch->tally.pairs == watch->stop_at)
        atomic_store(&watch->is_stopped, true);
    return watch->tally.pairs != watch->limit && !tally_is_decided(&watch->tally);
}

#endif
