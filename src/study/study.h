// The walk along a recorded game that pool_study.h and go_pool_study.h have in common: the record is played again behind the seam, a
// pool hears what one seat heard of it and nothing else, and somebody is told of each turn, try and hearing.
//
// The truth goes to those who judge the pool.
#ifndef NEBEL_STUDY_STUDY_H
#define NEBEL_STUDY_STUDY_H

#include "belief/pool.h"
#include "game/replay.h"

typedef enum StudyError {
    STUDY_OK = 0,
    STUDY_ERR_GAME,   // nothing is hidden in this game
    STUDY_ERR_RECORD, // a try out of turn
    STUDY_ERR_MEMORY,
    STUDY_ERR_COUNT
} StudyError;

const char *study_error_text(StudyError error);

// An own try and what it told.
typedef struct StudiedTry {
    Try attempt;
    Hearing heard;                // its answer
    double legal_chance;          // as the pool had it; of a question it is 1
    double met_before, met_after; // the chance that an enemy is where it leads, if StudyKind tells
    uint32_t before, after;       // boards
    double bits_before, bits_after; // the entropy of the weights
    bool is_redrawn; // the pool was drawn anew, so before and after cannot be compared
} StudiedTry;

// What the seam does not say of a game's boards.
typedef struct StudyKind {
    const Game *game;
    // Whether the seat that has this view could have sent the try, and the board allows it.
    bool (*allows)(const Rules *rules, const void *view, const void *board, Try attempt);
    // Whether an enemy of `seat` is where the try leads; NULL for a game in which that says little.
    bool (*meets)(const void *board, uint8_t seat, Try attempt);
    const FallbackKind *fallback; // for its pool
} StudyKind;

typedef struct StudyPlan {
    const StudyKind *kind;
    const Rules *rules;
    const Entries *entries; // the umpire's
    uint8_t seat;
    PoolPlan pool; // `enough` and `fallback` are set by the walk
} StudyPlan;

// An own turn, before its first try.
typedef struct StudyTurn {
    const Pool *pool;
    const void *view, *truth;
} StudyTurn;

// Whom to tell; slots may be NULL, and false ends the walk. For an own try `attempt` comes before
// the `hear` of its answer; for a turn `turn` comes after the `hear` that began it.
typedef struct StudySink {
    bool (*turn)(void *turn_context, const StudyTurn *turn);
    void *turn_context; // of `turn` alone, which has more to say of a game than the others
    bool (*attempt)(void *context, const StudiedTry *attempt);
    bool (*hear)(void *context, Try own, const Hearing *heard);
    void *context;
} StudySink;

// Whether an enemy certainly is, or is not, where the boards of a pool put one with such a weight. A sample says "nearly": one
// board in a thousand may be missing from it, or wrong in it. Weights are sums of many fractions, so what is certain may
// miss 1 by a hair.
static inline bool study_is_there(double weight, bool is_exact)
{
    return weight >= (is_exact ? 1 - 1e-9 : 0.999);
}

static inline bool study_is_none(double weight, bool is_exact)
{
    return weight <= (is_exact ? 0 : 1 - 0.999);
}

// Goes through the record, to the end of the game or of the record. What is no try (an offer, a
// flag) says nothing of the board and is passed over.
MUST_USE StudyError study_replay(const StudyPlan *plan, const Memory *memory,
                                 const StudySink *sink);

#endif
