// What a full board is worth, in hundredths of a pawn for the side to move, and what such a value says of the chance to win.
// It works on every board size: squares count by their distance from the edges and from the own side, not by name.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_EVALUATE
#define NEBEL_KRIEGSPIEL_SEARCH_EVALUATE

#include "games/chess/position.h"

typedef int (*Evaluate)(const Position *position);

extern const int16_t man_values[KIND_COUNT]; // 1, 3, 3, 5, 9 pawns, in hundredths

// One scale for every player: Choice.value is winning_chance of what its search counts. The curve is logistic: who leads
// by WINNING_CENTIPAWNS wins 1 / (1 + 1/e), three games of four about. Chess programs use 400 / ln 10 = 174 for boards
// that both sides see; where men are hidden, a lead is worth less. The number is chosen, not fitted: it is shown to
// people, and no move depends on it.
enum {
    WINNING_CENTIPAWNS = 500,
    MAN_CENTIPAWNS = 300, // of a search that counts in men: a knight or a bishop is one man
};
double winning_chance(double centipawns);

// Men alone.
int evaluate_material(const Position *position);

// Men and squares; against a bare king also how near it is to the edge and to the other king.
int evaluate_position(const Position *position);

// What a capture wins if both sides then take back on its square as long as it pays, the cheapest man first.
extern const int16_t exchange_values[KIND_COUNT]; // hundredths of a pawn

// For the side whose man stands on the first square, in hundredths of a pawn; negative if the captor is worth more than what it
// gets. A move to an empty square gives away the man if it can be taken there. Pins are overlooked.
int exchange_value(const Position *position, Move move);

#endif
