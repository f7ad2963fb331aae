// Inner games of nested and of two-level Monte Carlo, and the players made of them.
//
// go-nested, go-two-level and go-hybrid: flat Monte Carlo whose games are not random: both sides search (Cazenave 2009;
// Buron 2013).
//
//   go-nested     both sides see the board, and value every move by a game of the level below
//   go-two-level  each side sees what it would in a real game, and chooses by flat Monte Carlo on boards of its own
//   go-hybrid     two-level while many enemy stones are unseen, else flat
//
// A node of the budget is a playout at the lowest level, as in the thesis's budgets.
#include "engine/phantom_go/nested.h"

#include "engine/phantom_go/players.h"

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

static bool nested_is_over(const GoBoard *board, unsigned moves)
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

static GoPoint nested_choose(GoNest *nest, unsigned level, const GoBoard *board, Rng *rng)
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
    while (!nested_is_over(board, moves)) {
        if (go_nest_is_spent(nest))
            return play_lightly(nest, board, rng, trace, moves);
        const GoPoint point = nested_choose(nest, level, board, rng);
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
    while (!nested_is_over(board, moves)) {
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

enum { UCB, RAVE, REFUSED, LEVEL, EACH = LEVEL, INNER_AMAF, SHARE, UNSEEN };

#define COMMON_OPTIONS(ucb, rave)                                                                  \
    [UCB] = GO_UCB_OPTION(ucb),                                                                    \
    [RAVE] =                                                                                       \
        GO_OPTION("rave", OPTION_REAL, rave, 0, 1e9,                                               \
                  "games of a point after which all moves as first no longer count; 0 for never"), \
    [REFUSED] = GO_REFUSED_OPTION

#define TWO_LEVEL_OPTIONS                                                                        \
    COMMON_OPTIONS(1, 100),                                                                      \
        [EACH] = GO_OPTION("each", OPTION_NUMBER, 10, 1, 10000,                                  \
                           "playouts for every point of an inner choice"),                       \
        [INNER_AMAF] = GO_OPTION("inner_amaf", OPTION_REAL, 1, 0, 1,                             \
                                 "share of a point's own playouts in its value, inner choices"), \
        [SHARE] = GO_OPTION("share", OPTION_REAL, 1, 0.01, 1,                                    \
                            "how much of its budget it uses, for matches at unequal budgets")

static const PlayerOption nested_options[] = {
    COMMON_OPTIONS(0, 0),
    [LEVEL] = {"level", OPTION_NUMBER, 1, 1, 3, NULL, "how many levels of games are nested"},
    {0},
};
static const PlayerOption two_level_options[] = {TWO_LEVEL_OPTIONS, {0}};
static const PlayerOption hybrid_options[] = {
    TWO_LEVEL_OPTIONS,
    [UNSEEN] = {"unseen", OPTION_NUMBER, 4, 0, 400, NULL,
                "unseen enemy stones from which on it thinks on two levels"},
    {0},
};

typedef struct NestedPlayer {
    GoFlat outer, inner;
    GoSampler sampler;
    GoNest nest;
} NestedPlayer;

typedef unsigned Finish(void *nest, GoBoard *board, Rng *rng, GoPoint *trace);

static GoFlatPlan nested_plan_of(Player *player, Finish *finish)
{
    NestedPlayer *self = player->self;
    const double *values = player->options.values;
    return (GoFlatPlan){.rules = phantom_rules(player->seating.rules),
                        .source = {go_sampler_draw_from, &self->sampler},
                        .finish = {finish, finish ? &self->nest : NULL},
                        .candidates = player__candidates(player),
                        .ucb = values[UCB],
                        .amaf = 1,
                        .rave = values[RAVE]};
}

static uint32_t nested_share_of(uint32_t limit, double share)
{
    assert(share > 0 && share <= 1);
    const double part = limit * share;
    return limit && part < 1 ? 1 : (uint32_t)part;
}

// Without nodes, which GoNest counts.
static Budget timed_budget(const Budget *budget, double share)
{
    Budget timed = *budget;
    timed.nodes = 0;
    timed.cpu_ms = nested_share_of(budget->cpu_ms, share);
    timed.move_ms = nested_share_of(budget->move_ms, share);
    return timed;
}

static uint64_t nodes_of(const Budget *budget, uint8_t seat, double share)
{
    const uint64_t nodes = player_nodes_max(budget, seat);
    return nodes == UINT64_MAX ? nodes : (uint64_t)((double)nodes * share);
}

static void begin_nest(Player *player, const Budget *budget, double share, Meter *meter)
{
    NestedPlayer *self = player->self;
    const PhantomView *view = player->view;
    const double *values = player->options.values;
    const GoRefused refused = (GoRefused)values[REFUSED];
    GoNest *nest = &self->nest;
    nest->rules = phantom_rules(player->seating.rules);
    assert(values[LEVEL] >= 1); // EACH is the same row
    nest->level = (unsigned)values[LEVEL];
    nest->each = (unsigned)values[EACH];
    nest->amaf = values[INNER_AMAF];
    nest->refused = refused;
    nest->seat = view->seat;
    nest->marked = view->marked;
    nest->nodes = 0;
    nest->nodes_max = nodes_of(budget, view->seat, share);
    nest->meter = meter;
    nest->inner = &self->inner;
    go_sampler_begin(&self->sampler, view, refused);
}

// Plays at least one game, however little budget is left.
static PlayerError nested_choose_try(Player *player, const Budget *budget, double share,
                                     Finish *finish, Choice *choice)
{
    NestedPlayer *self = player->self;
    const Budget timed = timed_budget(budget, share);
    Meter meter = meter_begin(&timed, player->seating.seat);
    const GoFlatPlan plan = nested_plan_of(player, finish);
    begin_nest(player, budget, share, &meter);
    go_flat_begin(&self->outer, &plan);
    do {
        const uint64_t before = self->nest.nodes;
        go_flat_step(&self->outer, &player->rng);
        if (self->nest.nodes == before) // a plain playout, or no candidate on the board
            go_nest_count(&self->nest);
    } while (!go_nest_is_spent(&self->nest));
    double value;
    const GoPoint best = go_flat_best(&self->outer, &player->rng, &value);
    *choice = player__choice_at(best, self->nest.nodes, value);
    return PLAYER_OK;
}

static PlayerError choose_nested(Player *player, const Budget *budget, Choice *choice)
{
    return nested_choose_try(player, budget, 1, go_nest_play_nested, choice);
}

static PlayerError choose_two_level(Player *player, const Budget *budget, Choice *choice)
{
    return nested_choose_try(player, budget, player->options.values[SHARE], go_nest_play_two_level,
                             choice);
}

static PlayerError choose_hybrid(Player *player, const Budget *budget, Choice *choice)
{
    const PhantomView *view = player->view;
    const double unseen = (double)view->enemies - go_set_count(&view->marked);
    const bool is_dark = unseen >= player->options.values[UNSEEN];
    return nested_choose_try(player, budget, player->options.values[SHARE],
                             is_dark ? go_nest_play_two_level : NULL, choice);
}

#define NESTED_PLAYER(name_, summary_, options_, choose_)                                         \
    {                                                                                             \
        .name = name_, .summary = summary_, .options = options_,                                  \
        .self_bytes = sizeof(NestedPlayer), .plays = player__plays_phantom_go, .choose = choose_, \
    }

const PlayerKind go_nested_player =
    NESTED_PLAYER("go-nested", "Phantom Go: Monte Carlo whose games try every move first",
                  nested_options, choose_nested);
const PlayerKind go_two_level_player =
    NESTED_PLAYER("go-two-level", "Phantom Go: Monte Carlo whose games are played without seeing",
                  two_level_options, choose_two_level);
const PlayerKind go_hybrid_player =
    NESTED_PLAYER("go-hybrid", "Phantom Go: two levels while much is unseen, one else",
                  hybrid_options, choose_hybrid);
