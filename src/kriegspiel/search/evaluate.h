// What a full board is worth, in hundredths of a pawn for the side to move: material, and where the men stand. Works on
// every board size: squares count by their distance from the middle and from the own side, not by name.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_EVALUATE_H
#define NEBEL_KRIEGSPIEL_SEARCH_EVALUATE_H

#include "chess/position.h"

typedef int (*Evaluate)(const Position *position);

extern const int16_t man_values[KIND_COUNT]; // 1, 3, 3, 5, 9 pawns, as hundredths

// Men alone.
int evaluate_material(const Position *position);

// Men and squares; against a bare king, how near it is to the edge and to the other king.
int evaluate_position(const Position *position);

#endif
