// One hand.
#include "base/crew.h"

static void run_alone(unsigned count, CrewJob *job, void *context)
{
    for (unsigned i = 0; i < count; i++)
        job(context, i);
}

const Crew crew_alone = {run_alone};
