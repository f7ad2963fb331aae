// The files that a run of an experiment writes: the counts of a cell as JSON, and the circumstances of each run, one JSON object
// a line.
#ifndef NEBEL_LAB_RESULT_H
#define NEBEL_LAB_RESULT_H

#include "match/tally.h"

// Counts only; all figures are computed from them.
typedef struct CellResult {
    bool is_there;
    Meeting meeting;
    uint64_t attempts, plies;
    uint32_t wins_by_ending[ENDINGS_MAX], draws_by_ending[ENDINGS_MAX];
    uint32_t forfeits[2];
    char hash[17]; // "" if the games cannot be reproduced
} CellResult;

// When an experiment or a part of it was played, by which commit and on which machine.
typedef struct Run {
    char date[11]; // 2026-11-15
    char commit[64];
    char cpu[96];
    uint32_t cores, concurrency;
    double scale;
} Run;

// Reads what report_match_json wrote. False, with `*result` untouched, if it is anything else.
MUST_USE bool result_from_json(Slice text, CellResult *result);

// One line, its end included. False if there is no memory.
MUST_USE bool run_to_json(const Run *run, Text *text);
MUST_USE bool run_from_json(Slice line, Run *run);

#endif
