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

static GoFlatPlan plan_of(Player *player, Finish *finish)
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

static uint32_t share_of(uint32_t limit, double share)
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
    timed.cpu_ms = share_of(budget->cpu_ms, share);
    timed.move_ms = share_of(budget->move_ms, share);
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
static PlayerError choose(Player *player, const Budget *budget, double share, Finish *finish,
                          Choice *choice)
{
    NestedPlayer *self = player->self;
    const Budget timed = timed_budget(budget, share);
    Meter meter = meter_begin(&timed, player->seating.seat);
    const GoFlatPlan plan = plan_of(player, finish);
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
    return choose(player, budget, 1, go_nest_play_nested, choice);
}

static PlayerError choose_two_level(Player *player, const Budget *budget, Choice *choice)
{
    return choose(player, budget, player->options.values[SHARE], go_nest_play_two_level, choice);
}

static PlayerError choose_hybrid(Player *player, const Budget *budget, Choice *choice)
{
    const PhantomView *view = player->view;
    const double unseen = (double)view->enemies - go_set_count(&view->marked);
    const bool is_dark = unseen >= player->options.values[UNSEEN];
    return choose(player, budget, player->options.values[SHARE],
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
