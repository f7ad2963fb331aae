// Playouts, and the number that sums up how they ended.
#include "go/random_games.h"

#include "base/hash.h"
#include "go/playout.h"

static void finish(GoRandomGames *random_games, const GoBoard *board, unsigned moves)
{
    const int margin = go_board_area(board);
    random_games->playouts++;
    random_games->moves += moves;
    random_games->margins += margin;
    random_games->signature =
        hash_word(hash_word(random_games->signature, moves), (uint64_t)(int64_t)margin);
}

typedef unsigned Playout(GoBoard *board, Rng *rng);

static void walk_playouts(GoRandomGames *random_games, Playout *playout, unsigned size,
                          uint64_t seed, uint64_t count)
{
    Rng rng = rng_from_seed(seed);
    GoBoard empty;
    go_board_init(&empty, size);
    for (uint64_t i = 0; i < count; i++) {
        GoBoard board = empty;
        const unsigned moves = playout(&board, &rng);
        finish(random_games, &board, moves);
    }
}

void go_random_games_light(GoRandomGames *random_games, unsigned size, uint64_t seed,
                           uint64_t playouts)
{
    walk_playouts(random_games, go_playout_light, size, seed, playouts);
}

uint64_t go_signature(void)
{
    enum { PLAYOUTS = 20 };
    GoRandomGames random_games = {.signature = HASH_START};
    for (unsigned size = GO_SIZE_MIN; size <= GO_SIZE_MAX; size++) {
        walk_playouts(&random_games, go_playout_light, size, size, PLAYOUTS);
        walk_playouts(&random_games, go_playout_mogo, size, size, PLAYOUTS);
    }
    return random_games.signature;
}
