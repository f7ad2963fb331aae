// ismcts1 and ismcts2: one tree search, two values of a leaf.
//
//   ismcts1   compares material: ahead is won, behind is lost, equal is drawn
//   ismcts2   plays random moves to the end
//
// Boards come from a pool, by weight; if the pool is empty, the game draws them (support.h). Hearings go into the pool
// when the player is asked for a try, so that the time it costs is counted. A node of the budget is an iteration,
// whatever its number of plies; the clock is read by plies, because a random game has hundreds of them.
#include "engine/players/players.h"

#include "engine/core/listening.h"
#include "engine/kriegspiel_search/playout.h"
#include "engine/players/belief_models.h"
#include "engine/players/support.h"

#include <assert.h>

enum { EXPLORATION, POOL, NODES, PLIES };

#define COMMON_OPTIONS(c)                                                                  \
    [EXPLORATION] = {"c", OPTION_REAL, c, 0, 100, NULL, "how much UCT explores"},          \
    [POOL] = {"pool", OPTION_NUMBER, 1000, 10, 1000000, NULL, "boards the pool may hold"}, \
    [NODES] = {"nodes",                                                                    \
               OPTION_NUMBER,                                                              \
               1000000,                                                                    \
               ISMCTS_NODES_MIN,                                                           \
               100000000,                                                                  \
               NULL,                                                                       \
               "nodes the tree may have; once it is full it no longer grows"}

static const PlayerOption material_options[] = {COMMON_OPTIONS(1.5), {0}};
static const PlayerOption playout_options[] = {
    COMMON_OPTIONS(0.75),
    [PLIES] = {"plies", OPTION_NUMBER, PLIES_MAX, 1, 100000, NULL,
               "length at which a random game is drawn"},
    {0},
};

typedef struct IsmctsPlayer {
    const IsmctsSupport *support;
    Listening listening;
    IsmctsSampler sampler;
    Playout playout;
    Ismcts *search; // NULL before the first try of a game
} IsmctsPlayer;

static IsmctsPlayer *searcher_of(Player *player)
{
    return player->self;
}

static bool can_value_material(const Game *game)
{
    const IsmctsSupport *support = ismcts_support_of(game);
    return support && support->material.list_legal;
}

static bool can_play_out(const Game *game)
{
    return ismcts_support_of(game) != NULL;
}

static void done(Player *player)
{
    IsmctsPlayer *self = searcher_of(player);
    listening_done(&self->listening, player);
    boards_done(&self->sampler.boards);
    ismcts_destroy(self->search);
    *self = (IsmctsPlayer){0};
}

static PlayerError ismcts_sit(Player *player, const Seating *seating)
{
    IsmctsPlayer *self = searcher_of(player);
    done(player);
    self->support = ismcts_support_of(seating->game);
    assert(self->support);
    if (self->support->begin)
        self->support->begin(&self->sampler, seating);
    return PLAYER_OK;
}

static PlayerError ismcts_hear(Player *player, Try own, const Hearing *heard)
{
    IsmctsPlayer *self = searcher_of(player);
    if (self->support->hear)
        self->support->hear(&self->sampler, own, heard);
    return listening_hear(&self->listening, player, own, heard);
}

static bool open_search(Player *player, IsmctsGame leaf)
{
    const Seating *seating = &player->seating;
    const double *values = player->options.values;
    const uint32_t pooled = (uint32_t)values[POOL];
    const IsmctsPlan plan = {.model = belief_model_of(seating->game),
                             .rules = seating->rules,
                             .seat = seating->seat,
                             .leaf = leaf,
                             .exploration = values[EXPLORATION],
                             .nodes_max = (uint32_t)values[NODES],
                             .boards_max =
                                 pooled > ISMCTS_SAMPLED_MAX ? pooled : ISMCTS_SAMPLED_MAX};
    IsmctsPlayer *self = searcher_of(player);
    assert(!self->search && leaf.list_legal);
    self->search = ismcts_create(&player->memory, &plan);
    return self->search != NULL;
}

