// Jobs in POSIX threads.
#include "base/os/threads.h"

#include <assert.h>
#include <time.h>

typedef struct Worker {
    pthread_t thread;
    CrewJob *job;
    void *context;
    unsigned index;
    bool has_begun;
} Worker;

static void *thread_do_job(void *context)
{
    const Worker *worker = context;
    worker->job(worker->context, worker->index);
    return NULL;
}

// If a thread cannot be started, the caller runs its job.
static void run_threads(unsigned count, CrewJob *job, void *context)
{
    Worker workers[CREW_MAX];
    assert(job);
    assert(count <= CREW_MAX);
    for (unsigned i = 1; i < count; i++) {
        workers[i] = (Worker){.job = job, .context = context, .index = i};
        workers[i].has_begun =
            pthread_create(&workers[i].thread, NULL, thread_do_job, &workers[i]) == 0;
    }
    for (unsigned i = 0; i < count; i++)
        if (i == 0 || !workers[i].has_begun)
            job(context, i);
    for (unsigned i = 1; i < count; i++)
        if (workers[i].has_begun)
            pthread_join(workers[i].thread, NULL);
}

const Crew crew_threads = {run_threads};

void thread_condition_init(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}
