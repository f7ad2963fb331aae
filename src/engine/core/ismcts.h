// Single-observer information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012, as Foret 2019 uses it).
//
// One tree, seen from one seat. Each iteration draws a possible board and descends by what is legal on it. In an own
// turn an edge is a try that is legal on this board, chosen by UCT; its children are the answers the seat may hear. The
// other seat moves at random, and its edges are what the seat hears of the move. So boards that the seat cannot tell
// apart share their nodes, and one plan must serve for all of them.
//
// The search works for any game that has a BeliefModel and the functions below.
#ifndef NEBEL_SEARCH_ISMCTS_H
#define NEBEL_SEARCH_ISMCTS_H

#include "base/budget.h"
#include "base/rng.h"
#include "engine/core/boards.h"

// What the search needs of a game beside its BeliefModel.
typedef struct IsmctsGame {
    // Lists the legal tries of the seat to move, each once; returns how many, 0 if the game is over. `out` has room for
    // the game's tries_max.
    uint32_t (*list_legal)(const Rules *rules, const void *truth, Try *out);
    // The value of a truth for `seat`, from 0 for lost to 1 for won. Steps the meter for its own work.
    double (*value)(const void *context, const Rules *rules, const void *truth, uint8_t seat,
                    Rng *rng, Meter *meter);
    const void *context;
    // The index of the try that the other seat makes; NULL if all are equally likely.
    uint32_t (*reply)(const void *truth, const Try *tries, uint32_t count, Rng *rng);
} IsmctsGame;

typedef struct IsmctsPlan {
    const BeliefModel *model;
    const Rules *rules; // outlives the search
    IsmctsGame leaf;
    double exploration; // c of UCT
    uint32_t nodes_max; // of the tree; a full tree still learns, but no longer grows
    uint32_t boards_max;
    uint8_t seat;
} IsmctsPlan;

// What the search has learnt of a try at the root.
typedef struct IsmctsEdge {
    Try attempt;
    uint32_t visits;
    uint32_t available; // visits of the root, since the edge was added, in which the try was legal
    double mean;
} IsmctsEdge;

typedef struct Ismcts Ismcts;

enum { ISMCTS_NODES_MIN = 2 }; // the root and a try

// NULL if there is no memory. The search allocates nothing later.
Ismcts *ismcts_create(const Memory *memory, const IsmctsPlan *plan);
void ismcts_destroy(Ismcts *search); // accepts NULL

// Begins a new tree for an own turn. `boards` are the possible boards, at least one; they must not change until the
// last iteration.
void ismcts_begin(Ismcts *search, const Boards *boards);

// Goes on with the same tree and other boards.
void ismcts_turn_to(Ismcts *search, const Boards *boards);

// Draws one board, descends, adds a try or an answer, and backs the value up. Steps the meter once a ply.
void ismcts_iterate(Ismcts *search, Rng *rng, Meter *meter);

// The try with most visits, equal ones by chance; `attempt` is TRY_NONE if no try was legal on any board drawn.
IsmctsEdge ismcts_best(const Ismcts *search, Rng *rng);

// The tries at the root in no particular order; returns how many. `out` has room for the game's tries_max.
uint32_t ismcts_edges(const Ismcts *search, IsmctsEdge *out);
uint32_t ismcts_node_count(const Ismcts *search);

// The value for `seat` of a game with this winner.
double ismcts_value_of_end(uint8_t winner, uint8_t seat);

#endif
