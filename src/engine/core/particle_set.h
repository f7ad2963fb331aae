// A particle filter over boards. Each hearing moves all boards on: to every board that can follow, while they fit;
// above the limit, to a sample of them. The sample is a look-ahead filter: the weight of a board is multiplied by the
// chance of the replies that sound as was heard, and boards are drawn by that product.
//
// The work of a hearing can stop after any board and go on later, so that a caller with little time can divide it.
#ifndef NEBEL_BELIEF_PARTICLE_SET_H
#define NEBEL_BELIEF_PARTICLE_SET_H

#include "base/rng.h"
#include "engine/core/boards.h"
#include "games/core/record.h"

typedef struct ParticlePlan {
    const BeliefModel *model;
    const Rules *rules;
    const Policy *policy; // of the opponent; NULL if all moves are equally likely
    uint32_t limit;       // boards it has room for
    uint32_t cut; // if not 0: above the limit, keep about so many successors, all equally likely
    uint8_t seat;
    uint64_t seed;
} ParticlePlan;

// About so many boards can be checked against the answer to an own try in the time of one expansion.
enum { PARTICLES_FILTERED_PER_EXPANSION = 10 };

typedef enum ParticleStage {
    PARTICLES_IDLE,
    PARTICLES_FILTERING, // expands each board; gathers the successors while they fit
    PARTICLES_SAMPLING,  // they did not fit: draws parents by mass, and children of them
    PARTICLES_THINNING,  // they did not fit: keeps some of all successors
} ParticleStage;

typedef struct ParticleSet {
    ParticlePlan plan;
    Memory memory;
    Rng rng;
    Boards now;        // their weights sum to 1 while `stage` is PARTICLES_IDLE
    bool is_exact;     // nothing was ever left out
    uint32_t most;     // boards that the next hearings may leave; the plan's limit at first
    uint64_t expanded; // boards that were expanded, in all
    uint64_t filtered; // boards checked against the answer to an own try, in all
    // The hearing that is being taken in:
    ParticleStage stage;
    Hearing heard;
    uint32_t kept_most; // boards that may be left
    uint32_t index;     // of the next board in `now`
    Boards next;        // the boards after the hearing
    bool fits;          // all successors so far are in `next`
    double sum;         // of `masses`
    uint64_t passed;    // successors so far
    double offset;      // of the first mark of a sample, 0 to below 1
    uint32_t marks;     // of the sample that have been passed
    double mass_passed; // sum of the masses up to `index`
    char *children;     // CHILDREN_KEPT for each board of `now`
    double
        *masses;   // of each board of `now`: weight times the chance of replies that sound as heard
    char *scratch; // a board
} ParticleSet;

// Empty and exact. False if there is no memory.
MUST_USE bool particles_init(ParticleSet *particles, const Memory *memory,
                             const ParticlePlan *plan);
void particles_done(ParticleSet *particles); // accepts a zeroed one

// Begins to take in a hearing, with the own try it answers. The set is idle.
void particles_hear(ParticleSet *particles, Try own, const Hearing *heard);

// Makes the set empty and idle; a hearing that is being taken in is dropped.
void particles_stop(ParticleSet *particles);

// Exchanges `now` and `next`, and makes the weights of the new `now` sum to 1.
void particles_swap(ParticleSet *particles);

// Goes on with the hearing for about so many expansions; true once the set is idle.
bool particles_work(ParticleSet *particles, uint64_t expansions);

// All the work done so far, in expansions.
static inline uint64_t particles_work_done(const ParticleSet *particles)
{
    return particles->expanded + particles->filtered / PARTICLES_FILTERED_PER_EXPANSION;
}

static inline void particles_hear_all(ParticleSet *particles, Try own, const Hearing *heard)
{
    particles_hear(particles, own, heard);
    (void)particles_work(particles, UINT64_MAX);
}

#endif
