// The tree of own moves: nodes in one array, linked by index. A path is a sequence of own moves. At the end is the player go-mcts,
// which guesses the opponent's moves early or late (Borsboom, Saito, Chaslot and Uiterwijk 2007). A node of its budget is a
// playout.
#include "engine/phantom_go/mcts.h"

#include "base/portable_math.h"
#include "engine/phantom_go/players.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct GoTreeNode {
    double sum;
    uint32_t visits;
    uint32_t available; // visits of its parent in which it could have been chosen
    uint32_t child, next;
    GoPoint point;
} GoTreeNode;

enum { ROOT = 0, NO_NODE = 0 }; // no node has the root as a child
enum { DEPTH_MAX = 64 };        // own moves in a path, at most

// The opponent's first moves at one point.
typedef struct GoTreeReply {
    double sum; // of its results
    uint32_t visits, available;
} GoTreeReply;

struct GoTree {
    Memory memory;
    GoTreePlan plan;
    const GoSampler *sampler;
    GoSampler weighted;            // by_frequency: the same sampler with weights by the replies
    GoTreeReply replies[GO_SPOTS]; // by_frequency
    uint32_t most_replies;         // at any point
    GoTreeNode *nodes;
    uint32_t count;
};

GoTree *go_tree_create(const Memory *memory, uint32_t nodes_max)
{
    GoTree *tree = memory_resize(memory, NULL, sizeof *tree);
    GoTreeNode *nodes = memory_resize(memory, NULL, nodes_max * sizeof *nodes);
    if (!tree || !nodes) {
        memory_resize(memory, tree, 0);
        memory_resize(memory, nodes, 0);
        return NULL;
    }
    *tree = (GoTree){.memory = *memory, .nodes = nodes};
    return tree;
}

void go_tree_destroy(GoTree *tree)
{
    if (!tree)
        return;
    const Memory memory = tree->memory;
    memory_resize(&memory, tree->nodes, 0);
    memory_resize(&memory, tree, 0);
}

// A point where the opponent has never played keeps this weight of its best point; weights are never 0.
enum { WEIGHT_LEAST = GO_SAMPLER_WEIGHT_ONE / 10, WEIGHT_MOST = GO_SAMPLER_WEIGHT_ONE - 1 };

static void weigh_points(GoTree *tree)
{
    GoSampler *sampler = &tree->weighted;
    for (unsigned i = 0; i < sampler->open_count; i++) {
        const uint64_t visits = tree->replies[go_spot(sampler->open[i])].visits;
        const uint64_t weight = WEIGHT_MOST * (visits + 1) / (tree->most_replies + 1);
        sampler->weights[i] = (uint16_t)(weight > WEIGHT_LEAST ? weight : WEIGHT_LEAST);
    }
}

static void begin_replies(GoTree *tree)
{
    memset(tree->replies, 0, sizeof tree->replies);
    tree->most_replies = 0;
    tree->weighted = *tree->sampler;
    tree->weighted.is_weighted = true;
    weigh_points(tree);
}

static double reply_value(const GoTree *tree, const GoTreeReply *reply)
{
    const double visits = reply->visits;
    return reply->sum / visits +
           tree->plan.exploration * sqrt(portable_log(reply->available) / visits);
}

// Plays the open point of highest value, or passes; returns its spot, or GO_SPOTS. A point without visits comes first.
static unsigned play_first_reply(GoTree *tree, GoBoard *board)
{
    const GoSet open = go_flat_open_points(board);
    unsigned best = GO_SPOTS;
    double max = 0;
    for (unsigned i = 0; i < board->empty_count; i++) {
        const unsigned spot = go_spot(board->empties[i]);
        if (!go_set_has(&open, spot))
            continue;
        GoTreeReply *reply = &tree->replies[spot];
        reply->available++;
        const double value = reply->visits ? reply_value(tree, reply) : HUGE_VAL;
        if (best == GO_SPOTS || value > max) {
            best = spot;
            max = value;
        }
    }
    if (best == GO_SPOTS)
        go_board_pass(board);
    else
        go_board_play(board, go_point_at(best));
    return best;
}

