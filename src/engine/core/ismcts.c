// The tree: nodes in one array, linked by index.
//
// There are three kinds of node. Children of an own turn are tries. Children of a try are the answers to it. Children
// of a turn of the other seat are what is heard of it. The key of a node is the try, or the hash of the hearing.
#include "engine/core/ismcts.h"

#include "base/portable_math.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct IsmctsNode {
    uint64_t key;
    double sum; // of the values of its visits, for the seat
    uint32_t visits;
    uint32_t available; // for a try: visits of its parent in which it was legal
    uint32_t parent, child, next;
    uint32_t spare;
} IsmctsNode;

enum { ROOT = 0, NO_NODE = 0 }; // no node has the root as a child
enum { TRY_WORDS = (UINT16_MAX + 1) / 64 };

// 2^64 divided by the golden ratio, an odd number: multiplication by it loses no bits and mixes them upwards.
static const uint64_t KEY_MIXER = UINT64_C(0x9e3779b97f4a7c15);
enum { KEY_FOLD = 29 }; // bits by which the key is shifted to mix high bits into low ones

struct Ismcts {
    Memory memory;
    IsmctsPlan plan;
    IsmctsNode *nodes;
    uint32_t count;
    const Boards *boards;
    double *sums; // running sums of the boards' weights
    void *truth;
    Try *tries;
    uint64_t marks[TRY_WORDS]; // a set of tries, empty between calls
};

Ismcts *ismcts_create(const Memory *memory, const IsmctsPlan *plan)
{
    assert(plan->nodes_max >= ISMCTS_NODES_MIN && plan->boards_max > 0);
    assert(plan->leaf.list_legal && plan->leaf.value);
    assert(plan->seat < 2);
    Ismcts *search = memory_resize(memory, NULL, sizeof *search);
    if (!search)
        return NULL;
    *search = (Ismcts){.memory = *memory, .plan = *plan};
    search->nodes = memory_resize(memory, NULL, plan->nodes_max * sizeof(IsmctsNode));
    search->sums = memory_resize(memory, NULL, plan->boards_max * sizeof(double));
    search->truth = memory_resize(memory, NULL, plan->model->game->truth_bytes);
    search->tries = memory_resize(memory, NULL, plan->model->game->tries_max * sizeof(Try));
    if (!search->nodes || !search->sums || !search->truth || !search->tries) {
        ismcts_destroy(search);
        return NULL;
    }
    return search;
}

void ismcts_destroy(Ismcts *search)
{
    if (!search)
        return;
    const Memory memory = search->memory;
    memory_resize(&memory, search->nodes, 0);
    memory_resize(&memory, search->sums, 0);
    memory_resize(&memory, search->truth, 0);
    memory_resize(&memory, search->tries, 0);
    memory_resize(&memory, search, 0);
}

void ismcts_turn_to(Ismcts *search, const Boards *boards)
{
    assert(boards->count && boards->count <= search->plan.boards_max);
    boards_sum_up(boards, search->sums);
    search->boards = boards;
}

void ismcts_begin(Ismcts *search, const Boards *boards)
{
    ismcts_turn_to(search, boards);
    search->nodes[ROOT] = (IsmctsNode){0};
    search->count = 1;
}

static bool has_room(const Ismcts *search)
{
    return search->count < search->plan.nodes_max;
}

static uint32_t add_node(Ismcts *search, uint32_t parent, uint64_t key)
{
    assert(parent < search->count && has_room(search));
    const uint32_t index = search->count++;
    IsmctsNode *above = &search->nodes[parent];
    search->nodes[index] = (IsmctsNode){.key = key, .parent = parent, .next = above->child};
    above->child = index;
    return index;
}

static uint32_t find_child(const Ismcts *search, uint32_t parent, uint64_t key)
{
    uint32_t child = search->nodes[parent].child;
    while (child != NO_NODE && search->nodes[child].key != key)
        child = search->nodes[child].next;
    return child;
}

// Equal hearings have equal keys; different ones almost certainly differ.
static uint64_t key_of(const Hearing *heard)
{
    uint64_t words[sizeof *heard / sizeof(uint64_t)], key = 0;
    memcpy(words, heard, sizeof words);
    for (unsigned i = 0; i < COUNT_OF(words); i++) {
        key = (key ^ words[i]) * KEY_MIXER;
        key ^= key >> KEY_FOLD;
    }
    return key;
}

// How far an iteration has descended.
typedef struct Descent {
    uint32_t at;      // the deepest node reached
    bool is_leaf;     // the descent ends here
    Hearing heard[2]; // of the last try
} Descent;

// UCT with availability: n counts only the visits in which the try could have been chosen.
static double uct_value(const Ismcts *search, const IsmctsNode *edge)
{
    assert(edge->visits > 0 && edge->available >= edge->visits);
    const double visits = edge->visits;
    return edge->sum / visits +
           search->plan.exploration * sqrt(portable_log(edge->available) / visits);
}

static void toggle_mark(Ismcts *search, Try attempt)
{
    search->marks[attempt / 64] ^= UINT64_C(1) << attempt % 64;
}

static bool is_marked(const Ismcts *search, uint64_t attempt)
{
    return search->marks[attempt / 64] >> attempt % 64 & 1;
}

