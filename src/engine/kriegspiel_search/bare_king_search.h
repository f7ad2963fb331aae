// Mates a bare king that nobody sees. Only the square of the king is hidden, so the metaposition is the information set, and
// an exact search over weighted king squares is small enough. It follows Bolognesi and Ciancarini (2003), but takes the mean
// over the umpire's answers where they take the worst.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_BARE_KING_SEARCH_H
#define NEBEL_KRIEGSPIEL_SEARCH_BARE_KING_SEARCH_H

#include "base/budget.h"
#include "engine/kriegspiel_belief/piece_weights.h"

typedef struct BareKingSearch {
    Metaposition meta;       // one enemy man is left
    double at[SQUARE_COUNT]; // the chance of the king on each square; they sum to 1
} BareKingSearch;

typedef struct BareKingTry {
    Move move;
    double legal; // the chance that it is legal
    double value; // about hundredths of a pawn; mate is BARE_KING_MATE, stalemate its negative
} BareKingTry;

#define BARE_KING_MATE 3000.0 // twice the most that material counts

// Whether the members of `men` are enough to mate a bare king. A pawn is enough: it may promote.
bool bare_king_can_win(const Bits kind[KIND_COUNT], Bits men);

void bare_king_begin(BareKingSearch *bare_king, const Metaposition *meta,
                     const PieceWeights *piece_weights);

// Values some tries by the mean over the king's squares, deeper while the budget lasts, and sorts them, the best first. A
// refusal costs nothing: on squares where a try is illegal it counts as the best try that is certain to be legal.
void bare_king_search(const BareKingSearch *bare_king, Meter *meter, BareKingTry *tries,
                      uint32_t count);

#endif
