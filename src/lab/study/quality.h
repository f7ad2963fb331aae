// What a pool of Kriegspiel boards says about each square, and how good that is compared with the truth.
#ifndef NEBEL_STUDY_QUALITY_H
#define NEBEL_STUDY_QUALITY_H

#include "engine/core/boards.h"
#include "engine/kriegspiel_belief/belief_model.h"

// The weight of the boards that have a man on each square.
typedef struct SquareMap {
    double at[SQUARE_COUNT];
} SquareMap;

// The map of one kind of `color`'s men; KIND_COUNT for any of them.
SquareMap square_map(const Boards *boards, Color color, unsigned kind);

typedef struct Quality {
    double truth_weight;  // of the true position
    double king_chance;   // on the true square of the enemy's king
    double king_log_loss; // minus its logarithm, in nats; see KING_FLOOR
    double king_entropy;  // the mean of king_log_loss if the weights were the true chances
    double brier; // of the enemy's occupation: mean square error over the squares of the board
} Quality;

// A sample can miss the true square. For the logarithm this share of the belief is spread evenly over all squares, so that a miss
// costs about 8.8 nats on 8x8 instead of infinity.
#define KING_FLOOR 0.01

// The log-loss if the true square had this chance, on a board of so many squares.
double king_log_loss(double chance, unsigned squares);

// `boards` must have at least one board.
Quality quality_of(const Boards *boards, uint8_t seat, const Position *truth);

#endif
