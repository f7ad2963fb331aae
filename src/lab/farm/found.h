// An experiment as the farm has it.
#ifndef NEBEL_FARM_FOUND_H
#define NEBEL_FARM_FOUND_H

#include "lab/farm/owner.h"

enum { FARM_SECRET_ROOM = 64 };

typedef struct FarmExperiment {
    uint64_t id;
    double scale;
    bool is_open;
    char secret[FARM_SECRET_ROOM];
    Text description; // its file; grows
} FarmExperiment;

// The latest experiment of this name; `*is_there` tells whether there is one. Call farm_experiment_done in any case.
MUST_USE bool farm_find(FarmOwner *owner, const char *name, FarmExperiment *found, bool *is_there);
void farm_experiment_done(FarmExperiment *experiment);
// It has all its pairs.
MUST_USE bool farm_finish(FarmOwner *owner, const FarmExperiment *experiment);

#endif
