// go-mcts: a tree of own moves; the opponent's are guessed early or late (Borsboom, Saito, Chaslot and Uiterwijk 2007).
//
// A node of the budget is a playout.
#include "engine/phantom_go/players.h"
#include "engine/phantom_go/tree.h"

#include <assert.h>

enum { GUESS, EXPLORATION, REFUSED, NODES, STONES };
enum { GUESS_LATE };

static const char *const guess_words[] = {"late", "early", NULL};
static const char *const stones_words[] = {"uniform", "frequent", NULL};
enum { STONES_UNIFORM, STONES_FREQUENT };

static const PlayerOption options[] = {
    [GUESS] = {"guess", OPTION_CHOICE, 0, 0, 1, guess_words,
               "whether unseen stones are put after the way down the tree, or before"},
    [EXPLORATION] = {"c", OPTION_REAL, 0.5, 0, 100, NULL, "how much UCT explores"},
    [REFUSED] = GO_REFUSED_OPTION,
    [NODES] = {"nodes", OPTION_NUMBER, 200000, 2, 100000000, NULL,
               "nodes the tree may have; once it is full it no longer grows"},
    [STONES] = {"stones", OPTION_CHOICE, STONES_UNIFORM, 0, 1, stones_words,
                "early: unseen stones anywhere, or by how often the enemy first plays there"},
    {0},
};

typedef struct TreePlayer {
    GoTree *tree;
    GoSampler sampler;
} TreePlayer;

static void done(Player *player)
{
    TreePlayer *self = player->self;
    go_tree_destroy(self->tree);
    self->tree = NULL;
}

static PlayerError sit(Player *player, const Seating *seating)
{
    (void)seating;
    TreePlayer *self = player->self;
    done(player);
    self->tree = go_tree_create(&player->memory, (uint32_t)player->options.values[NODES]);
    return self->tree ? PLAYER_OK : PLAYER_ERR_MEMORY;
}

static uint64_t grow_tree(Player *player, uint64_t max, Meter *meter)
{
    TreePlayer *self = player->self;
    uint64_t playouts = 0;
    assert(self->tree && max > 0);
    do {
        go_tree_iterate(self->tree, &player->rng);
        go_flat_charge(meter, ++playouts);
    } while (playouts < max && !meter->is_spent);
    return playouts;
}

static PlayerError choose(Player *player, const Budget *budget, Choice *choice)
{
    TreePlayer *self = player->self;
    const double *values = player->options.values;
    const uint8_t seat = player->seating.seat;
    const bool is_late = values[GUESS] == GUESS_LATE;
    Budget timed = *budget;
    timed.nodes = 0; // grow_tree counts them
    Meter meter = meter_begin(&timed, seat);
    const GoTreePlan plan = {.rules = phantom_rules(player->seating.rules),
                             .candidates = player__candidates(player),
                             .guesses_late = is_late,
                             .by_frequency = !is_late && values[STONES] == STONES_FREQUENT,
                             .exploration = values[EXPLORATION],
                             .nodes_max = (uint32_t)values[NODES]};
    go_sampler_begin(&self->sampler, player->view, (GoRefused)values[REFUSED]);
    go_tree_begin(self->tree, &plan, &self->sampler);
    const uint64_t playouts = grow_tree(player, player_nodes_max(budget, seat), &meter);
    double value;
    const GoPoint best = go_tree_best(self->tree, &player->rng, &value);
    *choice = player__choice_at(best, playouts, value);
    return PLAYER_OK;
}

const PlayerKind go_mcts_player = {
    .name = "go-mcts",
    .summary = "Phantom Go: a tree of own moves, the enemy's stones guessed",
    .options = options,
    .self_bytes = sizeof(TreePlayer),
    .plays = player__plays_phantom_go,
    .sit = sit,
    .choose = choose,
    .done = done,
};
