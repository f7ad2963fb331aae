// UCT for Phantom Go over own moves only, with the two ways of guessing the opponent's moves that Borsboom, Saito,
// Chaslot and Uiterwijk (2007) compared.
//
//   early  unseen stones are put on the board before the descent. Points that are legal on that board may be chosen.
//          Between two own moves the opponent plays at random.
//   late   the descent knows own stones only. At the leaf all unseen stones are put at once, and one more for every
//          turn the opponent has had meanwhile.
//
// With `by_frequency`, early guessing is probabilistic as Ciancarini and Favini (2010, section 5.1) tell it of Borsboom: a
// point gets an unseen stone by how often the opponent played there as its first move. That move is chosen by UCB over the
// points, whatever the own first move was; all later ones are random.
//
// The tree holds no moves of the opponent. So a path is a plan: own moves in order, whatever the opponent does.
#ifndef NEBEL_PHANTOM_GO_SEARCH_MCTS_H
#define NEBEL_PHANTOM_GO_SEARCH_MCTS_H

#include "base/memory.h"
#include "engine/phantom_go/flat.h"
#include "engine/phantom_go/sampler.h"

typedef struct GoTreePlan {
    const PhantomRules *rules;
    GoSet candidates;                // at the root
    bool guesses_late, by_frequency; // never both
    double exploration;
    uint32_t nodes_max; // of the tree; a full tree still learns, but no longer grows
} GoTreePlan;

typedef struct GoTree GoTree;

// NULL if there is no memory. The tree allocates nothing later.
GoTree *go_tree_create(const Memory *memory, uint32_t nodes_max);
void go_tree_destroy(GoTree *tree); // accepts NULL

// Begins a new tree. The sampler must not change until the last iteration. With `by_frequency` its weights are not used.
void go_tree_begin(GoTree *tree, const GoTreePlan *plan, const GoSampler *sampler);

// One board, one descent, one new node, one light playout.
void go_tree_iterate(GoTree *tree, Rng *rng);

// The first move with most visits, equal ones by chance, and its mean; GO_NONE if there was none.
GoPoint go_tree_best(const GoTree *tree, Rng *rng, double *value);

// With `by_frequency`: how often the opponent's first move was there.
uint32_t go_tree_reply_count(const GoTree *tree, GoPoint point);

uint32_t go_tree_node_count(const GoTree *tree);

#endif
