// Values tries one step ahead on sampled boards: what the try brings, what his blind replies then take, and what we threaten next.
//
// His replies have the chances of a policy, which sees only what he can. What we may do next never depends on the board that
// was drawn: threats are means over all boards.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_ONE_STEP_H
#define NEBEL_KRIEGSPIEL_SEARCH_ONE_STEP_H

#include "engine/kriegspiel_belief/policy.h"
#include "engine/kriegspiel_search/team.h"

enum { ONE_STEP_BOARDS_MAX = 1024 };

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

// Some nine megabytes: keep it off the stack.
typedef struct OneStep {
    OneStepPlan plan;
    uint32_t count; // tries
    OneStepTry tries[TRIES_MAX];
    PolicyMemo memos[TEAM_MAX];                   // of the board at hand, by thread
    uint32_t boards;                              // valued so far
    float values[TRIES_MAX][ONE_STEP_BOARDS_MAX]; // NAN where the try is not legal
    float threats[TRIES_MAX][SQUARE_COUNT]
                 [SQUARE_COUNT]; // sums over boards, by the squares of the next capture
} OneStep;

// `tries` are those of the turn; the question "any?" is left out.
void one_step_begin(OneStep *step, const OneStepPlan *plan, const Try *tries, uint32_t count);

// Values all tries on some boards, until the meter is spent or there are ONE_STEP_BOARDS_MAX boards; returns on how many. A node is
// a try on a board. Each thread of the team has its own tries, so that all numbers are the same for any number of threads.
uint32_t one_step_add(OneStep *step, const KriegspielBoard *const *boards, uint32_t count,
                      const Team *team, Meter *meter);

// After the last board: fills in the means and the worth of each try. The index of the best; step->count if no try was legal on
// any board.
uint32_t one_step_choose(OneStep *step);

// What a try leads to on a board.
typedef struct OneStepOutcome {
    KriegspielBoard after;
    bool is_over;
    double value;              // without threats
    float taken[SQUARE_COUNT]; // the chance that the man on each square is captured
} OneStepOutcome;

// Before the tries of a board are played.
void one_step_begin_board(PolicyMemo *memo, const KriegspielBoard *board);

// `move` is legal on the board, with which the memo was begun.
void one_step_play(const OneStepPlan *plan, PolicyMemo *memo, const KriegspielBoard *board,
                   Move move, OneStepOutcome *outcome);

// What the value of a try is taken to be if he answers it with this reply; `position` is the one that he finds.
double one_step_after_reply(const Position *position, Move reply);

#endif
