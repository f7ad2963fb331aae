// Reads CELL.json, CELL.curves.json and runs.jsonl; finds the folders of shares, and reads their match files side by side.
#include "lab/run/experiment_files.h"

#include "base/cli/output.h"

#include <assert.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

enum { WHY_ROOM = 512 }; // bytes of a sentence

static const char name_format[] = "share-%" PRIu64 "-of-%" PRIu64;

bool share_folder(char path[PATH_ROOM], const char *folder, MatchShare share)
{
    char name[64];
    snprintf(name, sizeof name, name_format, share.index + 1, share.count);
    return join_path(path, folder, name, "");
}

// Reads the name of a folder; false if it is no share's.
static bool share_from_name(const char *name, MatchShare *share)
{
    static const char before[] = "share-", between[] = "-of-";
    const char *middle = strstr(name, between);
    if (strncmp(name, before, sizeof before - 1) != 0 || !middle)
        return false;
    char text[64];
    const char *number = name + sizeof before - 1;
    snprintf(text, sizeof text, "%.*s/%s", (int)(middle - number), number,
             middle + sizeof between - 1);
    return share_from_text((Slice){text, strlen(text)}, share);
}

bool shares_find(const char *folder, uint64_t *count)
{
    MatchShare share;
    bool is_one = true;
    DIR *entries = opendir(folder);
    *count = 0;
    for (const struct dirent *entry; entries && (entry = readdir(entries));) {
        if (!share_from_name(entry->d_name, &share))
            continue;
        is_one = is_one && (!*count || *count == share.count);
        *count = share.count;
    }
    if (entries)
        closedir(entries);
    if (!*count)
        complain("%s has no shares; nebel lab run EXPERIMENT --share 1/4 plays one of four",
                 folder);
    else if (!is_one)
        complain("%s has shares of several divisions; move those away that are not wanted", folder);
    return *count && is_one;
}

typedef struct ShareFile {
    Plan plan; // of the share
    char path[PATH_ROOM];
    char why[WHY_ROOM];
    Text message; // in `why`
    bool is_there;
    MatchFileReader reader;
} ShareFile;

static bool is_share_fine(const ShareFile *file, MatchFileError error)
{
    if (error)
        complain("%s: %s%s%s", file->path, match_file_error_text(error), file->why[0] ? ": " : "",
                 file->why);
    return !error;
}

static bool open_share(ShareFile *file, const Shares *shares, uint64_t index)
{
    char folder[PATH_ROOM];
    file->plan = shares->cell->plan;
    file->plan.share = (MatchShare){index, shares->count};
    file->message = TEXT_IN(file->why);
    if (!share_folder(folder, shares->folder, file->plan.share) ||
        !cell_path(file->path, folder, shares->cell, ".match"))
        return false;
    file->is_there = access(file->path, F_OK) == 0;
    return !file->is_there ||
           is_share_fine(file, match_file_reader_open(&file->reader, &memory_heap, file->path,
                                                      &file->plan, &file->message));
}

static bool open_shares(void *context, const ExperimentCell *cell, uint32_t number,
                        const Tally *tally)
{
    (void)number;
    (void)tally;
    Shares *shares = context;
    assert(shares->count > 0 && shares->count <= SHARES_MAX && !cell->plan.share.count);
    shares->cell = cell;
    shares->files = calloc(shares->count, sizeof *shares->files);
    if (!shares->files) {
        complain_of_memory("the shares");
        return false;
    }
    bool is_open = true;
    for (uint64_t i = 0; i < shares->count && is_open; i++)
        is_open = open_share(&shares->files[i], shares, i);
    return is_open;
}

static void close_shares(void *context)
{
    Shares *shares = context;
    for (uint64_t i = 0; shares->files && i < shares->count; i++)
        if (shares->files[i].is_there)
            match_file_reader_close(&shares->files[i].reader);
    free(shares->files);
    shares->files = NULL;
}

static bool next_pair_of_share(ShareFile *file, PairResult *result, bool *is_pair)
{
    *is_pair = false;
    return !file->is_there ||
           is_share_fine(file, match_file_reader_next(&file->reader, result, is_pair));
}

static bool next_pair_of_shares(void *context, uint64_t number, PairResult *result, bool *is_pair)
{
    Shares *shares = context;
    ShareFile *file = &shares->files[number % shares->count];
    *is_pair = true;
    while (*is_pair && plan_number(&file->plan, file->reader.next) < number)
        if (!next_pair_of_share(file, result, is_pair)) // one that the whole match has already
            return false;
    return *is_pair ? next_pair_of_share(file, result, is_pair) : true;
}

static void print_missing(const ShareFile *file, uint64_t asked)
{
    if (file->is_there)
        printf("%s has %" PRIu64 " of its %" PRIu64 " pairs%s\n", file->path, file->reader.next,
               asked, file->reader.is_torn ? "; the next line is torn, or is being written" : "");
    else
        printf("%s is missing: this share has not begun\n", file->path);
}

// Prints every share that has not played all its pairs, and reads the rest of all files for that.
static bool print_all_missing(Shares *shares)
{
    for (uint64_t i = 0; i < shares->count; i++) {
        ShareFile *file = &shares->files[i];
        const uint64_t asked = plan_job_count(&file->plan);
        PairResult result;
        bool is_pair = true;
        while (is_pair && file->reader.next < asked)
            if (!next_pair_of_share(file, &result, &is_pair))
                return false;
        if (file->reader.next < asked)
            print_missing(file, asked);
    }
    return true;
}

// Reads the speed of the shares that have ended, as if they had been played one after another; 0 if none has.
static bool read_speed(const Shares *shares, double *games_per_second)
{
    double games = 0, seconds = 0;
    for (uint64_t i = 0; i < shares->count; i++) {
        char folder[PATH_ROOM];
        CellResult result;
        if (!share_folder(folder, shares->folder, (MatchShare){i, shares->count}) ||
            !cell_result_load(folder, shares->cell, &result))
            return false;
        if (!(result.games_per_second > 0))
            continue;
        const double played = (double)score_count_games(&result.meeting.games);
        games += played;
        seconds += played / result.games_per_second;
    }
    *games_per_second = seconds > 0 ? games / seconds : 0;
    return true;
}

static bool finish_shares(void *context, bool is_over, double *games_per_second)
{
    Shares *shares = context;
    return (is_over || print_all_missing(shares)) && read_speed(shares, games_per_second);
}

static bool read_runs_of_shares(void *context, RunSink sink)
{
    const Shares *shares = context;
    for (uint64_t i = 0; i < shares->count; i++) {
        char folder[PATH_ROOM];
        Run runs[RUNS_MAX];
        uint32_t count = 0;
        if (!share_folder(folder, shares->folder, (MatchShare){i, shares->count}) ||
            !runs_load(folder, runs, &count))
            return false;
        for (uint32_t k = 0; k < count; k++)
            if (!sink.take(sink.context, &runs[k]))
                return false;
    }
    return true;
}

PairSource shares_source(Shares *shares)
{
    return (PairSource){.open = open_shares,
                        .next = next_pair_of_shares,
                        .finish = finish_shares,
                        .close = close_shares,
                        .runs = read_runs_of_shares,
                        .context = shares};
}
