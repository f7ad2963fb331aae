// Weighted maximax over metapositions (Ciancarini and Favini 2007).
//
// Of the many answers an umpire may give, one is predicted at each step, so the enemy never chooses and a level of the
// tree is a whole move. The value of a try is static if it is the last, else alpha times static and (1 - alpha) times the
// best value of what may follow it: the further ahead, the less a prediction counts.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_MAXIMAX_H
#define NEBEL_KRIEGSPIEL_SEARCH_MAXIMAX_H

#include "base/budget.h"
#include "kriegspiel/search/metaeval.h"

typedef struct Maximax {
    MetaEval eval;
    double alpha;
    unsigned depth_max; // full moves looked ahead at most
    Meter *meter;       // one node a metaposition advanced
    Move refused;       // the try refused last in this turn; MOVE_NONE if none
    bool is_judged; // the caller's opinions have the mates and stalemates of the tries themselves
} Maximax;

typedef struct MaximaxTry {
    Move move;
    double value;
    double fixed; // the caller's own opinion, added to the value at every depth
} MaximaxTry;

// Values some tries that the seat may send, deeper and deeper while the budget lasts, and sorts them, the best first.
// Returns the depth that was finished.
unsigned maximax(const Maximax *search, const Metaposition *meta, MaximaxTry *tries,
                 uint32_t count);

// Whether a try may be legal as far as the metaposition knows.
bool maximax_allows(const Metaposition *meta, Move move);

// The answer that is predicted to an own try that is taken for legal.
Hearing maximax_predict(const Metaposition *meta, Move move, Move refused);

#endif
