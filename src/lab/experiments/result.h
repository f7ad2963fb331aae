// The files that a run of an experiment writes: the counts of a cell as JSON, and the circumstances of each run, one JSON object
// a line.
#ifndef NEBEL_LAB_RESULT_H
#define NEBEL_LAB_RESULT_H

#include "engine/players/version.h"
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
    char versions
        [2][VERSION_ROOM]; // of the players; "" from before versions, or for a program from outside
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

// Reads what report_match_json wrote. False, with `*result` untouched, if it is anything else.
MUST_USE bool result_from_json(Slice text, CellResult *result);

// One line, its end included. False if there is no memory.
MUST_USE bool run_to_json(const Run *run, Text *text);
MUST_USE bool run_from_json(Slice line, Run *run);

#endif
