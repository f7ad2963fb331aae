// What is the same for every game.
#include "games/core/game.h"

#include <assert.h>

void game_hear_both(const Game *game, const Rules *rules, void *const views[2], Try attempt,
                    const Hearing to[2])
{
    for (uint8_t seat = 0; seat < 2; seat++)
        if (to[seat].event != HEARD_NOTHING)
            game->hear(rules, views[seat], hearing_own(&to[seat], seat, attempt), &to[seat]);
}

uint8_t game_first_seat(const Game *game, const Rules *rules)
{
    AnyTruth truth;
    Hearing to[2];
    game->deal(rules, &truth, to);
    assert(game->seat_to_move(&truth) < 2);
    return game->seat_to_move(&truth);
}
