// Reads /proc; proc(5) names its fields.
#include "load/usage.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_BYTES_MAX = 512 };

typedef struct Times {
    int parent;
    unsigned long own, waited; // ticks; `waited` of children that have ended
} Times;

static bool read_times(int process, Times *times)
{
    char path[64], line[LINE_BYTES_MAX];
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE *file = fopen(path, "re");
    const bool is_read = file && fgets(line, sizeof line, file);
    if (file)
        fclose(file);
    // The name of the program stands in parentheses and may hold anything, parentheses too.
    const char *fields = is_read ? strrchr(line, ')') : NULL;
    unsigned long user, system, waited_user, waited_system;
    if (!fields || sscanf(fields, ") %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu",
                          &times->parent, &user, &system, &waited_user, &waited_system) != 5)
        return false;
    times->own = user + system;
    times->waited = waited_user + waited_system;
    return true;
}

// Hands each child of a process to `take`.
static void visit_children(int process, void (*take)(int child, const Times *times, void *context),
                           void *context)
{
    DIR *folder = opendir("/proc");
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        const int child = atoi(entry->d_name);
        Times times;
        if (child > 0 && read_times(child, &times) && times.parent == process)
            take(child, &times, context);
    }
    if (folder)
        closedir(folder);
}

static void add_ticks(int child, const Times *times, void *context)
{
    unsigned long *ticks = context;
    (void)child;
    *ticks += times->own;
}

double usage_cpu_seconds(int process)
{
    Times times;
    if (!read_times(process, &times))
        return 0;
    unsigned long ticks = times.own + times.waited;
    visit_children(process, add_ticks, &ticks);
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

static uint64_t own_bytes(int process)
{
    char path[64], line[LINE_BYTES_MAX];
    uint64_t kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", process);
    FILE *file = fopen(path, "re");
    while (file && !kilobytes && fgets(line, sizeof line, file))
        if (sscanf(line, "RssAnon: %" SCNu64, &kilobytes) != 1)
            kilobytes = 0;
    if (file)
        fclose(file);
    return kilobytes * 1024;
}

static void add_bytes(int child, const Times *times, void *context)
{
    uint64_t *bytes = context;
    (void)times;
    *bytes += own_bytes(child);
}

uint64_t usage_memory_bytes(int process)
{
    uint64_t bytes = own_bytes(process);
    visit_children(process, add_bytes, &bytes);
    return bytes;
}

double usage_load_average(void)
{
    double average;
    return getloadavg(&average, 1) == 1 ? average : 0;
}

double usage_stolen_seconds(void)
{
    // User, nice, system, idle, waiting for disks, two kinds of interrupts; then stolen.
    uint64_t ticks = 0;
    FILE *file = fopen("/proc/stat", "re");
    if (file && fscanf(file, "cpu %*u %*u %*u %*u %*u %*u %*u %" SCNu64, &ticks) != 1)
        ticks = 0;
    if (file)
        fclose(file);
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}
