// Compares a cell that was played again with the result that was kept of it. Only node-limited cells without guests can be
// compared: their games are the same on every machine.
#ifndef NEBEL_LAB_VERIFY_H
#define NEBEL_LAB_VERIFY_H

#include "lab/experiments/experiment.h"
#include "lab/experiments/result.h"

typedef struct Verification {
    uint64_t pairs, kept_pairs; // that were compared, and that the result has
    uint64_t same_pairs;        // from the first on, as far as the hashes tell
    bool is_identical;
} Verification;

// Whether the cell's games are the same each time they are played.
bool cell_can_be_verified(const ExperimentCell *cell);

// How many pairs to play again for this part of a result: all of them if `scale` is 1 or more, else the largest power of two that
// is no more than this part, since of these the result has hashes. 0 if it has no such hashes.
uint64_t verify_pairs(const CellResult *kept, double scale);

// `tally` has as many pairs as verify_pairs said.
Verification verify_cell(const CellResult *kept, const Tally *tally);

#endif
