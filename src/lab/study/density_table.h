// `nebel belief --density`: how reliable a density's predictions are over recorded games.
#ifndef NEBEL_STUDY_DENSITY_TABLE_H
#define NEBEL_STUDY_DENSITY_TABLE_H

#include "lab/study/record_study.h"
#include "lab/study/records.h"

typedef struct BeliefDensity {
    RecordFiles files;
    const char *who;   // as --seat says
    const char *model; // a file, "none", or NULL for the default
} BeliefDensity;

// Prints tables in Markdown. Returns what to exit with.
int belief_density(const BeliefDensity *plan);

#endif
