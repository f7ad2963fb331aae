// From weights to chances.
#include "kriegspiel/law/policy.h"

#include "base/portable_math.h"

#include <assert.h>

// The logarithm of the weight of a move that is always played if it can be: about 10^10.
#define ALWAYS 23.0f

static const Policy capturer = {.recapture = ALWAYS};

static const struct Named {
    const char *name;
    const Policy *policy;
} named[] = {{"uniform", NULL}, {"capturer", &capturer}};

bool policy_find(Slice name, const Policy **policy)
{
    for (unsigned i = 0; i < COUNT_OF(named); i++) {
        if (slice_is(name, named[i].name)) {
            *policy = named[i].policy;
            return true;
        }
    }
    return false;
}

static void spread_evenly(uint32_t count, float *chances)
{
    for (uint32_t i = 0; i < count; i++)
        chances[i] = 1.0f / (float)count;
}

static float weight(const Policy *policy, const KriegspielBoard *board, Move move)
{
    const Position *position = &board->position;
    const unsigned from = move_from(move), to = move_to(move);
    const bool is_push =
        bits_has(position->kind[PAWN], from) && square_file(from) == square_file(to);
    return board->lost_at == to + 1 && !is_push ? portable_expf(policy->recapture) : 1;
}

void policy_chances(const Policy *policy, const KriegspielBoard *board, const MoveList *replies,
                    float *chances)
{
    const uint32_t count = replies->count;
    assert(count <= MOVES_MAX);
    if (!policy) {
        spread_evenly(count, chances);
        return;
    }
    float sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += chances[i] = weight(policy, board, replies->moves[i]);
    for (uint32_t i = 0; i < count; i++)
        chances[i] /= sum;
}
