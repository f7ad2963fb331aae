// `nebel belief --forecast`: how reliable fog's forecasts are over recorded games: whether a try is legal, and whether the reply
// to it captures or gives check.
#ifndef NEBEL_STUDY_FOG_TABLE_H
#define NEBEL_STUDY_FOG_TABLE_H

#include "lab/study/records.h"

typedef struct FogTable {
    RecordFiles files;
    const char *who;    // as --seat says
    const char *player; // a player string of a fog
} FogTable;

// Prints a table in Markdown. Returns what to exit with.
int fog_table(const FogTable *table);

#endif
