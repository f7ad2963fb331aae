// Monte Carlo tree search without boards: the methods B and C of Ciancarini and Favini (2010).
//
// The tree has three levels for two plies: a turn of the seat, its tries, and for each try the messages that answer it and
// the enemy's reply. A turn holds a density and no board; messages are drawn by their chances.
//
//   B   a try is worth the mean of its simulations
//   C   a try is worth the sum over all its messages by their chances; a turn is worth its best try
#ifndef NEBEL_KRIEGSPIEL_SEARCH_MCTS_H
#define NEBEL_KRIEGSPIEL_SEARCH_MCTS_H

#include "base/budget.h"
#include "base/memory.h"
#include "engine/kriegspiel_search/message.h"

typedef enum MctsMethod {
    MCTS_B,
    MCTS_C,
    MCTS_BC, // the messages of the first try summed as in C, then a simulation as in B
} MctsMethod;

typedef enum MctsBackup {
    MCTS_MEAN,    // the mean of visits
    MCTS_MAX,     // the best try of a turn, the messages of a try by their chances
    MCTS_MAX_ALL, // the best at every level, messages included
} MctsBackup;

typedef struct MctsPlan {
    const CallModel *calls; // outlives the search
    MctsMethod method;
    MctsBackup backup;
    unsigned retakes;   // after a simulation, at most
    unsigned moves;     // of a simulation, the try that leads to it included; at least 1
    float exploration;  // c of UCT, for worths divided by CALL_MODEL_WIN
    uint32_t turns_max; // that the tree may hold; when it is full it no longer grows
} MctsPlan;

enum {
    MCTS_TURNS_MIN = 16, // a smaller tree is of no use
    MCTS_RETAKES = 8,    // more men than this hardly ever meet on one square
};

typedef struct Mcts Mcts;

// NULL if there is no memory.
Mcts *mcts_create(const Memory *memory, const MctsPlan *plan);
void mcts_destroy(Mcts *search); // accepts NULL

// Begins a turn with these tries, at least one. The old tree is kept if it holds this turn: below the last own try `attempt`
// (TRY_NONE if there was none) and its `message` (NULL if it is none that the tree draws). It is dropped if more than half
// of its room is used.
void mcts_begin(Mcts *search, const BeliefState *belief, const Try *tries, uint32_t count,
                Try attempt, const CallMessage *message, Meter *meter);

// Adds one leaf. A node of the meter is a try that was valued.
void mcts_iterate(Mcts *search, Rng *rng, Meter *meter);

// A try of the root.
typedef struct MctsEdge {
    Try attempt;
    uint32_t visits;
    double value; // in men
} MctsEdge;

// The tries of the root, in the order in which they were given. Returns how many; `out` has room for TRIES_MAX.
uint32_t mcts_edges(const Mcts *search, MctsEdge *out);
uint32_t mcts_turn_count(const Mcts *search);

#endif
