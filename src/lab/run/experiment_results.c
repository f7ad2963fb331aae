// Reading CELL.json, CELL.curves.json and runs.jsonl.
#include "lab/run/experiment_results.h"

#include "base/cli/output.h"

#include <stdlib.h>
#include <string.h>

bool cell_path(char path[PATH_ROOM], const char *folder, const ExperimentCell *cell,
               const char *ending)
{
    char name[NAME_ROOM];
    Text file_name = TEXT_IN(name);
    experiment_cell_file_name(cell, &file_name);
    return join_path(path, folder, name, ending);
}

static bool read_result(Slice content, void *result)
{
    return result_from_json(content, result);
}

static bool read_curves(Slice content, void *curves)
{
    return curves_from_json(content, curves);
}

// A missing file is no error; a damaged one is.
static bool load_file(const char *path, bool (*read)(Slice content, void *value), void *value)
{
    Text text = text_growing(&memory_heap);
    const bool is_fine = !load_text(path, &text) || read((Slice){text.start, text.length}, value);
    text_done(&text);
    if (!is_fine)
        complain("%s is damaged; remove it and run the experiment again", path);
    return is_fine;
}

bool cell_result_load(const char *folder, const ExperimentCell *cell, CellResult *result)
{
    char path[PATH_ROOM];
    *result = (CellResult){0};
    return cell_path(path, folder, cell, ".json") && load_file(path, read_result, result);
}

static bool load_cells(ExperimentResults *results, const char *folder, const Experiment *experiment)
{
    const uint32_t count = experiment_cell_count(experiment);
    bool is_fine = true;
    for (uint32_t i = 0; i < count && is_fine; i++) {
        char path[PATH_ROOM];
        ExperimentCell cell;
        experiment_cell(experiment, i, &cell);
        is_fine = cell_result_load(folder, &cell, &results->cells[i]);
        if (is_fine && results->curves)
            is_fine = cell_path(path, folder, &cell, ".curves.json") &&
                      load_file(path, read_curves, &results->curves[i]);
    }
    return is_fine;
}

bool runs_load(const char *folder, Run runs[RUNS_MAX], uint32_t *count)
{
    char path[PATH_ROOM];
    Text text = text_growing(&memory_heap);
    *count = 0;
    bool is_fine = join_path(path, folder, "runs", ".jsonl");
    if (is_fine && !load_text(path, &text))
        text_done(&text); // no run has been recorded yet
    Slice rest = {text.start, text.length}, before = {text.start, 0};
    while (rest.length && is_fine) {
        const Slice line = slice_take(&rest, "\n");
        if (line.length == before.length && memcmp(line.start, before.start, line.length) == 0)
            continue;
        before = line;
        is_fine = *count < RUNS_MAX && run_from_json(line, &runs[*count]);
        *count += is_fine;
    }
    if (!is_fine)
        complain("%s is damaged, or has more than %d runs; correct it or remove it", path,
                 RUNS_MAX);
    text_done(&text);
    return is_fine;
}

bool experiment_results_load(ExperimentResults *results, const char *folder,
                             const Experiment *experiment)
{
    const uint32_t count = experiment_cell_count(experiment);
    const bool has_curves = experiment->curves.is_wanted;
    *results =
        (ExperimentResults){.cells = calloc(count, sizeof *results->cells),
                            .curves = has_curves ? calloc(count, sizeof *results->curves) : NULL};
    if (!results->cells || (has_curves && !results->curves)) {
        complain_of_memory("the results");
        return false;
    }
    return load_cells(results, folder, experiment) &&
           runs_load(folder, results->runs, &results->run_count);
}

void experiment_results_done(ExperimentResults *results)
{
    free(results->cells);
    free(results->curves);
}
