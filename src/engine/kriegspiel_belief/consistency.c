// Compares boards by their men.
#include "engine/kriegspiel_belief/consistency.h"

#include <assert.h>
#include <string.h>

static bool has_same_men(const Position *a, const Position *b)
{
    return memcmp(a->color, b->color, sizeof a->color) == 0 &&
           memcmp(a->kind, b->kind, sizeof a->kind) == 0;
}

// A linear scan: there are few draws, and a hash table would have to be built at every turn.
static bool is_inside(const Boards *exact, const Position *position)
{
    for (uint32_t i = 0; i < exact->count; i++)
        if (has_same_men(&((const KriegspielBoard *)boards_at(exact, i))->position, position))
            return true;
    return false;
}

Consistency consistency_of(const LastTurnSampler *last_turn, const KriegspielView *view,
                           const Boards *exact, uint32_t draws, Rng *rng)
{
    Consistency consistency = {0};
    for (uint32_t i = 0; i < draws; i++) {
        KriegspielBoard board;
        if (!last_turn_draw(last_turn, view, NULL, rng, &board))
            continue;
        consistency.drawn++;
        consistency.inside += is_inside(exact, &board.position);
    }
    assert(consistency.inside <= consistency.drawn && consistency.drawn <= draws);
    return consistency;
}
