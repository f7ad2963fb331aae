// Time by POSIX's clocks.
#define _POSIX_C_SOURCE 200809L
#include "system/stopwatch.h"

#include <time.h>

static double read_seconds(clockid_t clock)
{
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double cpu_seconds(void)
{
    return read_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double wall_seconds(void)
{
    return read_seconds(CLOCK_MONOTONIC);
}
