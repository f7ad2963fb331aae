// Looks two steps ahead at the best tries: the try, a reply drawn by his policy on each board, what we would then hear, and our next try.
//
// What is added to the value of one step is the mean difference between what the next try leaves us with and what one step took the drawn
// reply to cost. It varies less than the values themselves, so that few boards say enough.
//
// The next try may depend on what we hear and on nothing else: boards are grouped by their calls. On each board the try is chosen
// by the other boards of its group, and a little by all others, so that no board is chosen for itself.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_TWO_STEP_H
#define NEBEL_KRIEGSPIEL_SEARCH_TWO_STEP_H

#include "engine/kriegspiel_search/one_step.h"
#include "games/kriegspiel/attempt.h"

enum { TWO_STEP_BOARDS_MAX = 1024, TWO_STEP_TRIES_MAX = 8 };

// Some of a turn's boards, each with the number that decides his reply there, the same for all tries.
typedef struct TwoStepBoards {
    uint32_t count;
    const KriegspielBoard *boards[TWO_STEP_BOARDS_MAX];
    float shares[TWO_STEP_BOARDS_MAX]; // 0 to below 1
} TwoStepBoards;

// A try and what may follow it.
typedef struct TwoStepTry {
    uint32_t index; // in the one step
    double gain;    // the mean over boards of what the second step gains over the first,
    double error;   // and its standard error
    uint32_t next_count;
    Try next[TRIES_MAX];
    uint32_t boards; // on which it is legal, so far
    uint64_t calls[TWO_STEP_BOARDS_MAX];
    float gains[TRIES_MAX]
               [TWO_STEP_BOARDS_MAX]; // of a next try over one step; NAN where it is not legal
    float over[TWO_STEP_BOARDS_MAX];  // the same where the game is over; NAN where it is not
} TwoStepTry;

// Some nine megabytes.
typedef struct TwoStep {
    const Ruleset *rules;
    PolicyMemo memos[TEAM_MAX]; // by thread
    TwoStepTry tries[TWO_STEP_TRIES_MAX];
    uint32_t count;                         // of those that are still looked at,
    TwoStepTry *ranked[TWO_STEP_TRIES_MAX]; // the best first
} TwoStep;

// After one_step_choose, whose best is `best`: the index of the try that is best two steps ahead. A try that will be refused more likely than not
// is tried without a look: that is free. More boards for fewer tries, until the boards are used up or the meter is spent. `own` are our
// men; a node is a next try on a board. Each thread of the team has its own tries: with nodes as the only limit the choice is the same for
// any number of threads.
uint32_t two_step_choose(TwoStep *two, const OneStep *one, uint32_t best, const Ruleset *rules,
                         const OwnMen *own, const TwoStepBoards *from, const Team *team,
                         Meter *meter);

#endif
