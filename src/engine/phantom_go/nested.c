// Inner games of nested and of two-level Monte Carlo.
#include "engine/phantom_go/nested.h"

#include <assert.h>

enum {
    MOVES_PER_POINT = 2
}; // after so many moves for each point of the board an inner game is over

bool go_nest_is_spent(const GoNest *nest)
{
    return nest->meter->is_spent || nest->nodes >= nest->nodes_max;
}

void go_nest_count(GoNest *nest)
{
    go_flat_charge(nest->meter, ++nest->nodes);
}

static bool is_over(const GoBoard *board, unsigned moves)
{
    return board->passes >= 2 || moves >= (unsigned)MOVES_PER_POINT * board->size * board->size;
}

// Finishes a game that has had `moves` moves by a light playout.
static unsigned play_lightly(GoNest *nest, GoBoard *board, Rng *rng, GoPoint *trace, unsigned moves)
{
    go_nest_count(nest);
    if (board->passes >= 2 || !trace)
        return moves + go_playout_light(board, rng);
    GoPoint rest[GO_PLAYOUT_MOVES_MAX];
    const unsigned more = go_playout_light_traced(board, rng, rest);
    for (unsigned i = 0; i < more && moves < GO_PLAYOUT_MOVES_MAX; i++)
        trace[moves++] = rest[i];
    return moves;
}

// --- Nested ----------------------------------------------------------------------------------------

static unsigned play_nested(GoNest *nest, unsigned level, GoBoard *board, Rng *rng, GoPoint *trace);

// The value of a move for the side that makes it, by one game of the level below.
static double try_move(GoNest *nest, unsigned level, const GoBoard *board, GoPoint point, Rng *rng)
{
    GoBoard after = *board;
    go_board_play(&after, point);
    if (level > 1)
        (void)play_nested(nest, level - 1, &after, rng, NULL);
    else
        (void)play_lightly(nest, &after, rng, NULL, 0);
    return go_result(nest->rules, &after, board->to_move);
}

static GoPoint choose_nested(GoNest *nest, unsigned level, const GoBoard *board, Rng *rng)
{
    GoPoint best = GO_NONE;
    double max = -1;
    uint32_t equals = 0;
    for (unsigned i = 0; i < board->empty_count; i++) {
        const GoPoint point = board->empties[i];
        if (!go_flat_is_open(board, point))
            continue;
        const double value = try_move(nest, level, board, point, rng);
        equals = value > max ? 1 : equals + (value == max);
        if (value > max || (value == max && rng_below(rng, equals) == 0)) {
            best = point;
            max = value;
        }
    }
    return best;
}

static unsigned play_nested(GoNest *nest, unsigned level, GoBoard *board, Rng *rng, GoPoint *trace)
{
    assert(level > 0);
    unsigned moves = 0;
    while (!is_over(board, moves)) {
        if (go_nest_is_spent(nest))
            return play_lightly(nest, board, rng, trace, moves);
        const GoPoint point = choose_nested(nest, level, board, rng);
        go_board_move(board, point);
        if (trace)
            trace[moves] = point;
        moves++;
    }
    return moves;
}

unsigned go_nest_play_nested(void *context, GoBoard *board, Rng *rng, GoPoint *trace)
{
    GoNest *nest = context;
    return play_nested(nest, nest->level, board, rng, trace);
}

// --- Two-level -------------------------------------------------------------------------------------

// What the side to move knows.
static PhantomView view_of(const GoNest *nest, const GoBoard *board, const GoSet *marked)
{
    PhantomView view = {.marked = *marked,
                        .enemies = board->stones[!board->to_move],
                        .size = nest->rules->size,
                        .seat = board->to_move,
                        .to_move = board->to_move};
    go_board_stones(board, (GoColor)board->to_move, &view.own);
    go_set_subtract(&view.marked, &view.own);
    return view;
}

// Values every candidate of the side to move by flat Monte Carlo on boards of its own.
static void value_candidates(GoNest *nest, const GoBoard *board, const GoSet *marked, Rng *rng)
{
    assert(nest->inner && nest->each > 0);
    const PhantomView view = view_of(nest, board, marked);
    GoFlatPlan plan = {
        .rules = nest->rules, .source = {go_sampler_draw_from, &nest->sampler}, .amaf = nest->amaf};
    go_sampler_begin(&nest->sampler, &view, nest->refused);
    for (unsigned i = 0; i < nest->sampler.own.empty_count; i++)
        go_set_add(&plan.candidates, go_spot(nest->sampler.own.empties[i]));
    go_flat_begin(nest->inner, &plan);
    for (uint64_t left = (uint64_t)nest->inner->count * nest->each; left && !go_nest_is_spent(nest);
         left--) {
        go_flat_step(nest->inner, rng);
        go_nest_count(nest);
    }
}

// Tries the candidates, the best first, until one is legal; marks those that are not. GO_NONE for a pass.
static GoPoint try_candidates(GoNest *nest, const GoBoard *board, GoSet *marked, Rng *rng)
{
    double value;
    for (;;) {
        const GoPoint best = go_flat_best(nest->inner, rng, &value);
        if (!best || go_board_judge(board, best) == GO_LEGAL)
            return best;
        nest->inner->arms[best].visits = 0;
        go_set_add(marked, go_spot(best));
    }
}

unsigned go_nest_play_two_level(void *context, GoBoard *board, Rng *rng, GoPoint *trace)
{
    GoNest *nest = context;
    GoSet marked[2] = {{{0}}, {{0}}};
    unsigned moves = 0;
    assert(nest->seat < 2 && trace);
    marked[nest->seat] = nest->marked;
    while (!is_over(board, moves)) {
        GoSet *own = &marked[board->to_move];
        if (!go_nest_is_spent(nest))
            value_candidates(nest, board, own, rng);
        if (go_nest_is_spent(nest))
            return play_lightly(nest, board, rng, trace, moves);
        const GoPoint point = try_candidates(nest, board, own, rng);
        go_board_move(board, point);
        if (point)
            go_set_drop(own, go_spot(point));
        trace[moves++] = point;
    }
    return moves;
}
