// The results of an experiment, read from their folder. For runs, lists and pages.
#ifndef NEBEL_CONSOLE_EXPERIMENT_RESULTS_H
#define NEBEL_CONSOLE_EXPERIMENT_RESULTS_H

#include "base/cli/files.h"
#include "lab/experiments/experiment.h"
#include "lab/experiments/result.h"

enum { RUNS_MAX = 64 };

typedef struct ExperimentResults {
    CellResult *cells; // one a cell; some may not be there
    Curves *curves;    // the same; NULL if none are wanted
    Run runs[RUNS_MAX];
    uint32_t run_count;
} ExperimentResults;

// Where the files of a cell are; `ending` is ".match", ".json" or ".curves.json". False, with a complaint, if the path is too long.
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

#endif