// `result` is the opponent's.
static void learn_reply(GoTree *tree, unsigned spot, double result)
{
    assert(spot < GO_SPOTS);
    GoTreeReply *reply = &tree->replies[spot];
    reply->sum += result;
    reply->visits++;
    tree->most_replies = reply->visits > tree->most_replies ? reply->visits : tree->most_replies;
    weigh_points(tree);
}

void go_tree_begin(GoTree *tree, const GoTreePlan *plan, const GoSampler *sampler)
{
    assert(plan->rules && plan->nodes_max > 0);
    tree->plan = *plan;
    assert(!plan->guesses_late || !plan->by_frequency);
    tree->sampler = sampler;
    if (plan->by_frequency)
        begin_replies(tree);
    tree->nodes[ROOT] = (GoTreeNode){0};
    tree->count = 1;
}

static double uct_value(const GoTree *tree, const GoTreeNode *node)
{
    assert(node->visits > 0 && node->available >= node->visits);
    const double visits = node->visits;
    return node->sum / visits +
           tree->plan.exploration * sqrt(portable_log(node->available) / visits);
}

// The points that may be chosen at node `at`.
static GoSet open_points(const GoTree *tree, const GoBoard *board, uint32_t at)
{
    GoSet open = go_flat_open_points(board);
    if (at == ROOT)
        go_set_intersect(&open, &tree->plan.candidates);
    return open;
}

// The best of the children that are open. All of these were available once more, and leave the set.
static uint32_t best_child(GoTree *tree, uint32_t at, GoSet *open)
{
    uint32_t best = NO_NODE;
    double max = 0;
    for (uint32_t child = tree->nodes[at].child; child != NO_NODE;
         child = tree->nodes[child].next) {
        GoTreeNode *node = &tree->nodes[child];
        if (!go_set_has(open, go_spot(node->point)))
            continue;
        go_set_drop(open, go_spot(node->point));
        node->available++;
        const double value = uct_value(tree, node);
        if (best == NO_NODE || value > max) {
            best = child;
            max = value;
        }
    }
    return best;
}

// A random member of a set that is not empty.
static unsigned draw_spot(const GoSet *set, Rng *rng)
{
    assert(!go_set_is_empty(set));
    unsigned spot = go_set_next(set, 0);
    for (unsigned left = rng_below(rng, go_set_count(set)); left > 0; left--)
        spot = go_set_next(set, spot + 1);
    return spot;
}

static uint32_t add_node(GoTree *tree, uint32_t parent, GoPoint point)
{
    assert(parent < tree->count && tree->count < tree->plan.nodes_max);
    const uint32_t index = tree->count++;
    GoTreeNode *above = &tree->nodes[parent];
    tree->nodes[index] = (GoTreeNode){.point = point, .available = 1, .next = above->child};
    above->child = index;
    return index;
}

// The next own move; NO_NODE if there is none. `*is_new` says whether it was just added.
static uint32_t tree_choose(GoTree *tree, uint32_t at, const GoBoard *board, Rng *rng, bool *is_new)
{
    GoSet open = open_points(tree, board, at);
    const uint32_t best = best_child(tree, at, &open);
    *is_new = !go_set_is_empty(&open) && tree->count < tree->plan.nodes_max;
    return *is_new ? add_node(tree, at, go_point_at(draw_spot(&open, rng))) : best;
}

// The opponent plays any open point, or passes if there is none.
static void play_reply(GoBoard *board, Rng *rng)
{
    GoPoint open[GO_SPOTS];
    uint32_t count = 0;
    for (unsigned i = 0; i < board->empty_count; i++)
        if (go_flat_is_open(board, board->empties[i]))
            open[count++] = board->empties[i];
    if (count)
        go_board_play(board, open[rng_below(rng, count)]);
    else
        go_board_pass(board);
}

typedef struct Path {
    uint32_t nodes[DEPTH_MAX];
    unsigned depth;
    unsigned first_reply; // the spot of a reply to learn from; GO_SPOTS if there is none
} Path;

