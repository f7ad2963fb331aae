// Jobs in threads of POSIX.
#include "system/threads.h"

#include <assert.h>
#include <pthread.h>

typedef struct Hand {
    pthread_t thread;
    CrewJob *job;
    void *context;
    unsigned index;
    bool has_begun;
} Hand;

static void *work(void *context)
{
    const Hand *hand = context;
    hand->job(hand->context, hand->index);
    return NULL;
}

// A thread that cannot be had leaves its job to the caller.
static void run_threads(unsigned count, CrewJob *job, void *context)
{
    Hand hands[CREW_MAX];
    assert(job);
    assert(count <= CREW_MAX);
    for (unsigned i = 1; i < count; i++) {
        hands[i] = (Hand){.job = job, .context = context, .index = i};
        hands[i].has_begun = pthread_create(&hands[i].thread, NULL, work, &hands[i]) == 0;
    }
    for (unsigned i = 0; i < count; i++)
        if (i == 0 || !hands[i].has_begun)
            job(context, i);
    for (unsigned i = 1; i < count; i++)
        if (hands[i].has_begun)
            pthread_join(hands[i].thread, NULL);
}

const Crew crew_threads = {run_threads};
