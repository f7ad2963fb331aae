// mcts-a: ISMCTS over boards drawn from a density, one for each iteration, with games of pseudo-random moves to the end
// (Ciancarini and Favini 2010, their first and failed method). A node of the budget is an iteration.
#include "engine/kriegspiel_players/players.h"

#include "engine/core/ismcts.h"
#include "engine/kriegspiel_belief/belief_model.h"
#include "engine/kriegspiel_belief/last_turn_sampler.h"
#include "engine/kriegspiel_players/plays.h"
#include "engine/kriegspiel_search/playout.h"

#include <assert.h>

enum { EXPLORATION, MODEL, NODES };
enum { ITERATIONS_DEFAULT = 1000 }; // of a budget without a limit, which would never end

static const PlayerOption options[] = {
    [EXPLORATION] = REAL_OPTION("c", 1, 0, 100, "how much UCT explores"),
    [MODEL] = CHOICE_OPTION("model", 1, player__model_words, "of the opponent"),
    [NODES] = NUMBER_OPTION("nodes", 1000000, ISMCTS_NODES_MIN, 100000000,
                            "nodes the tree may have; once it is full it no longer grows"),
    {0},
};

typedef struct MctsAPlayer {
    DensityTracker tracker;
    Model model;
    LastTurnSampler last_turn;
    Boards boards; // one
    Ismcts *search;
} MctsAPlayer;

static MctsAPlayer *searcher_of(Player *player)
{
    return player->self;
}

static void mcts_a_done(Player *player)
{
    MctsAPlayer *self = searcher_of(player);
    boards_done(&self->boards);
    ismcts_destroy(self->search);
    self->boards = (Boards){0};
    self->search = NULL;
}

static PlayerError mcts_a_sit(Player *player, const Seating *seating)
{
    MctsAPlayer *self = searcher_of(player);
    mcts_a_done(player);
    player__begin_tracker(&self->tracker, &self->model, seating,
                          player->options.values[MODEL] != 0);
    last_turn_begin(&self->last_turn, kriegspiel_rules(seating->rules), seating->seat);
    self->last_turn.limits_files = true; // section 5.1: how many pawns can be on each file
    return PLAYER_OK;
}

static PlayerError mcts_a_hear(Player *player, Try own, const Hearing *heard)
{
    MctsAPlayer *self = searcher_of(player);
    tracker_hear(&self->tracker, own, heard);
    last_turn_hear(&self->last_turn, own, heard);
    return PLAYER_OK;
}

static bool open_search(Player *player)
{
    MctsAPlayer *self = searcher_of(player);
    const Seating *seating = &player->seating;
    const IsmctsPlan plan = {.model = &kriegspiel_belief_model,
                             .rules = seating->rules,
                             .seat = seating->seat,
                             .leaf = {.list_legal = playout_list_legal,
                                      .value = playout_value_lively,
                                      .reply = playout_lively_reply},
                             .exploration = player->options.values[EXPLORATION],
                             .nodes_max = (uint32_t)player->options.values[NODES],
                             .boards_max = 1};
    self->search = ismcts_create(&player->memory, &plan);
    if (self->search && boards_init(&self->boards, &player->memory, &kriegspiel_belief_model, 1))
        return true;
    mcts_a_done(player); // so that nothing half open is used
    return false;
}

// Draws another board; false if none was found that agrees with the last turn.
static bool mcts_a_draw_board(Player *player)
{
    MctsAPlayer *self = searcher_of(player);
    KriegspielBoard board;
    if (!last_turn_draw(&self->last_turn, player->view, &self->tracker.density, &player->rng,
                        &board))
        return false;
    boards_clear(&self->boards);
    return boards_add(&self->boards, &board, 1);
}

static uint64_t search_tree(Player *player, const Budget *budget)
{
    MctsAPlayer *self = searcher_of(player);
    assert(self->search);
    const bool is_unlimited = player__is_unlimited(budget, player->seating.seat);
    const uint64_t max = budget->nodes  ? budget->nodes
                         : is_unlimited ? ITERATIONS_DEFAULT
                                        : UINT64_MAX;
    Budget timed = *budget;
    timed.nodes = 0; // the meter counts plies, not iterations
    Meter meter = meter_begin(&timed, player->seating.seat);
    uint64_t iterations = 0;
    while (iterations < max && !meter.is_spent && mcts_a_draw_board(player)) {
        if (iterations++)
            ismcts_turn_to(self->search, &self->boards);
        else
            ismcts_begin(self->search, &self->boards);
        ismcts_iterate(self->search, &player->rng, &meter);
    }
    return iterations;
}

static PlayerError mcts_a_choose(Player *player, const Budget *budget, Choice *choice)
{
    MctsAPlayer *self = searcher_of(player);
    if (!self->search && !open_search(player))
        return PLAYER_ERR_MEMORY;
    IsmctsEdge best = {.attempt = TRY_NONE, .mean = 0.5};
    const uint64_t iterations = search_tree(player, budget);
    if (iterations)
        best = ismcts_best(self->search, &player->rng);
    if (best.attempt == TRY_NONE) // no try was legal on any board
        best.attempt = player->tries[rng_below(&player->rng, player_list_tries(player))];
    *choice = (Choice){
        .kind = EVENT_TRY, .attempt = best.attempt, .nodes = iterations, .value = best.mean};
    return PLAYER_OK;
}

const PlayerKind mcts_a_player = {
    .name = "mcts-a",
    .summary = "a tree of what it may hear, over boards drawn from a density and random games",
    .options = options,
    .self_bytes = sizeof(MctsAPlayer),
    .plays = player__plays_kriegspiel,
    .sit = mcts_a_sit,
    .hear = mcts_a_hear,
    .choose = mcts_a_choose,
    .done = mcts_a_done,
};
