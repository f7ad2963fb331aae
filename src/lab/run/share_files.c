// Finding the folders of shares, and reading their match files side by side.
#include "lab/run/share_files.h"

#include "base/cli/output.h"

#include <assert.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WHY_ROOM = 512 }; // bytes of a sentence

// --- Folders -------------------------------------------------------------------------------------

static const char name_format[] = "share-%" PRIu64 "-of-%" PRIu64;

bool share_folder(char path[PATH_ROOM], const char *folder, Share share)
{
    char name[64];
    snprintf(name, sizeof name, name_format, share.index + 1, share.count);
    return join_path(path, folder, name, "");
}

// Reads the name of a folder; false if it is no share's.
static bool share_from_name(const char *name, Share *share)
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
    Share share;
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

// --- Match files ---------------------------------------------------------------------------------

typedef struct ShareFile {
    Plan plan; // of the share
    char path[PATH_ROOM];
    char why[WHY_ROOM];
    Text message; // in `why`
    bool is_there;
    JournalReader reader;
} ShareFile;

static bool is_fine(const ShareFile *file, JournalError error)
{
    if (error)
        complain("%s: %s%s%s", file->path, journal_error_text(error), file->why[0] ? ": " : "",
                 file->why);
    return !error;
}

static bool open_file(ShareFile *file, const Shares *shares, uint64_t index)
{
    char folder[PATH_ROOM];
    file->plan = shares->cell->plan;
    file->plan.share = (Share){index, shares->count};
    file->message = TEXT_IN(file->why);
    if (!share_folder(folder, shares->folder, file->plan.share) ||
        !cell_path(file->path, folder, shares->cell, ".match"))
        return false;
    file->is_there = access(file->path, F_OK) == 0;
    return !file->is_there ||
           is_fine(file, journal_reader_open(&file->reader, &memory_heap, file->path, &file->plan,
                                             &file->message));
}

static bool open_files(void *context, const ExperimentCell *cell, uint32_t number,
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
        is_open = open_file(&shares->files[i], shares, i);
    return is_open;
}

static void close_files(void *context)
{
    Shares *shares = context;
    for (uint64_t i = 0; shares->files && i < shares->count; i++)
        if (shares->files[i].is_there)
            journal_reader_close(&shares->files[i].reader);
    free(shares->files);
    shares->files = NULL;
}

static bool next_pair(ShareFile *file, PairResult *result, bool *is_pair)
{
    *is_pair = false;
    return !file->is_there || is_fine(file, journal_reader_next(&file->reader, result, is_pair));
}

static bool next_of_shares(void *context, uint64_t number, PairResult *result, bool *is_pair)
{
    Shares *shares = context;
    ShareFile *file = &shares->files[number % shares->count];
    *is_pair = true;
    while (*is_pair && plan_number(&file->plan, file->reader.next) < number)
        if (!next_pair(file, result, is_pair)) // one that the whole match has already
            return false;
    return *is_pair ? next_pair(file, result, is_pair) : true;
}

// --- What there is -------------------------------------------------------------------------------

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
            if (!next_pair(file, &result, &is_pair))
                return false;
        if (file->reader.next < asked)
            print_missing(file, asked);
    }
    return true;
}

// The speed of the shares that have ended, as if they had been played one after another; 0 if none has.
static bool read_speed(const Shares *shares, double *games_per_second)
{
    double games = 0, seconds = 0;
    for (uint64_t i = 0; i < shares->count; i++) {
        char folder[PATH_ROOM];
        CellResult result;
        if (!share_folder(folder, shares->folder, (Share){i, shares->count}) ||
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

static bool finish_files(void *context, bool is_over, double *games_per_second)
{
    Shares *shares = context;
    return (is_over || print_all_missing(shares)) && read_speed(shares, games_per_second);
}

// --- Runs ----------------------------------------------------------------------------------------

static bool read_runs(void *context, RunSink sink)
{
    const Shares *shares = context;
    for (uint64_t i = 0; i < shares->count; i++) {
        char folder[PATH_ROOM];
        Run runs[RUNS_MAX];
        uint32_t count = 0;
        if (!share_folder(folder, shares->folder, (Share){i, shares->count}) ||
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
    return (PairSource){.open = open_files,
                        .next = next_of_shares,
                        .finish = finish_files,
                        .close = close_files,
                        .runs = read_runs,
                        .context = shares};
}
