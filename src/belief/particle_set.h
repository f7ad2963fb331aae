// Boards that are moved on together through what a seat hears, hearing by hearing: all that can have come of them while
// they fit, and above the limit a sample (a look-ahead filter: a board counts by the share of its replies that sound as
// was heard).
//
// A hearing can be put down at any board and taken up again later, so that whoever has little time spends no more of it
// than he has.
#ifndef NEBEL_BELIEF_PARTICLE_SET_H
#define NEBEL_BELIEF_PARTICLE_SET_H

#include "base/rng.h"
#include "belief/boards.h"
#include "game/record.h"

typedef struct ParticlePlan {
    const Game *game;
    const Rules *rules;
    const Policy *policy; // of the opponent; NULL if anything is as likely as another
    uint32_t limit;       // boards it keeps
    uint32_t cut;         // if not 0: above the limit keep so many, any as likely as another
    uint8_t seat;
    uint64_t seed;
} ParticlePlan;

// About so many boards are held against the answer to an own try in the time of one expansion.
enum { PARTICLES_FILTERED_PER_EXPANSION = 10 };

typedef enum ParticleStage {
    PARTICLES_IDLE,
    PARTICLES_FILTERING, // through the replies on each board
    PARTICLES_SAMPLING,  // there were too many: draws parents by what was seen, and their offspring
    PARTICLES_THINNING,  // there were too many: keeps some of all
} ParticleStage;

typedef struct ParticleSet {
    ParticlePlan plan;
    Memory memory;
    Rng rng;
    Boards now;        // their weights sum to 1 while it rests
    bool is_exact;     // nothing was ever left out
    uint64_t expanded; // boards whose replies were looked through, in all
    uint64_t filtered; // boards held against the answer to an own try, in all
    // The hearing at hand:
    ParticleStage stage;
    Hearing heard;
    uint32_t index;     // in `now`
    Boards next;        // what comes of it
    bool fits;          // so far all have fitted into `next`
    double sum;         // of the masses
    uint64_t passed;    // successors
    double offset;      // of the first mark of a sample
    uint32_t marks;     // of a sample that lie behind
    double mass_passed; // mass that lies behind
    char *children;     // some for each board of `now`
    double *masses;     // of each board of `now`: the chance of replies that sound so
    char *scratch;      // a board
} ParticleSet;

// Empty and exact. False if there is no memory.
MUST_USE bool particles_init(ParticleSet *particles, const Memory *memory,
                             const ParticlePlan *plan);
void particles_done(ParticleSet *particles); // accepts a zeroed one

// Begins to take in a hearing, with the own try it answers; the flock rests.
void particles_hear(ParticleSet *particles, Try own, const Hearing *heard);

// Rests at once, empty: what it was at is forgotten.
void particles_stop(ParticleSet *particles);

// What was put into `next` is what there is now, its weights made to sum to 1.
void particles_swap(ParticleSet *particles);

// Goes on with it, for about so many expansions; true once it rests.
bool particles_work(ParticleSet *particles, uint64_t expansions);

// All the work it has done, in expansions; to hold a board against the answer to an own try is a tenth of one.
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
