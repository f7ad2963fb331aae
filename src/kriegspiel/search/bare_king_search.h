// Mating a bare king that nobody sees: where its squares are all that is hidden, the metaposition is the information set,
// and an exact search over weighted king squares is small enough (in the spirit of Bolognesi and Ciancarini 2003, with
// the mean over the umpire's answers where they take the worst).
#ifndef NEBEL_KRIEGSPIEL_SEARCH_BARE_KING_SEARCH_H
#define NEBEL_KRIEGSPIEL_SEARCH_BARE_KING_SEARCH_H

#include "base/budget.h"
#include "kriegspiel/belief/piece_weights.h"

typedef struct Hunt {
    Metaposition meta;       // one enemy man is left
    double at[SQUARE_COUNT]; // the weight of his king on each square, summing to 1
} Hunt;

typedef struct HuntTry {
    Move move;
    double legal; // the chance that it is
    double value; // in hundredths of a pawn or so; mate is HUNT_MATE, stalemate its negative
} HuntTry;

#define HUNT_MATE 3000.0

// Whether some men, given with all of their kinds, are enough to mate a bare king, a pawn being a queen to come.
bool hunt_can_win(const Bits kind[KIND_COUNT], Bits men);

void hunt_begin(Hunt *hunt, const Metaposition *meta, const Shading *shading);

// Values some tries by the mean over the king's squares, deeper while the budget lasts, and sorts them, the best first.
// Where a try is refused nothing is lost: there it counts like the best that is certain to be legal.
void hunt_search(const Hunt *hunt, Meter *meter, HuntTry *tries, uint32_t count);

#endif
