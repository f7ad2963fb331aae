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

typedef struct FlockPlan {
    const Game *game;
    const Rules *rules;
    const Policy *policy; // of the opponent; NULL if anything is as likely as another
    uint32_t limit;       // boards it keeps
    uint32_t cut;         // if not 0: above the limit keep so many, any as likely as another
    uint8_t seat;
    uint64_t seed;
} FlockPlan;

typedef enum FlockStage {
    FLOCK_RESTS,
    FLOCK_LOOKS,   // through the replies on each board
    FLOCK_SAMPLES, // there were too many: draws parents by what was seen, and their offspring
    FLOCK_CUTS,    // there were too many: keeps some of all
} FlockStage;

typedef struct Flock {
    FlockPlan plan;
    Memory memory;
    Rng rng;
    Boards now;        // their weights sum to 1 while it rests
    bool is_exact;     // nothing was ever left out
    uint64_t expanded; // boards whose replies were looked through, in all
    uint64_t filtered; // boards held against the answer to an own try, in all
    // The hearing at hand:
    FlockStage stage;
    Hearing heard;
    uint32_t place;  // in `now`
    Boards next;     // what comes of it
    bool fits;       // so far all have fitted into `next`
    double sum;      // of the masses
    uint64_t passed; // successors
    double offset;   // of the first mark of a sample
    uint32_t marks;  // of a sample that lie behind
    double behind;   // mass that lies behind
    char *offspring; // some for each board of `now`
    double *masses;  // of each board of `now`: the chance of replies that sound so
    char *scratch;   // a board
} Flock;

// Empty and exact. False if there is no memory.
MUST_USE bool flock_init(Flock *flock, const Memory *memory, const FlockPlan *plan);
void flock_done(Flock *flock); // accepts a zeroed one

// Begins to take in a hearing, with the own try it answers; the flock rests.
void flock_hear(Flock *flock, Try own, const Hearing *heard);

// Rests at once, empty: what it was at is forgotten.
void flock_stop(Flock *flock);

// What was put into `next` is what there is now, its weights made to sum to 1.
void flock_turn_over(Flock *flock);

// Goes on with it, for about so many expansions; true once it rests.
bool flock_work(Flock *flock, uint64_t expansions);

// All the work it has done, in expansions; to hold a board against the answer to an own try is a tenth of one.
static inline uint64_t flock_work_done(const Flock *flock)
{
    return flock->expanded + flock->filtered / 10;
}

static inline void flock_hear_all(Flock *flock, Try own, const Hearing *heard)
{
    flock_hear(flock, own, heard);
    (void)flock_work(flock, UINT64_MAX);
}

#endif
