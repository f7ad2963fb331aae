// Asks board after board what each try is worth, and chooses the try with the best mean (Parker, Nau and Subrahmanian
// 2005). The mean of a try is over the boards on which it is legal; a try that is legal on none is never chosen.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_BOARD_VOTE_H
#define NEBEL_KRIEGSPIEL_SEARCH_BOARD_VOTE_H

#include "base/rng.h"
#include "engine/kriegspiel_search/alphabeta.h"
#include "games/kriegspiel/attempt.h"

typedef enum VoteCombine {
    VOTE_MEAN,  // the mean of its values
    VOTE_COUNT, // on how many boards it was the best
} VoteCombine;

typedef struct BoardVote {
    Evaluator evaluator;
    VoteCombine combine;
    uint32_t count; // tries
    Try tries[TRIES_MAX];
    double sums[TRIES_MAX];
    double votes[TRIES_MAX];
    uint32_t legal[TRIES_MAX];   // boards on which it is legal, each as often as it counts
    double penalties[TRIES_MAX]; // hundredths of a pawn, off the mean; a try with one gets no votes
    uint32_t boards;             // asked so far
} BoardVote;

void vote_begin(BoardVote *vote, Evaluator evaluator, VoteCombine combine, const Try *tries,
                uint32_t count);

// Asks one board, which counts as `times` equal ones. False, with nothing counted, if the meter was spent or the
// evaluator failed.
MUST_USE bool vote_ask(BoardVote *vote, const Position *board, uint32_t times, Meter *meter);

// The best try, a random one of equals; TRY_NONE, with `*value` untouched, if no try was legal on any board. `*value` is
// its mean in hundredths of a pawn.
Try vote_best(const BoardVote *vote, Rng *rng, double *value);

#endif
