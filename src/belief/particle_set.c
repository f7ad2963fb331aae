// One hearing after the other, board by board.
#include "belief/particle_set.h"

#include "belief/history.h"

#include <string.h>

enum { OFFSPRING_KEPT = 2 }; // of each parent, drawn while its replies are looked through

// --- Life ----------------------------------------------------------------------------------------

bool flock_init(Flock *flock, const Memory *memory, const FlockPlan *plan)
{
    const Game *game = plan->game;
    const size_t bytes = game->board_bytes;
    Flock made = {
        .plan = *plan, .memory = *memory, .rng = rng_from_seed(plan->seed), .is_exact = true};
    made.offspring = memory_resize(memory, NULL, plan->limit * bytes * OFFSPRING_KEPT);
    made.masses = memory_resize(memory, NULL, plan->limit * sizeof *made.masses);
    made.scratch = memory_resize(memory, NULL, bytes);
    if (!made.offspring || !made.masses || !made.scratch ||
        !boards_init(&made.now, memory, game, plan->limit) ||
        !boards_init(&made.next, memory, game, plan->limit)) {
        flock_done(&made);
        return false;
    }
    *flock = made;
    return true;
}

void flock_done(Flock *flock)
{
    const Memory memory = flock->memory;
    if (!memory.resize)
        return;
    boards_done(&flock->now);
    boards_done(&flock->next);
    memory_resize(&memory, flock->offspring, 0);
    memory_resize(&memory, flock->masses, 0);
    memory_resize(&memory, flock->scratch, 0);
    *flock = (Flock){0};
}

void flock_turn_over(Flock *flock)
{
    const Boards now = flock->now;
    flock->now = flock->next;
    flock->next = now;
    boards_normalize(&flock->now);
}

void flock_stop(Flock *flock)
{
    boards_clear(&flock->now);
    flock->stage = FLOCK_RESTS;
}

// The hearing is taken in.
static void rest(Flock *flock)
{
    flock_turn_over(flock);
    flock->stage = FLOCK_RESTS;
}

// --- Own tries -----------------------------------------------------------------------------------

// The answer to an own try: boards stand or fall. That is quick, and done at once.
static void filter(Flock *flock, Try own, const Hearing *heard)
{
    const FlockPlan *plan = &flock->plan;
    const Boards *now = &flock->now;
    flock->filtered += now->count;
    for (uint32_t i = 0; i < now->count; i++) {
        memcpy(flock->scratch, boards_at(now, i), plan->game->board_bytes);
        if (plan->game->keep(plan->rules, flock->scratch, 1, own, heard))
            boards_add(&flock->next, flock->scratch, now->weights[i]);
    }
    rest(flock);
}

// --- Replies -------------------------------------------------------------------------------------

static void expand(Flock *flock, const void *board, const BoardSink *sink)
{
    const FlockPlan *plan = &flock->plan;
    flock->expanded++;
    plan->game->expand(plan->rules, board, 1, &flock->heard, plan->policy, sink);
}

static char *offspring_of(const Flock *flock, uint32_t parent)
{
    return flock->offspring + (size_t)parent * OFFSPRING_KEPT * flock->plan.game->board_bytes;
}

// A parent's successors as they pass. All are gathered while they fit; and in case they will not, OFFSPRING_KEPT of
// each parent are drawn by chance, each independently of the other.
typedef struct Brood {
    Flock *flock;
    char *kept;
    double mass;   // the sum of their chances
    double weight; // of the parent
    bool gathers;
} Brood;

static void take_successor(void *context, const void *board, float its_chance)
{
    Brood *brood = context;
    Flock *flock = brood->flock;
    const size_t bytes = flock->plan.game->board_bytes;
    brood->mass += (double)its_chance;
    flock->passed++;
    for (unsigned i = 0; i < OFFSPRING_KEPT; i++)
        if (rng_share(&flock->rng) * brood->mass < (double)its_chance)
            memcpy(brood->kept + i * bytes, board, bytes);
    if (brood->gathers && flock->fits)
        flock->fits = boards_add(&flock->next, board, brood->weight * (double)its_chance);
}

