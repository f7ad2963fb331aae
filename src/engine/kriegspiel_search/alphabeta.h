// Alpha-beta on full boards, any size, with captures followed to their end.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_ALPHABETA
#define NEBEL_KRIEGSPIEL_SEARCH_ALPHABETA

#include "base/budget.h"
#include "engine/kriegspiel_search/evaluate.h"
#include "games/chess/position.h"

// Hundredths of a pawn. A mate is MATE_VALUE and the depth that is left, so that sooner is better; every value lies within
// VALUE_MAX.
enum { MATE_VALUE = 30000, VALUE_MAX = 32000 };

typedef struct AlphaBeta {
    Evaluate evaluate;
    bool is_quiet; // follow captures beyond the depth, until none gains
    Meter *meter;  // one node a position
} AlphaBeta;

// The value of a position for the side to move, searched `depth` plies deep, if it lies between alpha and beta; else a bound
// of it. Once the meter is spent the result means nothing.
int alphabeta_value(const AlphaBeta *search, const Position *position, int alpha, int beta,
                    unsigned depth);

// The value of each of some legal moves for the side that makes it. The moves are sorted as by sort_moves. False if the
// meter was spent before the last move.
MUST_USE bool alphabeta_moves(const AlphaBeta *search, const Position *position, Move *moves,
                              uint32_t count, unsigned depth, int *values);

// Sorts moves, the most promising first: those that take the most valuable man with the least valuable one.
void sort_moves(const Position *position, Move *moves, uint32_t count);

// An evaluator values the moves of a full board: our own search, or a chess program. Players that sample boards ask one and
// need not know which.
typedef struct Evaluator {
    // Values each of some legal moves for the side that makes it, in hundredths of a pawn; may reorder the moves. False if
    // the meter was spent first, or the evaluator failed.
    bool (*value_moves)(void *context, const Position *position, Move *moves, uint32_t count,
                        Meter *meter, int *values);
    void *context;
} Evaluator;

// Our own: alpha-beta, `depth` plies deep, then captures. The context is a NativeEvaluator.
typedef struct NativeEvaluator {
    unsigned depth;
} NativeEvaluator;
Evaluator evaluator_native(NativeEvaluator *native);

#endif
