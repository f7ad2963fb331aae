// Alpha-beta on full boards, any size, with captures followed to their end.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_ALPHABETA_H
#define NEBEL_KRIEGSPIEL_SEARCH_ALPHABETA_H

#include "base/budget.h"
#include "kriegspiel/search/evaluate.h"

enum { MATE_VALUE = 30000, VALUE_MAX = 32000 };

typedef struct AlphaBeta {
    Evaluate evaluate;
    bool is_quiet; // follow captures beyond the depth, until none is worth while
    Meter *meter;  // one node a position
} AlphaBeta;

// The value of a position for the side to move, looked at `depth` plies ahead, as far as it lies between alpha and beta.
// Means nothing once the meter is spent.
int alphabeta_value(const AlphaBeta *search, const Position *position, int alpha, int beta,
                    unsigned depth);

// The value of each of some legal moves for the side that makes it. Moves come back with the best capture first.
// False if the meter was spent before the last.
MUST_USE bool alphabeta_moves(const AlphaBeta *search, const Position *position, Move *moves,
                              uint32_t count, unsigned depth, int *values);

// The most promising first: what takes most with least.
void sort_moves(const Position *position, Move *moves, uint32_t count);

#endif
