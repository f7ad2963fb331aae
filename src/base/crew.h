// Jobs that can run at the same time. Modules that may not start threads are handed a Crew.
#ifndef NEBEL_BASE_CREW_H
#define NEBEL_BASE_CREW_H

#include "base/base.h"

#include <assert.h>

enum { CREW_MAX = 64 };

typedef void CrewJob(void *context, unsigned index);

// Does the jobs 0 to count − 1, at most CREW_MAX, and returns when all are done.
typedef struct Crew {
    void (*run)(unsigned count, CrewJob *job, void *context);
} Crew;

static inline void crew_run_alone(unsigned count, CrewJob *job, void *context)
{
    assert(job && count <= CREW_MAX);
    for (unsigned i = 0; i < count; i++)
        job(context, i);
}

// Needs no threads: does one job after the other.
static const Crew crew_alone = {crew_run_alone};

#endif
