// Jobs that can run at the same time. Rooms that may not start threads are handed a Crew.
#ifndef NEBEL_BASE_CREW_H
#define NEBEL_BASE_CREW_H

#include "base/base.h"

enum { CREW_MAX = 64 };

typedef void CrewJob(void *context, unsigned index);

// Does the jobs 0 to count − 1, at most CREW_MAX, and returns when all are done.
typedef struct Crew {
    void (*run)(unsigned count, CrewJob *job, void *context);
} Crew;

extern const Crew crew_alone; // one after the other

#endif
