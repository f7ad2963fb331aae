// Stepping a game.
#include "lib/live.h"

#include <assert.h>
#include <string.h>

enum { ALIGNMENT = _Alignof(max_align_t) };

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

size_t live_bytes(const Game *game)
{
    return aligned(sizeof(Live)) + 2 * aligned(game->view_bytes) + aligned(game->truth_bytes);
}

const void *live_view_const(const Game *game, const Live *live, uint8_t seat)
{
    assert(seat < 2);
    return live->bytes + seat * aligned(game->view_bytes);
}

const void *live_truth_const(const Game *game, const Live *live)
{
    return live->bytes + 2 * aligned(game->view_bytes);
}

void *live_view(const Game *game, Live *live, uint8_t seat)
{
    assert(seat < 2);
    return live->bytes + seat * aligned(game->view_bytes);
}

void *live_truth(const Game *game, Live *live)
{
    return live->bytes + 2 * aligned(game->view_bytes);
}

static void library_live_hear(const Game *game, const Rules *rules, Live *live, Try attempt,
                              const Hearing to[2])
{
    void *const views[2] = {live_view(game, live, 0), live_view(game, live, 1)};
    game_hear_both(game, rules, views, attempt, to);
    for (unsigned seat = 0; seat < 2; seat++)
        if (to[seat].event != HEARD_NOTHING)
            ear_hear(&live->ears[seat], &to[seat]);
    live->to_move = game->seat_to_move(live_truth(game, live));
    // An end is heard by both seats.
    live->ending = to[0].ending;
    live->winner = to[0].winner;
}

void live_deal(const Game *game, const Rules *rules, Live *live, Hearing to[2])
{
    memset(live, 0, sizeof *live);
    for (unsigned seat = 0; seat < 2; seat++)
        game->sit(rules, (uint8_t)seat, live_view(game, live, (uint8_t)seat));
    game->deal(rules, live_truth(game, live), to);
    library_live_hear(game, rules, live, TRY_NONE, to);
}

void live_try(const Game *game, const Rules *rules, Live *live, Try attempt, Hearing to[2])
{
    assert(!live->ending);
    game->judge(rules, live_truth(game, live), attempt, to);
    library_live_hear(game, rules, live, attempt, to);
}