// Looks through the successors of one board, and gathers them if that is asked for. Returns the chance of them all.
static double look_through(Flock *flock, uint32_t parent, bool gathers)
{
    Brood brood = {.flock = flock,
                   .kept = offspring_of(flock, parent),
                   .weight = flock->now.weights[parent],
                   .gathers = gathers};
    const BoardSink sink = {take_successor, &brood};
    expand(flock, boards_at(&flock->now, parent), &sink);
    return brood.mass;
}

// If not all have fitted, the boards are gone through once more.
static void end_look(Flock *flock)
{
    if (flock->fits) {
        rest(flock);
        return;
    }
    boards_clear(&flock->next);
    flock->is_exact = false;
    flock->stage = flock->plan.cut ? FLOCK_CUTS : FLOCK_SAMPLES;
    flock->place = flock->marks = 0;
    flock->behind = 0;
    flock->offset = rng_share(&flock->rng);
}

static void look_at_one(Flock *flock)
{
    const uint32_t i = flock->place++;
    flock->masses[i] = flock->now.weights[i] * look_through(flock, i, true);
    flock->sum += flock->masses[i];
}

// A parent that is drawn more often than it has offspring at hand brings forth more.
static void add_offspring(Flock *flock, uint32_t parent, uint32_t times)
{
    const size_t bytes = flock->plan.game->board_bytes;
    for (uint32_t drawn = 0; drawn < times; drawn++) {
        const uint32_t place = drawn % OFFSPRING_KEPT;
        if (drawn && place == 0)
            (void)look_through(flock, parent, false);
        (void)boards_add(&flock->next, offspring_of(flock, parent) + place * bytes, 1);
    }
}

// A systematic sample of the parents by weight and mass, then of their offspring. One random number places all the
// marks, so a parent is drawn as often as its share says, give or take one.
static void sample_one(Flock *flock)
{
    const uint32_t i = flock->place++, limit = flock->plan.limit;
    const double stride = flock->sum / limit;
    flock->behind += flock->masses[i];
    uint32_t times = 0;
    while (flock->marks + times < limit &&
           (flock->marks + times + flock->offset) * stride < flock->behind)
        times++;
    flock->marks += times;
    add_offspring(flock, i, times);
}

// Keeps successors with one chance for all.
static void cut_successor(void *context, const void *board, float its_chance)
{
    (void)its_chance;
    Flock *flock = context;
    if (rng_share(&flock->rng) * (double)flock->passed < flock->plan.cut)
        (void)boards_add(&flock->next, board, 1);
}

// The plain way: of all successors so many, at random.
static void cut_one(Flock *flock)
{
    const BoardSink sink = {cut_successor, flock};
    expand(flock, boards_at(&flock->now, flock->place++), &sink);
}

// --- The hearing at hand -------------------------------------------------------------------------

// What a stage does with a board, and what after the last.
static const struct Stage {
    void (*one)(Flock *flock);
    void (*end)(Flock *flock);
} stages[] = {
    [FLOCK_LOOKS] = {look_at_one, end_look},
    [FLOCK_SAMPLES] = {sample_one, rest},
    [FLOCK_CUTS] = {cut_one, rest},
};

void flock_hear(Flock *flock, Try own, const Hearing *heard)
{
    const bool branches = history_branches(heard, flock->plan.seat);
    if (!branches && own == TRY_NONE)
        return;
    boards_clear(&flock->next);
    if (!branches) {
        filter(flock, own, heard);
        return;
    }
    flock->stage = FLOCK_LOOKS;
    flock->heard = *heard;
    flock->place = 0;
    flock->fits = true;
    flock->sum = 0;
    flock->passed = 0;
}

bool flock_work(Flock *flock, uint64_t expansions)
{
    const uint64_t before = flock->expanded;
    while (flock->stage != FLOCK_RESTS && flock->expanded - before < expansions) {
        const struct Stage *stage = &stages[flock->stage];
        if (flock->place < flock->now.count)
            stage->one(flock);
        else
            stage->end(flock);
    }
    return flock->stage == FLOCK_RESTS;
}
