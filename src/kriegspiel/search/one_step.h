// Values tries one step ahead on sampled boards: what the try brings, what his blind replies then take, and what we threaten next.
//
// His replies have the chances of a policy, which sees only what he can. What we may do next never depends on the board that
// was drawn: threats are means over all boards.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_ONE_STEP_H
#define NEBEL_KRIEGSPIEL_SEARCH_ONE_STEP_H

#include "base/budget.h"
#include "kriegspiel/law/policy.h"

enum { ONE_STEP_BOARDS_MAX = 256 };

// Values are in hundredths of a pawn.
typedef struct OneStepTry {
    Try attempt;
    double penalty;  // set by the caller after one_step_begin: taken off its value
    double legal;    // the share of the boards on which it is legal
    double value;    // if it is legal
    double worth;    // with the best that can follow a refusal
    double threat;   // the best next capture
    double captured; // the chance that he then captures
} OneStepTry;

// How much a part of the value counts.
typedef struct OneStepPlan {
    const Policy *policy; // his
    double threat;        // of the best next capture
    double
        caution; // of what his captures win; above 1, because tries that look safe by chance are chosen
} OneStepPlan;

// Some eight megabytes: keep it off the stack.
typedef struct OneStep {
    OneStepPlan plan;
    uint32_t count; // tries
    OneStepTry tries[TRIES_MAX];
    PolicyMemo memo;                              // of the board at hand
    uint32_t boards;                              // valued so far
    float values[TRIES_MAX][ONE_STEP_BOARDS_MAX]; // NAN where the try is not legal
    float threats[TRIES_MAX][SQUARE_COUNT]
                 [SQUARE_COUNT]; // sums over boards, by the squares of the next capture
} OneStep;

// `tries` are those of the turn; the question "any?" is left out.
void one_step_begin(OneStep *step, const OneStepPlan *plan, const Try *tries, uint32_t count);

// Values all tries on one board; a node is a try on a board. False, with nothing counted, if the meter is spent or there are
// ONE_STEP_BOARDS_MAX boards.
MUST_USE bool one_step_add(OneStep *step, const KriegspielBoard *board, Meter *meter);

// After the last board: fills in the means and the worth of each try. The index of the best; step->count if no try was legal on
// any board.
uint32_t one_step_choose(OneStep *step);

#endif
