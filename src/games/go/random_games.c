// Many playouts, and one number for how they ended.
#include "games/go/random_games.h"

#include "base/hash.h"
#include "games/go/playout.h"

static void finish(GoRandomGames *games, const GoBoard *board, unsigned moves)
{
    const int margin = go_board_area(board);
    games->playouts++;
    games->moves += moves;
    games->margins += margin;
    games->signature = hash_word(hash_word(games->signature, moves), (uint64_t)(int64_t)margin);
}

typedef unsigned RandomPlayout(GoBoard *board, Rng *rng);

static void play_many(GoRandomGames *games, RandomPlayout *playout, unsigned size, uint64_t seed,
                      uint64_t count)
{
    Rng rng = rng_from_seed(seed);
    GoBoard empty;
    go_board_init(&empty, size);
    for (uint64_t i = 0; i < count; i++) {
        GoBoard board = empty;
        const unsigned moves = playout(&board, &rng);
        finish(games, &board, moves);
    }
}

void go_random_games_light(GoRandomGames *games, unsigned size, uint64_t seed, uint64_t playouts)
{
    play_many(games, go_playout_light, size, seed, playouts);
}

uint64_t go_signature(void)
{
    enum { PLAYOUTS = 20 };
    GoRandomGames games = {.signature = HASH_START};
    for (unsigned size = GO_SIZE_MIN; size <= GO_SIZE_MAX; size++) {
        play_many(&games, go_playout_light, size, size, PLAYOUTS);
        play_many(&games, go_playout_mogo, size, size, PLAYOUTS);
    }
    return games.signature;
}
