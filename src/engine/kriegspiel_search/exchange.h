// What a capture wins if both sides then take back on its square as long as it pays, the cheapest man first.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_EXCHANGE_H
#define NEBEL_KRIEGSPIEL_SEARCH_EXCHANGE_H

#include "games/chess/position.h"

extern const int16_t exchange_values[KIND_COUNT]; // hundredths of a pawn

// For the side whose man stands on the first square, in hundredths of a pawn; negative if the captor is worth more than what it
// gets. A move to an empty square gives away the man if it can be taken there. Pins are overlooked.
int exchange_value(const Position *position, Move move);

#endif