// The best of the edges whose tries are marked. All of these were available once more, and lose their marks.
static uint32_t best_edge(Ismcts *search, uint32_t at)
{
    uint32_t best = NO_NODE;
    double max = 0;
    for (uint32_t edge = search->nodes[at].child; edge != NO_NODE;) {
        IsmctsNode *node = &search->nodes[edge];
        if (is_marked(search, node->key)) {
            toggle_mark(search, (Try)node->key);
            node->available++;
            const double value = uct_value(search, node);
            if (best == NO_NODE || value > max) {
                best = edge;
                max = value;
            }
        }
        edge = node->next;
    }
    return best;
}

// Keeps in search->tries only those still marked, and clears their marks; returns how many.
static uint32_t keep_untried(Ismcts *search, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_marked(search, search->tries[i]))
            continue;
        toggle_mark(search, search->tries[i]);
        search->tries[kept++] = search->tries[i];
    }
    return kept;
}

// The edge to follow in an own turn: a new one while some legal try has none, then the best. NO_NODE if there is no
// edge and no room for one.
static uint32_t choose_edge(Ismcts *search, uint32_t at, uint32_t count, Rng *rng)
{
    for (uint32_t i = 0; i < count; i++)
        toggle_mark(search, search->tries[i]);
    const uint32_t best = best_edge(search, at);
    const uint32_t untried = keep_untried(search, count);
    if (!untried || !has_room(search))
        return best;
    const uint32_t edge = add_node(search, at, search->tries[rng_below(rng, untried)]);
    search->nodes[edge].available = 1;
    return edge;
}

// Plays a try on the truth and moves to the node of what the seat hears, adding it if it is new.
static void follow(Ismcts *search, Descent *descent, Try attempt)
{
    const IsmctsPlan *plan = &search->plan;
    plan->model->game->judge(plan->rules, search->truth, attempt, descent->heard);
    const Hearing *heard = &descent->heard[plan->seat];
    const uint64_t key = key_of(heard);
    uint32_t next = find_child(search, descent->at, key);
    descent->is_leaf = next == NO_NODE || heard->ending;
    if (next == NO_NODE && has_room(search))
        next = add_node(search, descent->at, key);
    if (next != NO_NODE)
        descent->at = next;
}

static void descend(Ismcts *search, Descent *descent, Rng *rng)
{
    const IsmctsPlan *plan = &search->plan;
    const uint32_t count = plan->leaf.list_legal(plan->rules, search->truth, search->tries);
    assert(count <= plan->model->game->tries_max);
    Try attempt = TRY_NONE;
    if (count && plan->model->game->seat_to_move(search->truth) == plan->seat) {
        const uint32_t edge = choose_edge(search, descent->at, count, rng);
        if (edge != NO_NODE) {
            descent->at = edge;
            attempt = (Try)search->nodes[edge].key;
        }
    } else if (count) {
        attempt = search->tries[plan->leaf.reply
                                    ? plan->leaf.reply(search->truth, search->tries, count, rng)
                                    : rng_below(rng, count)];
    }
    if (attempt == TRY_NONE)
        descent->is_leaf = true;
    else
        follow(search, descent, attempt);
}

static void back_up(Ismcts *search, uint32_t at, double value)
{
    assert(value >= 0 && value <= 1);
    for (;; at = search->nodes[at].parent) {
        search->nodes[at].visits++;
        search->nodes[at].sum += value;
        if (at == ROOT)
            return;
    }
}

double ismcts_value_of_end(uint8_t winner, uint8_t seat)
{
    assert(winner < WINNER_COUNT);
    if (winner == WINNER_NONE)
        return 0.5;
    return winner == (seat ? WINNER_SECOND : WINNER_FIRST) ? 1 : 0;
}

void ismcts_iterate(Ismcts *search, Rng *rng, Meter *meter)
{
    const IsmctsPlan *plan = &search->plan;
    Descent descent = {.at = ROOT};
    assert(search->boards && search->count);
    const uint32_t drawn = boards_pick(search->sums, search->boards->count, rng_share(rng));
    plan->model->revive(plan->rules, boards_at(search->boards, drawn), search->truth);
    while (!descent.is_leaf) {
        descend(search, &descent, rng);
        (void)meter_step(meter);
    }
    const Hearing *heard = &descent.heard[plan->seat];
    back_up(search, descent.at,
            heard->ending ? ismcts_value_of_end(heard->winner, plan->seat)
                          : plan->leaf.value(plan->leaf.context, plan->rules, search->truth,
                                             plan->seat, rng, meter));
}

static IsmctsEdge edge_of(const IsmctsNode *node)
{
    return (IsmctsEdge){.attempt = (Try)node->key,
                        .visits = node->visits,
                        .available = node->available,
                        .mean = node->sum / node->visits};
}

uint32_t ismcts_edges(const Ismcts *search, IsmctsEdge *out)
{
    const IsmctsNode *nodes = search->nodes;
    uint32_t count = 0;
    for (uint32_t edge = nodes[ROOT].child; edge != NO_NODE; edge = nodes[edge].next)
        out[count++] = edge_of(&nodes[edge]);
    return count;
}

IsmctsEdge ismcts_best(const Ismcts *search, Rng *rng)
{
    const IsmctsNode *nodes = search->nodes;
    IsmctsEdge best = {.attempt = TRY_NONE};
    uint32_t equals = 0;
    for (uint32_t edge = nodes[ROOT].child; edge != NO_NODE; edge = nodes[edge].next) {
        const uint32_t visits = nodes[edge].visits;
        equals = visits > best.visits ? 1 : equals + (visits == best.visits);
        if (visits > best.visits || (visits == best.visits && rng_below(rng, equals) == 0))
            best = edge_of(&nodes[edge]);
    }
    return best;
}

uint32_t ismcts_node_count(const Ismcts *search)
{
    return search->count;
}
