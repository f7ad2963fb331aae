// Adds up the values that boards give to tries.
#include "engine/kriegspiel_search/board_vote.h"

#include "games/chess/legal.h"

#include <assert.h>

void vote_begin(BoardVote *vote, Evaluator evaluator, VoteCombine combine, const Try *tries,
                uint32_t count)
{
    assert(evaluator.value_moves && count <= TRIES_MAX);
    vote->evaluator = evaluator;
    vote->combine = combine;
    vote->count = 0;
    vote->boards = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (tries[i] == TRY_ANY) // a question has no value on a board
            continue;
        vote->tries[vote->count] = tries[i];
        vote->sums[vote->count] = vote->votes[vote->count] = vote->penalties[vote->count] = 0;
        vote->legal[vote->count++] = 0;
    }
}

static uint32_t index_of(const BoardVote *vote, Move move)
{
    uint32_t i = 0;
    while (i < vote->count && vote->tries[i] != move)
        i++;
    assert(i < vote->count);
    return i;
}

bool vote_ask(BoardVote *vote, const Position *board, uint32_t times, Meter *meter)
{
    assert(times > 0);
    Move moves[TRIES_MAX];
    int values[TRIES_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < vote->count; i++)
        if (chess_allows(board, vote->tries[i]))
            moves[count++] = vote->tries[i];
    if (!vote->evaluator.value_moves(vote->evaluator.context, board, moves, count, meter, values))
        return false;
    int best = 0;
    for (uint32_t i = 0; i < count; i++)
        best = i == 0 || values[i] > best ? values[i] : best;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t index = index_of(vote, moves[i]);
        vote->sums[index] += (double)times * values[i];
        vote->votes[index] += values[i] == best ? times : 0;
        vote->legal[index] += times;
    }
    vote->boards++;
    return true;
}

static double worth(const BoardVote *vote, uint32_t index)
{
    assert(vote->legal[index] > 0);
    const double penalty = vote->penalties[index];
    if (vote->combine == VOTE_COUNT)
        return penalty > 0 ? 0 : vote->votes[index];
    return vote->sums[index] / vote->legal[index] - penalty;
}

Try vote_best(const BoardVote *vote, Rng *rng, double *value)
{
    Try chosen = TRY_NONE;
    double best = 0;
    uint32_t equals = 0;
    for (uint32_t i = 0; i < vote->count; i++) {
        if (!vote->legal[i])
            continue;
        const double its = worth(vote, i);
        const bool is_better = chosen == TRY_NONE || its > best;
        equals = is_better ? 1 : equals + (its == best);
        if (is_better || (its == best && rng_below(rng, equals) == 0)) {
            chosen = vote->tries[i];
            *value = vote->sums[i] / vote->legal[i];
        }
        best = is_better ? its : best;
    }
    return chosen;
}