// What the seat holds possible: the pool, or boards that the game draws. NULL if there is no memory.
static const Boards *list_boards(Player *player, const Meter *meter)
{
    IsmctsPlayer *self = searcher_of(player);
    const IsmctsSupport *support = self->support;
    Boards *sampled = &self->sampler.boards;
    const ListeningPlan plan = {.model = belief_model_of(support->game),
                                .limit = (uint32_t)player->options.values[POOL]};
    if (listening_take_in(&self->listening, player, &plan, meter))
        return NULL;
    const Boards *pooled = pool_boards(self->listening.pool);
    if (pooled->count || !support->sample)
        return pooled;
    if (!sampled->boards && !boards_init(sampled, &player->memory, plan.model, ISMCTS_SAMPLED_MAX))
        return NULL;
    boards_clear(sampled);
    support->sample(&self->sampler, player->view, &player->rng);
    return sampled;
}

// Makes at least one iteration, however little budget is left.
static uint64_t search_tree(Player *player, const Boards *boards, const Budget *budget,
                            Meter *meter)
{
    const uint64_t max = player_nodes_max(budget, player->seating.seat);
    Ismcts *search = searcher_of(player)->search;
    uint64_t iterations = 0;
    ismcts_begin(search, boards);
    do
        ismcts_iterate(search, &player->rng, meter);
    while (++iterations < max && !meter->is_spent);
    return iterations;
}

static PlayerError ismcts_choose(Player *player, const Budget *budget, IsmctsGame leaf,
                                 Choice *choice)
{
    IsmctsPlayer *self = searcher_of(player);
    Budget timed = *budget;
    timed.nodes = 0; // the meter counts plies
    Meter meter = meter_begin(&timed, player->seating.seat);
    if (!self->search && !open_search(player, leaf))
        return PLAYER_ERR_MEMORY;
    const Boards *boards = list_boards(player, &meter);
    if (!boards)
        return PLAYER_ERR_MEMORY;
    assert(boards->model->game == player->seating.game);
    IsmctsEdge best = {.attempt = TRY_NONE, .mean = 0.5};
    uint64_t iterations = 0;
    if (boards->count) {
        iterations = search_tree(player, boards, budget, &meter);
        best = ismcts_best(self->search, &player->rng);
    }
    if (best.attempt == TRY_NONE) // nothing is known to be legal
        best.attempt = player_any_try(player);
    *choice = (Choice){
        .kind = EVENT_TRY, .attempt = best.attempt, .nodes = iterations, .value = best.mean};
    return PLAYER_OK;
}

static PlayerError choose_by_material(Player *player, const Budget *budget, Choice *choice)
{
    return ismcts_choose(player, budget, searcher_of(player)->support->material, choice);
}

static PlayerError choose_by_playouts(Player *player, const Budget *budget, Choice *choice)
{
    Playout *playout = &searcher_of(player)->playout;
    playout->plies_max = (uint32_t)player->options.values[PLIES];
    IsmctsGame leaf = searcher_of(player)->support->playout;
    leaf.context = playout; // Go does not use it
    return ismcts_choose(player, budget, leaf, choice);
}

#define ISMCTS_PLAYER(name_, summary_, options_, plays_, choose_)               \
    {                                                                           \
        .name = name_, .summary = summary_, .options = options_,                \
        .self_bytes = sizeof(IsmctsPlayer), .plays = plays_, .sit = ismcts_sit, \
        .hear = ismcts_hear, .choose = choose_, .done = done,                   \
    }

const PlayerKind ismcts1_player =
    ISMCTS_PLAYER("ismcts1", "a tree of what it may hear, its leaves valued by men",
                  material_options, can_value_material, choose_by_material);
const PlayerKind ismcts2_player =
    ISMCTS_PLAYER("ismcts2", "a tree of what it may hear, its leaves valued by random games",
                  playout_options, can_play_out, choose_by_playouts);
