// A crew of threads.
#ifndef NEBEL_SYSTEM_THREADS_H
#define NEBEL_SYSTEM_THREADS_H

#include "base/crew.h"

extern const Crew crew_threads; // each job in a thread of its own, the first in the caller's

#endif
