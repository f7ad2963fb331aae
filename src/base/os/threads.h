// A crew of threads, and conditions that threads wait for.
#ifndef NEBEL_OS_THREADS_H
#define NEBEL_OS_THREADS_H

#include "base/crew.h"

#include <pthread.h>

extern const Crew crew_threads; // each job in a thread of its own, the first in the caller's

// Begins a condition whose timed waits go by CLOCK_MONOTONIC, which nobody sets.
void thread_condition_init(pthread_cond_t *condition);

#endif
