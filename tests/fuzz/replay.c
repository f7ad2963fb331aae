// Runs stored inputs through a fuzz target, so that a corpus is an ordinary test with any compiler.
//
//     replay_TARGET FILE-OR-DIRECTORY...    directories are walked
//
// Names each file before it runs: after an abort the last name printed is the culprit. Exits 1 if a
// file cannot be read or there was none to run.
#define _XOPEN_SOURCE 700
#include "fuzz.h"

#include <ftw.h>
#include <sys/stat.h>

static unsigned files_run;

static uint8_t *read_whole(const char *path, size_t size)
{
    uint8_t *data = malloc(size ? size : 1);
    FILE *file = fopen(path, "rb");
    if (!data || !file || fread(data, 1, size, file) != size) {
        perror(path);
        exit(1);
    }
    fclose(file);
    return data;
}

static int run_file(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)walk;
    if (kind == FTW_D)
        return 0;
    if (kind != FTW_F) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 1;
    }
    puts(path);
    fflush(stdout);
    const size_t size = (size_t)status->st_size;
    uint8_t *data = read_whole(path, size);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    files_run++;
    return 0;
}

int main(int argument_count, char **arguments)
{
    enum { OPEN_DIRECTORIES_MAX = 8 };
    for (int i = 1; i < argument_count; i++) {
        const int failed = nftw(arguments[i], run_file, OPEN_DIRECTORIES_MAX, FTW_PHYS);
        if (failed) {
            if (failed < 0)
                perror(arguments[i]);
            return 1;
        }
    }
    printf("%u inputs replayed\n", files_run);
    if (files_run == 0)
        fprintf(stderr, "nothing to replay; usage: replay_TARGET FILE-OR-DIRECTORY...\n");
    return files_run == 0;
}