// Afterwards the opponent is to move, if there was any own move.
static void descend_early(GoTree *tree, GoBoard *board, Path *path, Rng *rng)
{
    uint32_t at = ROOT;
    bool is_new = false;
    const bool by_frequency = tree->plan.by_frequency;
    go_sampler_draw(by_frequency ? &tree->weighted : tree->sampler, rng, board);
    while (!is_new && path->depth < DEPTH_MAX) {
        if (path->depth == 1 && by_frequency)
            path->first_reply = play_first_reply(tree, board);
        else if (path->depth)
            play_reply(board, rng);
        const uint32_t next = tree_choose(tree, at, board, rng, &is_new);
        if (next == NO_NODE)
            return;
        go_board_play(board, tree->nodes[next].point);
        path->nodes[path->depth++] = at = next;
    }
}

// The own moves are chosen on a board with own stones only; the enemy's stones are put at the leaf.
static void descend_late(GoTree *tree, GoBoard *board, Path *path, Rng *rng)
{
    GoSampler sampler = *tree->sampler;
    const uint8_t seat = sampler.own.to_move;
    uint32_t at = ROOT;
    bool is_new = false;
    while (!is_new && path->depth < DEPTH_MAX) {
        const uint32_t next = tree_choose(tree, at, &sampler.own, rng, &is_new);
        if (next == NO_NODE)
            break;
        go_board_put(&sampler.own, (GoColor)seat, tree->nodes[next].point);
        path->nodes[path->depth++] = at = next;
    }
    if (path->depth)
        sampler.enemies = (uint16_t)(sampler.enemies + path->depth - 1);
    go_sampler_draw(&sampler, rng, board);
    if (path->depth)
        board->to_move = !seat;
}

void go_tree_iterate(GoTree *tree, Rng *rng)
{
    const uint8_t seat = tree->sampler->own.to_move;
    Path path = {.first_reply = GO_SPOTS};
    GoBoard board;
    assert(tree->count > 0 && seat < 2);
    if (tree->plan.guesses_late)
        descend_late(tree, &board, &path, rng);
    else
        descend_early(tree, &board, &path, rng);
    // After a new node the first reply is the first move of the playout.
    if (path.depth == 1 && board.to_move != seat && tree->plan.by_frequency)
        path.first_reply = play_first_reply(tree, &board);
    (void)go_playout_light(&board, rng);
    const double result = go_result(tree->plan.rules, &board, seat);
    for (unsigned i = 0; i < path.depth; i++) {
        tree->nodes[path.nodes[i]].visits++;
        tree->nodes[path.nodes[i]].sum += result;
    }
    if (path.first_reply != GO_SPOTS)
        learn_reply(tree, path.first_reply, 1 - result);
}

GoPoint go_tree_best(const GoTree *tree, Rng *rng, double *value)
{
    const GoTreeNode *nodes = tree->nodes;
    uint32_t best = NO_NODE, equals = 0;
    for (uint32_t child = nodes[ROOT].child; child != NO_NODE; child = nodes[child].next) {
        const uint32_t visits = nodes[child].visits, max = best ? nodes[best].visits : 0;
        equals = visits > max ? 1 : equals + (visits == max);
        if (visits > max || (visits == max && rng_below(rng, equals) == 0))
            best = child;
    }
    *value = best ? nodes[best].sum / nodes[best].visits : 0.5;
    return best ? nodes[best].point : GO_NONE;
}

uint32_t go_tree_reply_count(const GoTree *tree, GoPoint point)
{
    assert(tree->plan.by_frequency);
    return tree->replies[go_spot(point)].visits;
}

uint32_t go_tree_node_count(const GoTree *tree)
{
    return tree->count;
}

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

static void go_mcts_done(Player *player)
{
    TreePlayer *self = player->self;
    go_tree_destroy(self->tree);
    self->tree = NULL;
}

static PlayerError go_mcts_sit(Player *player, const Seating *seating)
{
    (void)seating;
    TreePlayer *self = player->self;
    go_mcts_done(player);
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

static PlayerError go_mcts_choose(Player *player, const Budget *budget, Choice *choice)
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
    .sit = go_mcts_sit,
    .choose = go_mcts_choose,
    .done = go_mcts_done,
};
