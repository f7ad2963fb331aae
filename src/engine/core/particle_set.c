// Taking in hearings: filter, sample or thin out the boards.
#include "engine/core/particle_set.h"

#include "engine/core/history.h"

#include <assert.h>
#include <string.h>

enum { CHILDREN_KEPT = 2 }; // of each parent, drawn while the parent is expanded

bool particles_init(ParticleSet *particles, const Memory *memory, const ParticlePlan *plan)
{
    const size_t bytes = plan->model->board_bytes;
    assert(plan->model->keep && plan->model->expand);
    assert(plan->seat < 2);
    ParticleSet made = {.plan = *plan,
                        .memory = *memory,
                        .rng = rng_from_seed(plan->seed),
                        .is_exact = true,
                        .most = plan->limit};
    made.children = memory_resize(memory, NULL, plan->limit * bytes * CHILDREN_KEPT);
    made.masses = memory_resize(memory, NULL, plan->limit * sizeof *made.masses);
    made.scratch = memory_resize(memory, NULL, bytes);
    if (!made.children || !made.masses || !made.scratch ||
        !boards_init(&made.now, memory, plan->model, plan->limit) ||
        !boards_init(&made.next, memory, plan->model, plan->limit)) {
        particles_done(&made);
        return false;
    }
    *particles = made;
    return true;
}

void particles_done(ParticleSet *particles)
{
    const Memory memory = particles->memory;
    if (!memory.resize)
        return;
    boards_done(&particles->now);
    boards_done(&particles->next);
    memory_resize(&memory, particles->children, 0);
    memory_resize(&memory, particles->masses, 0);
    memory_resize(&memory, particles->scratch, 0);
    *particles = (ParticleSet){0};
}

void particles_swap(ParticleSet *particles)
{
    const Boards now = particles->now;
    particles->now = particles->next;
    particles->next = now;
    boards_normalize(&particles->now);
}

void particles_stop(ParticleSet *particles)
{
    boards_clear(&particles->now);
    particles->stage = PARTICLES_IDLE;
}

// The hearing has been taken in.
static void end_hearing(ParticleSet *particles)
{
    particles_swap(particles);
    particles->stage = PARTICLES_IDLE;
}

// The answer to an own try keeps a board or drops it. That is quick, so it is done at once.
static void keep_answered(ParticleSet *particles, Try own, const Hearing *heard)
{
    const ParticlePlan *plan = &particles->plan;
    const Boards *now = &particles->now;
    particles->filtered += now->count;
    for (uint32_t i = 0; i < now->count; i++) {
        memcpy(particles->scratch, boards_at(now, i), plan->model->board_bytes);
        if (plan->model->keep(plan->rules, particles->scratch, 1, own, heard))
            boards_add(&particles->next, particles->scratch, now->weights[i]);
    }
    end_hearing(particles);
}

static void expand(ParticleSet *particles, const void *board, const BoardSink *sink)
{
    const ParticlePlan *plan = &particles->plan;
    particles->expanded++;
    plan->model->expand(plan->rules, board, 1, &particles->heard, plan->policy, sink);
}

static char *children_of(const ParticleSet *particles, uint32_t parent)
{
    return particles->children +
           (size_t)parent * CHILDREN_KEPT * particles->plan.model->board_bytes;
}

// The successors of one parent, as the game lists them. All are gathered in `next` while they fit. In case they do not,
// CHILDREN_KEPT of each parent are drawn by chance, independently of each other.
typedef struct Successors {
    ParticleSet *particles;
    char *kept;
    double mass;   // the sum of their chances
    double weight; // of the parent
    bool gathers;
} Successors;

static void take_successor(void *context, const void *board, float chance)
{
    Successors *successors = context;
    ParticleSet *particles = successors->particles;
    assert(chance >= 0);
    const size_t bytes = particles->plan.model->board_bytes;
    successors->mass += (double)chance;
    particles->passed++;
    for (unsigned i = 0; i < CHILDREN_KEPT; i++)
        if (rng_share(&particles->rng) * successors->mass < (double)chance)
            memcpy(successors->kept + i * bytes, board, bytes);
    if (successors->gathers && particles->fits)
        particles->fits =
            boards_add(&particles->next, board, successors->weight * (double)chance) &&
            particles->next.count <= particles->kept_most;
}

