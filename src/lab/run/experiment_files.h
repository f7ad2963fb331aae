// The files of an experiment: the results in its folder, and its shares, which are runs of parts of it, each in a folder of its own inside
// the folder of results, from which the whole is put together. Shares may still be running.
//
//     results/EXPERIMENT/CELL.match, CELL.json, CELL.curves.json, runs.jsonl
//     results/EXPERIMENT/share-2-of-4/CELL.match
#ifndef NEBEL_LAB_RUN_EXPERIMENT_FILES_H
#define NEBEL_LAB_RUN_EXPERIMENT_FILES_H

#include "base/cli/files.h"
#include "lab/experiments/result.h"
#include "lab/match/match_file.h"

enum { RUNS_MAX = 64 };

typedef struct ExperimentResults {
    CellResult *cells; // one a cell; some may not be there
    Curves *curves;    // the same; NULL if none are wanted
    Run runs[RUNS_MAX];
    uint32_t run_count;
} ExperimentResults;

// Makes the path of a file of a cell; `ending` is ".match", ".json" or ".curves.json". False, with a complaint, if the path is too long.
MUST_USE bool cell_path(char path[PATH_ROOM], const char *folder, const ExperimentCell *cell,
                        const char *ending);

// Reads the counts of one cell. A missing file is no error; a damaged one is named in a complaint.
MUST_USE bool cell_result_load(const char *folder, const ExperimentCell *cell, CellResult *result);

// Reads the circumstances of all runs; equal lines in a row are one run that was continued. Complains if the file is damaged.
MUST_USE bool runs_load(const char *folder, Run runs[RUNS_MAX], uint32_t *count);

// Reads counts and runs, and the curves if the experiment has some; complains if that fails. Call experiment_results_done in both
// cases.
MUST_USE bool experiment_results_load(ExperimentResults *results, const char *folder,
                                      const Experiment *experiment);
void experiment_results_done(ExperimentResults *results);

// Makes the path of the folder of a share. False, with a complaint, if its path is too long.
MUST_USE bool share_folder(char path[PATH_ROOM], const char *folder, MatchShare share);

// Counts the shares that the folders of an experiment stand for. False, with a complaint, if there are none, or of several divisions.
MUST_USE bool shares_find(const char *folder, uint64_t *count);

// The shares of an experiment, from which its pairs come.
typedef struct Shares {
    const char *folder; // of the experiment
    uint64_t count;
    // The cell that is gathered.
    const ExperimentCell *cell;
    struct ShareFile *files; // one a share
} Shares;

// Returns the shares as a source of pairs. A pair that is not there has not been played yet. Every share that has not played all its pairs is printed.
PairSource shares_source(Shares *shares);

#endif
