// The crew that needs no threads.
#include "base/crew.h"

#include <assert.h>

static void run_alone(unsigned count, CrewJob *job, void *context)
{
    assert(job);
    assert(count <= CREW_MAX);
    for (unsigned i = 0; i < count; i++)
        job(context, i);
}

const Crew crew_alone = {run_alone};
