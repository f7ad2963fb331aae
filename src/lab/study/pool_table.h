// `nebel belief --table`: measures pools over all games of some files and prints tables in Markdown.
#ifndef NEBEL_STUDY_POOL_TABLE_H
#define NEBEL_STUDY_POOL_TABLE_H

#include "lab/study/records.h"
#include "lab/study/report.h"

typedef struct BeliefTable {
    RecordFiles files;
    const char *who;    // the seat
    PoolPlan pool;      // its seed is for the first game; each later game has the next seed
    const char *limits; // "1000,10000"; NULL for the pool's own
    BeliefTableKind kind;
} BeliefTable;

int belief_table(const BeliefTable *table);

#endif
