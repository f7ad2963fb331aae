// nebel belief --table for records of Phantom Go: how good pools are, by turn.
#ifndef NEBEL_STUDY_GO_TABLE_H
#define NEBEL_STUDY_GO_TABLE_H

#include "study/study.h"

enum { GO_TABLE_ROWS = 8 };

// Turns added up.
typedef struct GoTableRow {
    uint32_t turns;
    uint32_t exact;                // turns with an exact pool
    uint32_t found;                // with the truth among the boards
    uint32_t empty;                // with no board at all
    uint64_t stones, known, wrong; // the enemy's; held certain, rightly and wrongly
    double truth_weight, brier, expected;
} GoTableRow;

// A zeroed one is empty.
typedef struct GoTable {
    GoTableRow rows[GO_TABLE_ROWS], all;
} GoTable;

void go_table_add(GoTable *table, const StudyTurn *turn);
void go_table_to_text(const GoTable *table, Text *text); // in Markdown

#endif
