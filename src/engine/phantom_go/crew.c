// Running one flat search on each thread, and adding the results.
#include "engine/phantom_go/crew.h"

#include <assert.h>

bool go_crew_init(GoCrew *crew, const Memory *memory, const Crew *workers, uint32_t threads)
{
    assert(threads > 0 && threads <= GO_THREADS_MAX);
    GoFlat *flats = memory_resize(memory, NULL, threads * sizeof *flats);
    if (!flats)
        return false;
    *crew = (GoCrew){.memory = *memory, .workers = workers, .threads = threads, .flats = flats};
    return true;
}

void go_crew_done(GoCrew *crew)
{
    if (crew->flats)
        memory_resize(&crew->memory, crew->flats, 0);
    *crew = (GoCrew){0};
}

Budget go_crew_share(const GoCrew *crew, const Budget *budget)
{
    Budget share = *budget;
    share.nodes = 0;
    if (budget->cpu_ms)
        share.cpu_ms = budget->cpu_ms > crew->threads ? budget->cpu_ms / crew->threads : 1;
    return share;
}

// What one thread does.
typedef struct ThreadWork {
    GoFlat *flat;
    const GoFlatPlan *plan;
    const Budget *budget;
    Meter meter;
    bool has_meter; // if not, the thread begins one on its own clock
    uint8_t seat;
    uint64_t max; // playouts
    Rng rng;
} ThreadWork;

static void search_thread(void *context, unsigned index)
{
    ThreadWork *work = (ThreadWork *)context + index;
    if (!work->has_meter)
        work->meter = meter_begin(work->budget, work->seat);
    go_flat_begin(work->flat, work->plan);
    do {
        go_flat_step(work->flat, &work->rng);
        go_flat_charge(&work->meter, work->flat->playouts);
    } while (work->flat->playouts < work->max && !work->meter.is_spent);
}

// The share of thread `index` of `count`; the first also gets the remainder.
static uint64_t share_of(uint64_t nodes, uint32_t index, uint32_t count)
{
    if (nodes == UINT64_MAX)
        return nodes;
    return nodes / count + (index ? 0 : nodes % count);
}

const GoFlat *go_crew_run(GoCrew *crew, const GoFlatPlan *plan, uint64_t nodes, const Meter *meter,
                          uint8_t seat, Rng *rng)
{
    assert(crew->flats && nodes > 0);
    ThreadWork works[GO_THREADS_MAX];
    for (uint32_t i = 0; i < crew->threads; i++)
        works[i] = (ThreadWork){.flat = &crew->flats[i],
                                .plan = plan,
                                .budget = meter->budget,
                                .meter = *meter,
                                .has_meter = i == 0,
                                .seat = seat,
                                .max = share_of(nodes, i, crew->threads),
                                .rng = rng_from_seed(rng_next(rng))};
    crew->workers->run(crew->threads, search_thread, works);
    for (uint32_t i = 1; i < crew->threads; i++)
        go_flat_add(&crew->flats[0], &crew->flats[i]);
    return &crew->flats[0];
}
