// CPU time by POSIX's process clock.
#define _POSIX_C_SOURCE 200809L
#include "cmd/stopwatch.h"

#include <time.h>

double cpu_seconds(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
