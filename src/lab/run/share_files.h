// The shares of an experiment: runs of parts of it, each in a folder of its own inside the folder of results, from which the whole
// is put together. Shares may still be running.
//
//     results/EXPERIMENT/share-2-of-4/CELL.match
#ifndef NEBEL_CONSOLE_SHARE_FILES_H
#define NEBEL_CONSOLE_SHARE_FILES_H

#include "lab/experiments/result.h"
#include "lab/match/match_file.h"
#include "lab/run/experiment_results.h"

// The folder of a share. False, with a complaint, if its path is too long.
MUST_USE bool share_folder(char path[PATH_ROOM], const char *folder, Share share);

// How many shares the folders of an experiment stand for. False, with a complaint, if there are none, or of several divisions.
MUST_USE bool shares_find(const char *folder, uint64_t *count);

// The shares of an experiment, as a source of its pairs.
typedef struct Shares {
    const char *folder; // of the experiment
    uint64_t count;
    // The cell that is gathered.
    const ExperimentCell *cell;
    struct ShareFile *files; // one a share
} Shares;

// A pair that is not there has not been played yet. Every share that has not played all its pairs is printed.
PairSource shares_source(Shares *shares);

#endif
