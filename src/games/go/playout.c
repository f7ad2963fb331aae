// Light and MoGo-style playouts.
#include "games/go/playout.h"

#include "games/go/internal.h"
#include "games/go/patterns.h"

#include <assert.h>

static unsigned moves_max(const GoBoard *board)
{
    return GO_PLAYOUT_MOVES_PER_POINT * board->size * board->size;
}

// A point with an empty neighbour is neither an eye nor a suicide nor a ko.
static ALWAYS_INLINE bool is_playable(const GoBoard *board, GoColor us, unsigned point)
{
    return go__near(board, point, GO_EMPTY) ||
           (!go__is_eye(board, us, point) && point != board->ko &&
            !go__is_suicide(board, us, point));
}

// Draws among the empty points. A point that cannot be played is moved behind those still in the draw.
static ALWAYS_INLINE unsigned playout_draw(GoBoard *board, GoColor us, Rng *rng)
{
    for (unsigned left = board->empty_count; left; left--) {
        const unsigned at = rng_below(rng, left);
        const GoPoint point = board->empties[at];
        assert(board->empty_index[point] == at);
        if (is_playable(board, us, point))
            return point;
        go__empties_put(board, at, board->empties[left - 1]);
        go__empties_put(board, left - 1, point);
    }
    return GO_NONE;
}

static ALWAYS_INLINE unsigned move_lightly(GoBoard *board, GoColor us, Rng *rng)
{
    const unsigned point = playout_draw(board, us, rng);
    if (point)
        go__play(board, us, point, false);
    else
        go_board_pass(board);
    return point;
}

static ALWAYS_INLINE unsigned play_lightly(GoBoard *board, Rng *rng, GoPoint *trace)
{
    const unsigned limit = moves_max(board);
    Rng chance = *rng;
    unsigned moves = 0;
    for (; board->passes < 2 && moves < limit; moves++) {
        const unsigned point = board->to_move == GO_BLACK ? move_lightly(board, GO_BLACK, &chance)
                                                          : move_lightly(board, GO_WHITE, &chance);
        if (trace)
            trace[moves] = (GoPoint)point;
    }
    *rng = chance;
    assert(moves <= GO_PLAYOUT_MOVES_MAX);
    return moves;
}

unsigned go_playout_light(GoBoard *board, Rng *rng)
{
    return play_lightly(board, rng, NULL);
}

unsigned go_playout_light_traced(GoBoard *board, Rng *rng, GoPoint *trace)
{
    return play_lightly(board, rng, trace);
}

// A uniform draw among candidates as they come: the n-th replaces the drawn one with chance 1/n (reservoir sampling).
typedef struct Reservoir {
    unsigned count, drawn;
} Reservoir;

static void reservoir_add(Reservoir *reservoir, Rng *rng, unsigned point)
{
    if (rng_below(rng, ++reservoir->count) == 0)
        reservoir->drawn = point;
}

// Whether `point` is the last liberty of some chain of `color` beside it; with `want_last` false, whether it is not.
static bool has_chain_beside(const GoBoard *board, GoColor color, unsigned point, bool want_last)
{
    for (unsigned i = 0; i < 4; i++) {
        const unsigned side = GO__SIDE(point, i);
        if (board->color[side] == color && go__is_last_liberty(board, side, point) == want_last)
            return true;
    }
    return false;
}

static bool is_rescue(const GoBoard *board, GoColor us, unsigned point)
{
    return go__near(board, point, GO_EMPTY) >= 2 || has_chain_beside(board, us, point, false) ||
           has_chain_beside(board, go_other(us), point, true);
}

static unsigned find_rescue(const GoBoard *board, GoColor us, unsigned last, Rng *rng)
{
    Reservoir reservoir = {0};
    for (unsigned i = 0; i < 4; i++) {
        const unsigned side = GO__SIDE(last, i);
        if (board->color[side] != us)
            continue;
        const GoPoint way_out = go_board_atari(board, (GoPoint)side);
        if (way_out && way_out != board->ko && is_rescue(board, us, way_out))
            reservoir_add(&reservoir, rng, way_out);
    }
    return reservoir.drawn;
}

static bool is_shape(const GoBoard *board, unsigned point)
{
    static const int steps[8] = {GO_STRIDE - 1,  GO_STRIDE,  GO_STRIDE + 1, -1, 1,
                                 -GO_STRIDE - 1, -GO_STRIDE, -GO_STRIDE + 1};
    unsigned code = 0;
    for (unsigned i = 0; i < 8; i++)
        code |= (unsigned)board->color[(unsigned)((int)point + steps[i])] << 2 * i;
    return bits_has(go__patterns[code / 64], code % 64);
}

static unsigned find_shape(const GoBoard *board, GoColor us, unsigned last, Rng *rng)
{
    Reservoir reservoir = {0};
    for (unsigned i = 0; i < 8; i++) {
        const int step = i < 4 ? go__sides[i] : go__corners[i - 4];
        const unsigned point = (unsigned)((int)last + step);
        if (board->color[point] == GO_EMPTY && is_shape(board, point) &&
            is_playable(board, us, point))
            reservoir_add(&reservoir, rng, point);
    }
    return reservoir.drawn;
}

static unsigned find_capture(const GoBoard *board, GoColor us, Rng *rng)
{
    Reservoir reservoir = {0};
    for (unsigned i = 0; i < board->empty_count; i++) {
        const unsigned point = board->empties[i];
        if (go__near(board, point, go_other(us)) && point != board->ko &&
            has_chain_beside(board, go_other(us), point, true))
            reservoir_add(&reservoir, rng, point);
    }
    return reservoir.drawn;
}

static unsigned playout_choose(GoBoard *board, unsigned last, Rng *rng)
{
    const GoColor us = (GoColor)board->to_move;
    unsigned point = last ? find_rescue(board, us, last, rng) : GO_NONE;
    if (!point && last)
        point = find_shape(board, us, last, rng);
    if (!point)
        point = find_capture(board, us, rng);
    return point ? point : playout_draw(board, us, rng);
}

static unsigned play_mogo(GoBoard *board, Rng *rng, GoPoint *trace)
{
    const unsigned limit = moves_max(board);
    unsigned moves = 0, last = GO_NONE;
    for (; board->passes < 2 && moves < limit; moves++) {
        last = playout_choose(board, last, rng);
        if (last)
            go__play(board, (GoColor)board->to_move, last, false);
        else
            go_board_pass(board);
        if (trace)
            trace[moves] = (GoPoint)last;
    }
    return moves;
}

unsigned go_playout_mogo(GoBoard *board, Rng *rng)
{
    return play_mogo(board, rng, NULL);
}

unsigned go_playout_mogo_traced(GoBoard *board, Rng *rng, GoPoint *trace)
{
    return play_mogo(board, rng, trace);
}
