// Studies a recorded game with a pool: plays the record again, gives the pool what one seat heard and nothing else, and tells a
// sink of each turn, try and hearing. The sink also gets the truth, to compare the pool with it.
#ifndef NEBEL_STUDY_STUDY_H
#define NEBEL_STUDY_STUDY_H

#include "engine/core/pool.h"
#include "games/core/replay.h"

#include <assert.h>

typedef enum StudyError {
    STUDY_OK = 0,
    STUDY_ERR_GAME,   // nothing is hidden in this game
    STUDY_ERR_RECORD, // a try out of turn
    STUDY_ERR_MEMORY,
    STUDY_ERR_COUNT
} StudyError;

const char *study_error_text(StudyError error);

// An own try and what the seat learned from it.
typedef struct StudiedTry {
    Try attempt;
    Hearing heard;       // its answer
    double legal_chance; // by the pool; 1 for a question
    double met_before,
        met_after; // the chance that an enemy is where it leads, if the StudyKind has `meets`
    uint32_t before, after;         // boards
    double bits_before, bits_after; // the entropy of the weights
    bool is_redrawn; // the pool was drawn again, so before and after cannot be compared
} StudiedTry;

// What a study needs beyond Game: one row for each game that hides something.
typedef struct StudyKind {
    const BeliefModel *model;
    // Whether the seat with this view could have sent the try, and the board allows it.
    bool (*allows)(const Rules *rules, const void *view, const void *board, Try attempt);
    // Whether an enemy of `seat` is where the try leads. NULL if that says little in this game.
    bool (*meets)(const void *board, uint8_t seat, Try attempt);
    // The number of the turn that begins, as records count: moves in chess, turns of both seats in Go.
    uint32_t (*number)(const void *truth);
    bool has_policies; // --policy can say how the opponent plays
} StudyKind;

// The row of a game; NULL if nothing is hidden in it.
const StudyKind *study_kind(const Game *game);

typedef struct StudyPlan {
    const Game *game;
    const Rules *rules;
    const Entries *entries; // the umpire's
    uint8_t seat;
    PoolPlan pool; // `enough` is set by the study
} StudyPlan;

// An own turn, before its first try.
typedef struct StudyTurn {
    const StudyPlan *plan;
    uint32_t number;
    const Pool *pool;
    const void *view, *truth;
} StudyTurn;

// Slots may be NULL; a slot that returns false ends the study. For an own try `attempt` comes before the `hear` of its answer;
// `turn` comes after the `hear` that began the turn.
typedef struct StudySink {
    bool (*turn)(void *context, const StudyTurn *turn);
    bool (*attempt)(void *context, const StudiedTry *attempt);
    bool (*hear)(void *context, const void *view, Try own,
                 const Hearing *heard); // the view has heard it
    void *context;
} StudySink;

// From these weights on an enemy is held certain: on all boards there can be, and on a sample.
#define STUDY_CERTAIN_EXACT (1 - 1e-9)
#define STUDY_CERTAIN_SAMPLED 0.999

// Whether an enemy certainly is, or is not, where the boards of a pool put one with this weight. With a sample this is only nearly
// certain: one board in a thousand may be missing or wrong. A weight is a sum of many fractions, so a certain one may be a
// little below 1.
static inline bool study_is_there(double weight, bool is_exact)
{
    assert(weight >= 0);
    return weight >= (is_exact ? STUDY_CERTAIN_EXACT : STUDY_CERTAIN_SAMPLED);
}

static inline bool study_is_none(double weight, bool is_exact)
{
    assert(weight >= 0);
    return weight <= (is_exact ? 0 : 1 - STUDY_CERTAIN_SAMPLED);
}

// Plays the record to the end of the game or of the record. Skips events that are no tries (offers, flags): they say nothing
// about the board.
MUST_USE StudyError study_game(const StudyPlan *plan, const Memory *memory, const StudySink *sink);

#endif
