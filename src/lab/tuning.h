// A player's constants fitted by matches: which options move, between which bounds, and the two players that each step
// compares. Pure; whoever runs it plays the matches and tells what they came to.
#ifndef NEBEL_LAB_TUNING_H
#define NEBEL_LAB_TUNING_H

#include "player/player.h"
#include "stats/spsa.h"

typedef struct TuningPlan {
    const char *player; // a player of our own, with options as they are to stay or to begin
    const char *ranges; // "c=0.1..2,depth=1..4": the options to be tuned
    double reach;       // as in SpsaPlan
    uint32_t steps;
    uint64_t seed;
} TuningPlan;

typedef struct Tuning {
    const PlayerKind *kind;
    OptionValues values;                      // of the player as it was given
    unsigned option_indices[SPSA_VALUES_MAX]; // of the tuned options among all
    Spsa spsa;
} Tuning;

// What one step came to: the lead of the first setting over the second, in half points.
typedef struct TuningStep {
    int64_t lead;
    uint32_t games; // that each of the two had
} TuningStep;

// False, with a message that says what would be right, if the plan names no player or option of ours.
MUST_USE bool tuning_begin(Tuning *tuning, const TuningPlan *plan, Text *message);

// The two players to compare next.
void tuning_pair(const Tuning *tuning, Text *plus, Text *minus);
void tuning_tell(Tuning *tuning, TuningStep step);
// The player it recommends so far.
void tuning_answer(const Tuning *tuning, Text *player);

// A step as a line of a file, without its end: what it came to, and where it led.
void tuning_step_to_text(const Tuning *tuning, TuningStep step, Text *line);
// Reads such a line of the step to be told next; false if it is none.
MUST_USE bool tuning_step_from_text(const Tuning *tuning, Slice line, TuningStep *step);

#endif
