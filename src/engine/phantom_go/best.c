// go-best: our strongest flat Monte Carlo for Phantom Go. Every part is an option, so that its worth can be measured;
// docs/engines/phantom-go.md has the figures.
//
//   known    deduces points from the whole game, not from refusals alone
//   prior    puts unseen stones where the enemy would like to play, by the playouts of the last turn
//   rave     counts all moves as first; the enemy's too, for `prior`
//   edge     plays no points on the edge while there are few stones
//   pool     takes boards from a pool that agrees with the whole game, not from the sampler
//
// A node of the budget is a playout.
#include "base/portable_math.h"
#include "engine/core/listening.h"
#include "engine/phantom_go/known.h"
#include "engine/phantom_go/players.h"
#include "engine/phantom_go/sampler.h"

#include <assert.h>
#include <math.h>

enum { UCB, RAVE, PLAYOUT, KNOWN, PRIOR, EDGE, POOL, THREADS };

// The smallest chance that a drawn point is taken, so that points that look bad for the enemy still get stones.
static const double WEIGHT_MIN = 0.1;

static const PlayerOption options[] = {
    [UCB] = GO_UCB_OPTION(0.3),
    [RAVE] = {"rave", OPTION_REAL, 300, 0, 1e9, NULL,
              "playouts of a point after which all moves as first no longer count; 0 for never"},
    [PLAYOUT] = GO_PLAYOUT_OPTION,
    [KNOWN] = {"known", OPTION_SWITCH, 1, 0, 1, NULL,
               "whether it keeps what the whole game tells of single points"},
    [PRIOR] = {"prior", OPTION_REAL, 10, 0, 1000, NULL,
               "how much unseen stones prefer points that are good for the enemy; 0 for not"},
    [EDGE] = {"edge", OPTION_REAL, 0.2, 0, 1, NULL,
              "share of the board that is full before it plays on the edge"},
    [POOL] = {"pool", OPTION_NUMBER, 0, 0, 1000000, NULL,
              "boards a pool may hold from which boards are drawn; 0 for the sampler"},
    [THREADS] = GO_THREADS_OPTION,
    {0},
};

typedef struct BestPlayer {
    Listening listening; // only for the pool
    GoThreads crew;
    GoSampler sampler;
    GoKnown known;
    uint16_t weights[GO_SPOTS];
    bool has_weights;
    double *sums; // running sums of the pool's weights; room for its limit
} BestPlayer;

static BestPlayer *best_of(Player *player)
{
    return player->self;
}

static void go_best_done(Player *player)
{
    BestPlayer *self = best_of(player);
    listening_done(&self->listening, player);
    go_threads_done(&self->crew);
    memory_resize(&player->memory, self->sums, 0);
    *self = (BestPlayer){0};
}

static PlayerError go_best_sit(Player *player, const Seating *seating)
{
    (void)seating;
    BestPlayer *self = best_of(player);
    const double *values = player->options.values;
    const size_t limit = (size_t)values[POOL];
    go_best_done(player);
    go_known_begin(&self->known, player->view);
    if (!go_threads_init(&self->crew, &player->memory, player->crew, (uint32_t)values[THREADS]))
        return PLAYER_ERR_MEMORY;
    if (limit)
        self->sums = memory_resize(&player->memory, NULL, limit * sizeof *self->sums);
    return limit && !self->sums ? PLAYER_ERR_MEMORY : PLAYER_OK;
}

static PlayerError go_best_hear(Player *player, Try own, const Hearing *heard)
{
    BestPlayer *self = best_of(player);
    go_known_hear(&self->known, player->view, own, heard);
    if (!player->options.values[POOL])
        return PLAYER_OK;
    return listening_hear(&self->listening, player, own, heard);
}

static void begin_sampler(Player *player)
{
    BestPlayer *self = best_of(player);
    const GoSet none = {0};
    const bool knows = player->options.values[KNOWN] != 0;
    const PhantomView *view = player->view;
    go_sampler_begin_knowing(&self->sampler, view, knows ? &self->known.sure : &view->marked,
                             knows ? &self->known.clear : &none,
                             self->has_weights ? self->weights : NULL);
}

