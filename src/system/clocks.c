// Reading the system's clocks.
#include "system/clocks.h"

#include <time.h>

enum { US_PER_S = 1000000, NS_PER_US = 1000 };

static uint64_t read_us(clockid_t clock)
{
    struct timespec now;
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
