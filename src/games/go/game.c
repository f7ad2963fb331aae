// Superko: the keys of all earlier boards are kept, and compared only if a move can repeat one.
#include "games/go/game.h"

#include <assert.h>

void go_game_init(GoGame *game, unsigned size, bool has_superko)
{
    go_board_init(&game->board, size);
    game->has_superko = has_superko;
    game->spare = 0;
    game->turns = 0;
}

static void remember_board(GoGame *game, uint64_t key_before)
{
    assert(game->turns < GO_TURNS_MAX);
    game->past[game->turns++] = key_before;
}

// The key after a move that is legal without superko.
static uint64_t key_after(const GoBoard *board, GoPoint point)
{
    const GoColor us = (GoColor)board->to_move;
    GoSet captured;
    go_board_captured(board, point, &captured);
    return board->key ^ go_stone_key(us, point) ^ go_stones_key(go_other(us), &captured);
}

// Before the first capture every board has more stones than those before it, so none can repeat.
static bool has_occurred(const GoGame *game, uint64_t key)
{
    if (!game->board.taken[GO_BLACK] && !game->board.taken[GO_WHITE])
        return false;
    for (unsigned i = game->turns; i-- > 0;)
        if (game->past[i] == key)
            return true;
    return false;
}

GoVerdict go_game_judge(const GoGame *game, GoPoint point)
{
    const GoVerdict verdict = go_board_judge(&game->board, point);
    if (verdict == GO_LEGAL && game->has_superko &&
        has_occurred(game, key_after(&game->board, point)))
        return GO_SUPERKO;
    return verdict;
}

unsigned go_game_play(GoGame *game, GoPoint point)
{
    assert(go_game_judge(game, point) == GO_LEGAL);
    const uint64_t before = game->board.key;
    const unsigned taken = go_board_play(&game->board, point);
    remember_board(game, before);
    return taken;
}

void go_game_pass(GoGame *game)
{
    const uint64_t before = game->board.key;
    go_board_pass(&game->board);
    remember_board(game, before);
}

bool go_game_is_over(const GoGame *game)
{
    return game->board.passes >= 2 || game->turns == GO_TURNS_MAX;
}
