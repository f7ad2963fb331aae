// Looking at the processes that the guests of a test are, and at clocks.
#ifndef NEBEL_TESTS_UNIT_CHILDREN_H
#define NEBEL_TESTS_UNIT_CHILDREN_H

#include "base/budget.h"
#include "check.h"
#include "engine/external/process.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static inline bool has_our_mark(int pid)
{
    static char environment[1 << 17];
    char path[64], mark[64];
    snprintf(path, sizeof path, "/proc/%d/environ", pid);
    const int length = snprintf(mark, sizeof mark, "%s=%d-", process_marker, (int)getpid());
    FILE *file = fopen(path, "re");
    const size_t count = file ? fread(environment, 1, sizeof environment, file) : 0;
    if (file)
        fclose(file);
    return memmem(environment, count, mark, (size_t)length) != NULL;
}

// The first process that carries our mark and is not `but`; 0 if there is none.
static inline int find_child(int but)
{
    int found = 0;
    DIR *processes = opendir("/proc");
    assert_non_null(processes);
    for (const struct dirent *entry; !found && (entry = readdir(processes));) {
        const int pid = atoi(entry->d_name);
        if (pid > 0 && pid != but && pid != getpid() && has_our_mark(pid))
            found = pid;
    }
    closedir(processes);
    return found;
}

static inline uint64_t read_clock_us(clockid_t clock)
{
    struct timespec now;
    assert_int_equal(clock_gettime(clock, &now), 0);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static inline uint64_t cpu_us_of(int pid)
{
    clockid_t clock;
    assert_int_equal(clock_getcpuclockid(pid, &clock), 0);
    return read_clock_us(clock);
}

static inline uint64_t wall_us(void *context)
{
    (void)context;
    return read_clock_us(CLOCK_MONOTONIC);
}

static inline uint64_t thread_us(void *context)
{
    (void)context;
    return read_clock_us(CLOCK_THREAD_CPUTIME_ID);
}

static const Clocks clocks = {wall_us, thread_us, NULL};

#endif
