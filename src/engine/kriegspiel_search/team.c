// Dividing a budget among threads.
#include "engine/kriegspiel_search/team.h"

#include <assert.h>

const Team team_of_one = {&crew_alone, 1};

typedef struct Work {
    TeamJob *job;
    void *context;
    const Meter *meter;
    bool counts_cpu;
    uint64_t left_us; // for each thread
    uint64_t nodes[TEAM_MAX], cpu_us[TEAM_MAX];
} Work;

static uint64_t cpu_now_us(const Work *work)
{
    const Clocks *clocks = work->meter->budget->clocks;
    return work->counts_cpu ? clocks->cpu_us(clocks->context) : 0;
}

// A clock tells the CPU time of the thread that reads it, so each thread has its own end.
static void do_part(void *context, unsigned thread)
{
    Work *work = context;
    Meter meter = *work->meter;
    const uint64_t began_us = cpu_now_us(work);
    if (work->counts_cpu)
        meter.cpu_end_us = began_us + work->left_us;
    work->job(work->context, thread, &meter);
    work->nodes[thread] = meter.nodes - work->meter->nodes;
    work->cpu_us[thread] = cpu_now_us(work) - began_us;
}

void team_run(const Team *team, TeamJob *job, void *context, Meter *meter)
{
    assert(team->threads && team->threads <= TEAM_MAX);
    Work work = {.job = job,
                 .context = context,
                 .meter = meter,
                 .counts_cpu = meter->cpu_end_us != UINT64_MAX};
    const uint64_t now_us = cpu_now_us(&work);
    work.left_us = meter->cpu_end_us > now_us ? (meter->cpu_end_us - now_us) / team->threads : 0;
    team->crew->run(team->threads, do_part, &work);
    uint64_t nodes = 0, of_others_us = 0;
    for (unsigned i = 0; i < team->threads; i++) {
        nodes += work.nodes[i];
        of_others_us += i ? work.cpu_us[i] : 0; // the first part ran in the calling thread
    }
    (void)meter_charge(meter, nodes, of_others_us);
}
