// The shares of an experiment: runs of parts of it, each in a folder of its own inside the folder of results, from which the whole
// is put together. Shares may still be running.
//
//     results/EXPERIMENT/share-2-of-4/CELL.match
#ifndef NEBEL_CONSOLE_SHARE_FILES_H
#define NEBEL_CONSOLE_SHARE_FILES_H

#include "console/experiment_results.h"
#include "match/journal_reader.h"

// The folder of a share. False, with a complaint, if its path is too long.
MUST_USE bool share_folder(char path[PATH_ROOM], const char *folder, Share share);

// How many shares the folders of an experiment stand for. False, with a complaint, if there are none, or of several divisions.
MUST_USE bool shares_find(const char *folder, uint64_t *count);

// The match files of one cell, one a share.
typedef struct ShareFiles {
    const char *folder; // of the experiment
    const ExperimentCell *cell;
    uint64_t count;
    struct ShareFile *files;
} ShareFiles;

// Complains if a file cannot be read or is of another match. Call share_files_close in any case.
MUST_USE bool share_files_open(ShareFiles *shares, const char *folder, const ExperimentCell *cell,
                               uint64_t count);
void share_files_close(ShareFiles *shares);

// Reads the pair with this number, which lives until the next call; numbers rise by 1. `*is_pair` is false if its share has not played it yet.
// False, with a complaint, if a file is damaged.
MUST_USE bool share_files_next(ShareFiles *shares, uint64_t number, PairResult *result,
                               bool *is_pair);
// Prints every share that has not played all its pairs, and reads the rest of all files for that. False, with a complaint, if one is
// damaged.
MUST_USE bool share_files_print_missing(ShareFiles *shares);

// The speed of the shares that have ended, as if they had been played one after another; 0 if none has.
MUST_USE bool share_files_speed(const ShareFiles *shares, double *games_per_second);

#endif