// A board of the pool, by weight.
static void draw_pooled(const void *context, Rng *rng, GoBoard *board)
{
    const Player *player = context;
    const BestPlayer *self = player->self;
    const Boards *boards = pool_boards(self->listening.pool);
    const uint32_t drawn = boards_pick(self->sums, boards->count, rng_share(rng));
    phantom_board_unpack(phantom_rules(player->seating.rules), boards_at(boards, drawn), board);
}

static PlayerError take_in(Player *player, const Meter *meter)
{
    BestPlayer *self = best_of(player);
    const uint32_t limit = (uint32_t)player->options.values[POOL];
    const ListeningPlan plan = {.model = &phantom_go_belief_model, .limit = limit};
    const PlayerError error = listening_take_in(&self->listening, player, &plan, meter);
    if (error)
        return error;
    const Boards *boards = pool_boards(self->listening.pool);
    assert(self->sums && boards->count <= limit);
    boards_sum_up(boards, self->sums);
    return PLAYER_OK;
}

static GoSource source_of(Player *player)
{
    BestPlayer *self = best_of(player);
    if (self->listening.pool && pool_boards(self->listening.pool)->count)
        return (GoSource){draw_pooled, player};
    return (GoSource){go_sampler_draw_from, &self->sampler};
}

static bool is_edge(unsigned spot, unsigned size)
{
    const unsigned column = spot % GO_SIZE_MAX, row = spot / GO_SIZE_MAX;
    return column == 0 || row == 0 || column + 1 == size || row + 1 == size;
}

static GoSet candidates_of(Player *player)
{
    const PhantomView *view = player->view;
    GoSet all = player__candidates(player), inner = all;
    const double full = (double)(go_set_count(&view->own) + view->enemies);
    if (full >= player->options.values[EDGE] * view->size * view->size)
        return all;
    for (unsigned i = 0; i < GO_SPOTS; i++)
        if (is_edge(i, view->size))
            go_set_drop(&inner, i);
    return go_set_is_empty(&inner) ? all : inner;
}

// Weights of the points by their value v for the enemy: exp(-prior * (best v - v)), at least WEIGHT_MIN.
static void learn_weights(Player *player, const GoFlat *flat)
{
    BestPlayer *self = best_of(player);
    const double prior = player->options.values[PRIOR];
    double max = 0;
    assert(prior >= 0);
    if (!prior)
        return;
    for (unsigned i = 0; i < GO_POINTS; i++)
        if (flat->replies[i].amaf_visits)
            max = fmax(max, flat->replies[i].amaf_sum / flat->replies[i].amaf_visits);
    for (unsigned i = 0; i < GO_SPOTS; i++) {
        const GoArm *arm = &flat->replies[go_point_at(i)];
        const double behind = arm->amaf_visits ? max - arm->amaf_sum / arm->amaf_visits : 1;
        assert(behind >= 0 && behind <= 1);
        self->weights[i] = (uint16_t)((GO_SAMPLER_WEIGHT_ONE - 1) *
                                      fmax(WEIGHT_MIN, portable_exp(-prior * behind)));
    }
    self->has_weights = true;
}

static PlayerError go_best_choose(Player *player, const Budget *budget, Choice *choice)
{
    BestPlayer *self = best_of(player);
    const double *values = player->options.values;
    const Budget share = go_threads_share(&self->crew, budget);
    const Meter meter = meter_begin(&share, player->seating.seat);
    if (values[POOL]) {
        const PlayerError error = take_in(player, &meter);
        if (error)
            return error;
    }
    begin_sampler(player);
    const GoFlatPlan plan = {.rules = phantom_rules(player->seating.rules),
                             .source = source_of(player),
                             .candidates = candidates_of(player),
                             .ucb = values[UCB],
                             .amaf = 1,
                             .rave = values[RAVE],
                             .is_mogo = values[PLAYOUT] != 0};
    learn_weights(player, player__search_flat(player, &self->crew, &plan, budget, &meter, choice));
    return PLAYER_OK;
}

const PlayerKind go_best_player = {
    .name = "go-best",
    .summary = "Phantom Go: flat Monte Carlo with all that helps it",
    .options = options,
    .self_bytes = sizeof(BestPlayer),
    .plays = player__plays_phantom_go,
    .sit = go_best_sit,
    .hear = go_best_hear,
    .choose = go_best_choose,
    .done = go_best_done,
};
