// Counting moves and tries.
#include "games/core/move_number.h"

MoveCount move_count_of(const Game *game)
{
    return (MoveCount){.is_joint = game->counts_jointly};
}

static uint32_t moves_before(const MoveCount *count, uint8_t seat)
{
    return count->is_joint ? count->moves[0] + count->moves[1] : count->moves[seat];
}

MoveNumber move_count_take(MoveCount *count, const Hearing *heard)
{
    assert(heard->seat < 2);
    const bool is_move = heard->event == HEARD_MOVE;
    if (!is_move && heard->event != HEARD_REFUSAL && heard->event != HEARD_ANSWER)
        return (MoveNumber){0};
    const MoveNumber number = {moves_before(count, heard->seat) + 1, count->tries + 1};
    count->moves[heard->seat] += is_move;
    count->tries = is_move ? 0 : number.attempt;
    return number;
}

void move_number_to_text(MoveNumber number, Text *text)
{
    if (number.move)
        text_format(text, "%u", number.move);
    if (number.attempt > 1)
        text_format(text, ".%u", number.attempt);
}
