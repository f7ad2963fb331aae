// Threads that search for themselves.
#include "phantom_go/search/crew.h"

#include <assert.h>

bool go_crew_init(GoCrew *crew, const Memory *memory, const Crew *hands, uint32_t threads)
{
    assert(threads > 0 && threads <= GO_THREADS_MAX);
    GoFlat *flats = memory_resize(memory, NULL, threads * sizeof *flats);
    if (!flats)
        return false;
    *crew = (GoCrew){.memory = *memory, .hands = hands, .threads = threads, .flats = flats};
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

// One thread's part.
typedef struct Part {
    GoFlat *flat;
    const GoFlatPlan *plan;
    const Budget *budget;
    Meter meter;
    bool has_meter; // else it begins one, on its own clock
    uint8_t seat;
    uint64_t max; // playouts
    Rng rng;
} Part;

static void play_part(void *context, unsigned index)
{
    Part *part = (Part *)context + index;
    if (!part->has_meter)
        part->meter = meter_begin(part->budget, part->seat);
    go_flat_begin(part->flat, part->plan);
    do {
        go_flat_step(part->flat, &part->rng);
        go_flat_charge(&part->meter, part->flat->playouts);
    } while (part->flat->playouts < part->max && !part->meter.is_spent);
}

// Thread `index` of `count` gets its share of the nodes, the first also what does not divide.
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
    Part parts[GO_THREADS_MAX];
    for (uint32_t i = 0; i < crew->threads; i++)
        parts[i] = (Part){.flat = &crew->flats[i],
                          .plan = plan,
                          .budget = meter->budget,
                          .meter = *meter,
                          .has_meter = i == 0,
                          .seat = seat,
                          .max = share_of(nodes, i, crew->threads),
                          .rng = rng_from_seed(rng_next(rng))};
    crew->hands->run(crew->threads, play_part, parts);
    for (uint32_t i = 1; i < crew->threads; i++)
        go_flat_add(&crew->flats[0], &crew->flats[i]);
    return &crew->flats[0];
}
