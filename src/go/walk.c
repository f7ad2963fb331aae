// Playouts, and the number that sums up how they ended.
#include "go/walk.h"

#include "base/hash.h"
#include "go/playout.h"

static void finish(GoWalk *walk, const GoBoard *board, unsigned moves)
{
    const int margin = go_board_area(board);
    walk->playouts++;
    walk->moves += moves;
    walk->margins += margin;
    walk->signature = hash_word(hash_word(walk->signature, moves), (uint64_t)(int64_t)margin);
}

typedef unsigned Playout(GoBoard *board, Rng *rng);

static void walk_playouts(GoWalk *walk, Playout *playout, unsigned size, uint64_t seed,
                          uint64_t count)
{
    Rng rng = rng_from_seed(seed);
    GoBoard empty;
    go_board_init(&empty, size);
    for (uint64_t i = 0; i < count; i++) {
        GoBoard board = empty;
        const unsigned moves = playout(&board, &rng);
        finish(walk, &board, moves);
    }
}

void go_walk_light(GoWalk *walk, unsigned size, uint64_t seed, uint64_t playouts)
{
    walk_playouts(walk, go_playout_light, size, seed, playouts);
}

uint64_t go_walk_signature(void)
{
    enum { PLAYOUTS = 20 };
    GoWalk walk = {.signature = HASH_START};
    for (unsigned size = GO_SIZE_MIN; size <= GO_SIZE_MAX; size++) {
        walk_playouts(&walk, go_playout_light, size, size, PLAYOUTS);
        walk_playouts(&walk, go_playout_mogo, size, size, PLAYOUTS);
    }
    return walk.signature;
}
