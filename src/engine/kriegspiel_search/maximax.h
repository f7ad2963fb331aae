// Weighted maximax over metapositions (Ciancarini and Favini 2007).
//
// Of the many answers that the umpire may give, one is predicted at each step. So the enemy never chooses, and a level of
// the tree is a whole move. With s the static value after a try, the try is worth s at the last level, and else
//
//     alpha * s + (1 - alpha) * the best worth of what may follow
//
// so that a prediction counts less the further ahead it is.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_MAXIMAX_H
#define NEBEL_KRIEGSPIEL_SEARCH_MAXIMAX_H

#include "base/budget.h"
#include "engine/kriegspiel_search/metaeval.h"

typedef struct Maximax {
    MetaEval eval;
    double alpha;
    unsigned depth_max; // full moves looked ahead at most
    Meter *meter;       // one node a metaposition advanced
    Move refused;       // the try refused last in this turn; MOVE_NONE if none
    bool is_judged;     // MaximaxTry.fixed already counts mates and stalemates of the tries
} Maximax;

typedef struct MaximaxTry {
    Move move;
    double value;
    double fixed; // the caller's own term, added to the value at every depth
} MaximaxTry;

// Values some tries that the seat may send, deeper and deeper while the budget lasts, and sorts them, the best first.
// Returns how many depths were finished, at least one.
unsigned maximax(const Maximax *search, const Metaposition *meta, MaximaxTry *tries,
                 uint32_t count);

// Whether a try may be legal on some board of the metaposition.
bool maximax_allows(const Metaposition *meta, Move move);

// The answer that is predicted to an own try, which is taken to be legal.
Hearing maximax_predict(const Metaposition *meta, Move move, Move refused);

#endif
