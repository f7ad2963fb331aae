// Counting what boards say.
#include "kriegspiel/search/board_vote.h"

#include "chess/legal.h"

void poll_begin(Poll *poll, Evaluator evaluator, PollCombine combine, const Try *tries,
                uint32_t count)
{
    poll->evaluator = evaluator;
    poll->combine = combine;
    poll->count = 0;
    poll->boards = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (tries[i] == TRY_ANY) // a question has no value on a board
            continue;
        poll->tries[poll->count] = tries[i];
        poll->sums[poll->count] = poll->votes[poll->count] = poll->penalties[poll->count] = 0;
        poll->legal[poll->count++] = 0;
    }
}

static uint32_t place_of(const Poll *poll, Move move)
{
    uint32_t i = 0;
    while (i < poll->count && poll->tries[i] != move)
        i++;
    return i;
}

bool poll_ask(Poll *poll, const Position *board, uint32_t times, Meter *meter)
{
    Move moves[TRIES_MAX];
    int values[TRIES_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < poll->count; i++)
        if (chess_allows(board, poll->tries[i]))
            moves[count++] = poll->tries[i];
    if (!poll->evaluator.value_moves(poll->evaluator.context, board, moves, count, meter, values))
        return false;
    int best = 0;
    for (uint32_t i = 0; i < count; i++)
        best = i == 0 || values[i] > best ? values[i] : best;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t place = place_of(poll, moves[i]);
        poll->sums[place] += (double)times * values[i];
        poll->votes[place] += values[i] == best ? times : 0;
        poll->legal[place] += times;
    }
    poll->boards++;
    return true;
}

static double worth(const Poll *poll, uint32_t place)
{
    const double penalty = poll->penalties[place];
    if (poll->combine == POLL_VOTE)
        return penalty > 0 ? 0 : poll->votes[place];
    return poll->sums[place] / poll->legal[place] - penalty;
}

Try poll_best(const Poll *poll, Rng *rng, double *value)
{
    Try chosen = TRY_NONE;
    double best = 0;
    uint32_t equals = 0;
    for (uint32_t i = 0; i < poll->count; i++) {
        if (!poll->legal[i])
            continue;
        const double its = worth(poll, i);
        const bool is_better = chosen == TRY_NONE || its > best;
        equals = is_better ? 1 : equals + (its == best);
        if (is_better || (its == best && rng_below(rng, equals) == 0)) {
            chosen = poll->tries[i];
            *value = poll->sums[i] / poll->legal[i];
        }
        best = is_better ? its : best;
    }
    return chosen;
}
