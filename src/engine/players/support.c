// Kriegspiel, open chess and Phantom Go for the ISMCTS players.
#include "engine/players/support.h"

#include "engine/kriegspiel_search/playout.h"
#include "engine/phantom_go/belief_model.h"
#include "engine/phantom_go/sampler.h"
#include "games/kriegspiel/open_chess.h"

#include <assert.h>

static void begin_last_turn(IsmctsSampler *sampler, const Seating *seating)
{
    last_turn_begin(&sampler->last_turn, kriegspiel_rules(seating->rules), seating->seat);
}

static void hear_last_turn(IsmctsSampler *sampler, Try own, const Hearing *heard)
{
    last_turn_hear(&sampler->last_turn, own, heard);
}

static void sample_last_turn(IsmctsSampler *sampler, const void *view, Rng *rng)
{
    KriegspielBoard board;
    assert(sampler->boards.limit >= ISMCTS_SAMPLED_MAX);
    for (unsigned i = 0; i < ISMCTS_SAMPLED_MAX; i++)
        if (last_turn_draw(&sampler->last_turn, view, NULL, rng, &board))
            (void)boards_add(&sampler->boards, &board, 1);
}

static void sample_go(IsmctsSampler *sampler, const void *view, Rng *rng)
{
    GoSampler go;
    assert(sampler->boards.limit >= ISMCTS_SAMPLED_MAX);
    go_sampler_begin(&go, view, GO_REFUSED_UNKNOWN);
    for (unsigned i = 0; i < ISMCTS_SAMPLED_MAX; i++) {
        GoBoard board;
        PhantomBoard packed;
        go_sampler_draw(&go, rng, &board);
        go_sampler_pack(view, &board, &packed);
        (void)boards_add(&sampler->boards, &packed, 1);
    }
}

#define CHESS_LEAVES                                     \
    .material = {playout_list_legal, playout_value_men}, \
    .playout = {playout_list_legal, playout_value_end}

static const IsmctsSupport supports[] = {
    {.game = &kriegspiel_game,
     CHESS_LEAVES,
     .begin = begin_last_turn,
     .hear = hear_last_turn,
     .sample = sample_last_turn},
    {.game = &open_chess_game, CHESS_LEAVES},
    {.game = &phantom_go_game,
     .playout = {go_truth_list_open, go_truth_value_end},
     .sample = sample_go},
};

const IsmctsSupport *ismcts_support_of(const Game *game)
{
    assert(game);
    for (unsigned i = 0; i < COUNT_OF(supports); i++)
        if (supports[i].game == game)
            return &supports[i];
    return NULL;
}
