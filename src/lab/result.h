// What an experiment's run leaves behind, read back: the counts of a cell from its JSON, and the
// circumstances of each run, a JSON object a line.
#ifndef NEBEL_LAB_RESULT_H
#define NEBEL_LAB_RESULT_H

#include "match/tally.h"

// Counts alone; every figure is made from them again.
typedef struct CellResult {
    bool is_there;
    Meeting meeting;
    uint64_t attempts, plies;
    uint32_t wins_by_ending[ENDINGS_MAX], draws_by_ending[ENDINGS_MAX];
    uint32_t forfeits[2];
    char hash[17]; // "" if chance or the machine had a part in it
} CellResult;

// When, by what and on what an experiment was played, or a part of it.
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
