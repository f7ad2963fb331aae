// UCT for Phantom Go over the own moves alone, after the two ways of guessing the opponent's that Borsboom, Saito, Chaslot and
// Uiterwijk (2007) compared.
//
//   early  the unseen stones are put on the board before an iteration goes down the tree; what is legal on that board
//          may be chosen, and between two own moves the opponent plays one at random
//   late   the way down knows the own stones alone; at the leaf all unseen stones are put at once, and one for every turn
//          the opponent has had meanwhile
//
// The opponent's moves are in neither a part of the tree, so a path is a plan: own moves in order, whatever he does.
#ifndef NEBEL_PHANTOM_GO_SEARCH_TREE_H
#define NEBEL_PHANTOM_GO_SEARCH_TREE_H

#include "base/memory.h"
#include "phantom_go/search/flat.h"
#include "phantom_go/search/sampler.h"

typedef struct GoTreePlan {
    const PhantomRules *rules;
    GoSet candidates; // at the root
    bool guesses_late;
    double exploration;
    uint32_t nodes_max; // of the tree; once it is full it learns, but no longer grows
} GoTreePlan;

typedef struct GoTree GoTree;

// NULL if there is no memory; all of it is asked for here.
GoTree *go_tree_create(const Memory *memory, uint32_t nodes_max);
void go_tree_destroy(GoTree *tree); // accepts NULL

// A new tree. The sampler stays as it is until the last iteration.
void go_tree_begin(GoTree *tree, const GoTreePlan *plan, const GoSampler *sampler);

// One board, one way down, one node more, one light playout.
void go_tree_iterate(GoTree *tree, Rng *rng);

// The first move that was visited most, equals by chance, and its mean; GO_NONE if there was none.
GoPoint go_tree_best(const GoTree *tree, Rng *rng, double *value);

uint32_t go_tree_node_count(const GoTree *tree);

#endif
