// Threads that work on one try together. Each has a meter of its own; what all have used is counted afterwards.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_TEAM_H
#define NEBEL_KRIEGSPIEL_SEARCH_TEAM_H

#include "base/budget.h"
#include "base/crew.h"

enum { TEAM_MAX = 8 };

typedef struct Team {
    const Crew *crew;
    unsigned threads; // 1 to TEAM_MAX
} Team;

extern const Team team_of_one; // the calling thread

// The part of `thread`, from 0 on. The meter ends with the common one, or with this thread's share of the CPU time that was left; it
// begins with the nodes of all before.
typedef void TeamJob(void *context, unsigned thread, Meter *meter);

// Runs a job in every thread of the team, and counts the nodes and the CPU time of all.
void team_run(const Team *team, TeamJob *job, void *context, Meter *meter);

#endif
