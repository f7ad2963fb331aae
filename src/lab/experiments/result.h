// The files that a run of an experiment writes: the counts of a cell as JSON, and the circumstances of each run, one JSON object
// a line. Compares a cell that was played again with the result that was kept of it. And the interface of what brings pairs that
// others have played: shares on a disk, or the farm.
#ifndef NEBEL_LAB_EXPERIMENTS_RESULT_H
#define NEBEL_LAB_EXPERIMENTS_RESULT_H

#include "engine/players/version.h"
#include "lab/experiments/experiment.h"
#include "lab/match/tally.h"

// Counts only; all figures are computed from them.
typedef struct CellResult {
    bool is_there;
    Meeting meeting;
    uint64_t attempts, plies;
    uint32_t wins_by_ending[ENDINGS_MAX], draws_by_ending[ENDINGS_MAX];
    uint32_t forfeits[2];
    double games_per_second;              // of the last run, however many games it played at a time
    char hash[17];                        // "" if the games cannot be reproduced
    uint64_t prefix_hashes[PREFIXES_MAX]; // of the first 1, 2, 4 ... pairs
    uint32_t prefix_count;                // 0 in results from before there were such hashes
    // Of the players; "" from before versions, or for an external program.
    char versions[2][VERSION_ROOM];
} CellResult;

// When an experiment or a part of it was played, by which commit and on which machine.
typedef struct Run {
    char date[11]; // 2026-11-15
    char commit[64];
    char cpu[96];
    char signature[17]; // of the program's umpire; "" in runs from before it was written down
    uint32_t cores, concurrency;
    double scale;
} Run;

// Returns the games of a result; 0 if it is not there.
uint64_t result_games(const CellResult *result);

// Reads what report_match_json wrote. False, with `*result` untouched, if it is anything else.
MUST_USE bool result_from_json(Slice text, CellResult *result);

// Writes one line, its end included. False if there is no memory.
MUST_USE bool run_to_json(const Run *run, Text *text);
MUST_USE bool run_from_json(Slice line, Run *run);

// A cell that was played again, beside the result that was kept of it.
typedef struct Verification {
    uint64_t pairs, kept_pairs; // that were compared, and that the result has
    uint64_t same_pairs;        // from the first on, as far as the hashes tell
    bool is_identical;
} Verification;

// Returns whether the cell's games are the same each time they are played: only under a limit of nodes, without external programs.
bool cell_can_be_verified(const ExperimentCell *cell);

// Returns how many pairs to play again for this part of a result: all of them if `scale` is 1 or more, else the largest power of two that
// is no more than this part, since of these the result has hashes. 0 if it has no such hashes.
uint64_t verify_pairs(const CellResult *kept, double scale);

// Compares the games now with the result; `tally` has as many pairs as verify_pairs said.
Verification verify_cell(const CellResult *kept, const Tally *tally);

// Takes the circumstances of runs; false if it cannot.
typedef struct RunSink {
    bool (*take)(void *context, const Run *run);
    void *context;
} RunSink;

// Where the pairs of an experiment come from if others have played them. Functions that return false have said why.
typedef struct PairSource {
    // Begins a cell. Its tally has the pairs of its match file, and grows as pairs are taken.
    bool (*open)(void *context, const ExperimentCell *cell, uint32_t number, const Tally *tally);
    // The pair with this number, which lives until the next call; numbers rise by 1. `*is_pair` is false if it is not there.
    bool (*next)(void *context, uint64_t number, PairResult *result, bool *is_pair);
    // No more pairs are taken, because the match is over or the next one is not there. The speed is that of one core; 0
    // if it is unknown.
    bool (*finish)(void *context, bool is_over, double *games_per_second);
    void (*close)(void *context); // in any case
    // Who has played, and when.
    bool (*runs)(void *context, RunSink sink);
    void *context;
} PairSource;

#endif