// Expands one board, and gathers its successors in `next` if `gathers`. Returns the sum of their chances.
static double expand_parent(ParticleSet *particles, uint32_t parent, bool gathers)
{
    Successors successors = {.particles = particles,
                             .kept = children_of(particles, parent),
                             .weight = particles->now.weights[parent],
                             .gathers = gathers};
    const BoardSink sink = {take_successor, &successors};
    expand(particles, boards_at(&particles->now, parent), &sink);
    return successors.mass;
}

// If not all successors fit, a second pass over the boards samples or thins them out.
static void end_filtering(ParticleSet *particles)
{
    assert(particles->index == particles->now.count);
    if (particles->fits) {
        end_hearing(particles);
        return;
    }
    boards_clear(&particles->next);
    particles->is_exact = false;
    particles->stage = particles->plan.cut ? PARTICLES_THINNING : PARTICLES_SAMPLING;
    particles->index = particles->marks = 0;
    particles->mass_passed = 0;
    particles->offset = rng_share(&particles->rng);
}

static void filter_one(ParticleSet *particles)
{
    const uint32_t i = particles->index++;
    particles->masses[i] = particles->now.weights[i] * expand_parent(particles, i, true);
    particles->sum += particles->masses[i];
}

// A parent that is drawn more often than it has children is expanded again for more.
static void add_children(ParticleSet *particles, uint32_t parent, uint32_t times)
{
    const size_t bytes = particles->plan.model->board_bytes;
    for (uint32_t drawn = 0; drawn < times; drawn++) {
        const uint32_t index = drawn % CHILDREN_KEPT;
        if (drawn && index == 0)
            (void)expand_parent(particles, parent, false);
        (void)boards_add(&particles->next, children_of(particles, parent) + index * bytes, 1);
    }
}

// A systematic sample of the parents by weight times mass, then of their children. One random number places all marks,
// so how often a parent is drawn differs from its share by less than one.
static void sample_one(ParticleSet *particles)
{
    const uint32_t i = particles->index++, limit = particles->kept_most;
    const double stride = particles->sum / limit;
    assert(particles->sum >= 0 && particles->marks <= limit);
    particles->mass_passed += particles->masses[i];
    uint32_t times = 0;
    while (particles->marks + times < limit &&
           (particles->marks + times + particles->offset) * stride < particles->mass_passed)
        times++;
    particles->marks += times;
    add_children(particles, i, times);
}

// Every successor is kept with the same chance.
static void thin_successor(void *context, const void *board, float chance)
{
    (void)chance;
    ParticleSet *particles = context;
    assert(particles->plan.cut && particles->passed);
    if (rng_share(&particles->rng) * (double)particles->passed < particles->plan.cut)
        (void)boards_add(&particles->next, board, 1);
}

// Keeps about plan.cut of all successors, at random.
static void thin_one(ParticleSet *particles)
{
    const BoardSink sink = {thin_successor, particles};
    expand(particles, boards_at(&particles->now, particles->index++), &sink);
}

// What a stage does with one board, and what it does after the last.
static const struct Stage {
    void (*one)(ParticleSet *particles);
    void (*end)(ParticleSet *particles);
} stages[] = {
    [PARTICLES_FILTERING] = {filter_one, end_filtering},
    [PARTICLES_SAMPLING] = {sample_one, end_hearing},
    [PARTICLES_THINNING] = {thin_one, end_hearing},
};

void particles_hear(ParticleSet *particles, Try own, const Hearing *heard)
{
    assert(particles->stage == PARTICLES_IDLE);
    const bool branches = history_branches(heard, particles->plan.seat);
    if (!branches && own == TRY_NONE)
        return;
    boards_clear(&particles->next);
    if (!branches) {
        keep_answered(particles, own, heard);
        return;
    }
    particles->stage = PARTICLES_FILTERING;
    particles->heard = *heard;
    particles->kept_most = particles->most;
    particles->index = 0;
    particles->fits = true;
    particles->sum = 0;
    particles->passed = 0;
}

bool particles_work(ParticleSet *particles, uint64_t expansions)
{
    const uint64_t before = particles->expanded;
    while (particles->stage != PARTICLES_IDLE && particles->expanded - before < expansions) {
        assert(particles->stage < COUNT_OF(stages));
        const struct Stage *stage = &stages[particles->stage];
        if (particles->index < particles->now.count)
            stage->one(particles);
        else
            stage->end(particles);
    }
    return particles->stage == PARTICLES_IDLE;
}
