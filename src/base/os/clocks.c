// Reading the clocks of POSIX.
#include "base/os/clocks.h"

#include <time.h>

enum { US_PER_S = 1000000, NS_PER_US = 1000 };

static uint64_t read_us(clockid_t clock)
{
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * US_PER_S + (uint64_t)now.tv_nsec / NS_PER_US;
}

static uint64_t wall_us(void *context)
{
    (void)context;
    return read_us(CLOCK_MONOTONIC);
}

static uint64_t cpu_us(void *context)
{
    (void)context;
    return read_us(CLOCK_THREAD_CPUTIME_ID);
}

const Clocks system_clocks = {wall_us, cpu_us, NULL};

double wall_seconds(void)
{
    return (double)read_us(CLOCK_MONOTONIC) * 1e-6;
}

double cpu_seconds(void)
{
    return (double)read_us(CLOCK_PROCESS_CPUTIME_ID) * 1e-6;
}
