// Mating a bare king that nobody sees: where its squares are all that is hidden, the metaposition is the information set,
// and an exact search over weighted king squares is small enough (in the spirit of Bolognesi and Ciancarini 2003, with
// the mean over the umpire's answers where they take the worst).
#ifndef NEBEL_KRIEGSPIEL_SEARCH_BARE_KING_SEARCH_H
#define NEBEL_KRIEGSPIEL_SEARCH_BARE_KING_SEARCH_H

#include "base/budget.h"
#include "kriegspiel/belief/piece_weights.h"

typedef struct BareKingSearch {
    Metaposition meta;       // one enemy man is left
    double at[SQUARE_COUNT]; // the weight of his king on each square, summing to 1
} BareKingSearch;

typedef struct BareKingTry {
    Move move;
    double legal; // the chance that it is
    double value; // in hundredths of a pawn or so; mate is HUNT_MATE, stalemate its negative
} BareKingTry;

#define HUNT_MATE 3000.0

// Whether some men, given with all of their kinds, are enough to mate a bare king, a pawn being a queen to come.
bool bare_king_can_win(const Bits kind[KIND_COUNT], Bits men);

void bare_king_begin(BareKingSearch *bare_king, const Metaposition *meta,
                     const PieceWeights *piece_weights);

// Values some tries by the mean over the king's squares, deeper while the budget lasts, and sorts them, the best first.
// Where a try is refused nothing is lost: there it counts like the best that is certain to be legal.
void bare_king_search(const BareKingSearch *bare_king, Meter *meter, BareKingTry *tries,
                      uint32_t count);

#endif
