// A turn of a studied game of Kriegspiel: what the pool says about each square, and how good that is compared with the truth.
#ifndef NEBEL_LAB_STUDY_KRIEGSPIEL_STUDY_H
#define NEBEL_LAB_STUDY_KRIEGSPIEL_STUDY_H

#include "games/kriegspiel/kriegspiel.h"
#include "lab/study/study.h"

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

// Returns the log-loss if the true square had this chance, on a board of so many squares.
double king_log_loss(double chance, unsigned squares);

// An own turn, before its first try.
typedef struct PoolTurn {
    uint32_t move; // its number, as in the record
    bool is_exact;
    bool is_guessed;      // no history is known to lead to its boards
    const Boards *boards; // empty if the pool has died and nothing was found
    PoolCounts counts;    // of the game so far
    const KriegspielView *view;
    const Position *truth;
    Quality quality; // for an empty pool, as if no square had a man
} PoolTurn;

// Compares the pool of a turn with the truth.
PoolTurn pool_turn(const StudyTurn *studied);

// Sums over turns. A zeroed one has no turns.
typedef struct PoolSums {
    uint32_t turns;
    uint32_t exact;   // turns with an exact pool
    uint32_t found;   // with the truth among the boards
    uint32_t empty;   // with no board at all
    uint32_t guessed; // with boards that are not proven
    Quality sum;
} PoolSums;

void pool_sums_add(PoolSums *sums, const PoolTurn *turn);
Quality pool_sums_mean(const PoolSums *sums); // of no turns, all 0

#endif
