// Single-observer information set tree search (Cowling, Powley and Whitehouse 2012, as Foret 2019
// uses it).
//
// One tree, seen from one seat. Each iteration draws a board on which the game could stand and goes
// down the tree by what is possible on it. Where the seat is to move, an edge is a try that is
// legal there, chosen by UCT among those alone; below it hangs an edge for every answer the seat
// may hear. The other seat moves at random, and its edges are what the seat hears of it. So boards
// that the seat cannot tell apart share their nodes, and one plan must do for all of them.
//
// Works through the seam for any game that lends it the two functions below.
#ifndef NEBEL_SEARCH_ISMCTS_H
#define NEBEL_SEARCH_ISMCTS_H

#include "base/budget.h"
#include "base/rng.h"
#include "belief/boards.h"

// What the search must know of a game and the seam does not tell.
typedef struct IsmctsGame {
    // The tries of the seat to move that would be played, not refused, each once; returns how many,
    // 0 if the game is over. `out` has room for the game's tries_max.
    uint32_t (*list_legal)(const Rules *rules, const void *truth, Try *out);
    // What a truth is worth to `seat`: 0 lost to 1 won. Steps the meter for its own work.
    double (*value)(const void *context, const Rules *rules, const void *truth, uint8_t seat,
                    Rng *rng, Meter *meter);
    const void *context;
    // Which of these tries the other seat makes, by its place; NULL if each is as likely as another.
    uint32_t (*reply)(const void *truth, const Try *tries, uint32_t count, Rng *rng);
} IsmctsGame;

typedef struct IsmctsPlan {
    const Game *game;
    const Rules *rules; // outlives the search
    IsmctsGame leaf;
    double exploration; // c of UCT
    uint32_t nodes_max; // of the tree; once it is full it learns, but no longer grows
    uint32_t boards_max;
    uint8_t seat;
} IsmctsPlan;

// A try at the root, for those who want to know what the search has learnt.
typedef struct IsmctsEdge {
    Try attempt;
    uint32_t visits;
    uint32_t available; // visits of the root since the edge is there in which the try was legal
    double mean;
} IsmctsEdge;

typedef struct Ismcts Ismcts;

enum { ISMCTS_NODES_MIN = 2 }; // the root and a try

// NULL if there is no memory. All of it is asked for here.
Ismcts *ismcts_create(const Memory *memory, const IsmctsPlan *plan);
void ismcts_destroy(Ismcts *search); // accepts NULL

// Begins a new tree for a turn of the seat. `boards`, at least one, are what it holds possible,
// with weights; they stay as they are until the last iteration.
void ismcts_begin(Ismcts *search, const Boards *boards);

// Goes on with the same tree and other boards.
void ismcts_turn_to(Ismcts *search, const Boards *boards);

// Draws one board, goes down, grows by one try or answer, and learns. Steps the meter once a ply.
void ismcts_iterate(Ismcts *search, Rng *rng, Meter *meter);

// The try that was visited most, equals by chance; `attempt` is TRY_NONE if none was legal on any
// board drawn.
IsmctsEdge ismcts_best(const Ismcts *search, Rng *rng);

// The tries at the root in no particular order; returns how many. `out` has room for the game's
// tries_max.
uint32_t ismcts_edges(const Ismcts *search, IsmctsEdge *out);
uint32_t ismcts_node_count(const Ismcts *search);

// What a game is worth to `seat` that this winner has ended.
double ismcts_value_of_end(uint8_t winner, uint8_t seat);

#endif
