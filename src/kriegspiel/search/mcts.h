// Monte Carlo tree search without boards: the methods B and C of Ciancarini and Favini (2010).
//
// The tree has three levels for two plies: a turn of the seat, its tries, and for each try the messages that answer it and
// the enemy's reply. A turn holds a density, not a board; what the umpire will say is drawn by its chance.
//
//   B   a try is worth what simulations of so many moves bring on the average
//   C   a try is worth the sum over all messages, at once; a turn is worth its best try
#ifndef NEBEL_KRIEGSPIEL_SEARCH_MCTS_H
#define NEBEL_KRIEGSPIEL_SEARCH_MCTS_H

#include "base/budget.h"
#include "base/memory.h"
#include "kriegspiel/search/message.h"

typedef enum MctsMethod {
    MCTS_B,
    MCTS_C,
    MCTS_BC, // a try's messages summed as C does, and then B's simulation
} MctsMethod;

typedef enum MctsBackup {
    MCTS_MEAN,    // of visits
    MCTS_MAX,     // the best try of a turn; the messages of a try by their chance
    MCTS_MAX_ALL, // the best at every level
} MctsBackup;

typedef struct MctsPlan {
    const CallModel *calls; // outlives the search
    MctsMethod method;
    MctsBackup backup;
    unsigned retakes; // of a string of captures after a simulation, at most
    unsigned moves;   // of a simulation, the one that leads to it included
    float exploration;
    uint32_t turns_max; // that the tree may hold; then it no longer grows
} MctsPlan;

enum { MCTS_TURNS_MIN = 16, MCTS_RETAKES = 8 };

typedef struct Mcts Mcts;

// NULL if there is no memory.
Mcts *mcts_create(const Memory *memory, const MctsPlan *plan);
void mcts_destroy(Mcts *search); // accepts NULL

// Begins a turn with these tries, at least one. What was thought before is kept if it came to this turn: by `attempt` (the
// last own one, TRY_NONE if there was none) and `message`, unless more than half of the room is used up.
void mcts_begin(Mcts *search, const BeliefState *belief, const Try *tries, uint32_t count,
                Try attempt, const Message *message, Meter *meter);

// One more leaf. The meter counts tries that were valued.
void mcts_iterate(Mcts *search, Rng *rng, Meter *meter);

// A try of the root.
typedef struct MctsEdge {
    Try attempt;
    uint32_t visits;
    double value; // in men
} MctsEdge;

// Their order is that of the tries at the beginning. Returns how many.
uint32_t mcts_edges(const Mcts *search, MctsEdge *out);
uint32_t mcts_turn_count(const Mcts *search);

#endif
