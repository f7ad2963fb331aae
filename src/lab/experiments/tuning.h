// Fits the constants of a player by matches: which options are tuned, between which bounds, and which two players the next step
// compares. Plays nothing itself; the caller plays the matches and tells their results.
#ifndef NEBEL_LAB_TUNING_H
#define NEBEL_LAB_TUNING_H

#include "base/stats/spsa.h"
#include "engine/core/player.h"

typedef struct TuningPlan {
    const char *player; // a player of our own; its options are kept, or are where tuning begins
    const char *ranges; // "c=0.1..2,depth=1..4": the options to be tuned
    double reach;       // as in SpsaPlan
    uint32_t steps;
    uint64_t seed;
} TuningPlan;

typedef struct Tuning {
    const PlayerKind *kind;
    OptionValues values;                      // of the player as it was given
    unsigned option_indices[SPSA_VALUES_MAX]; // of the tuned options among the options of the kind
    Spsa spsa;
} Tuning;

// The result of a step: the lead of the first setting over the second, in half points.
typedef struct TuningStep {
    int64_t lead;
    uint32_t games; // of each of the two settings
} TuningStep;

// If the plan names no player or option of ours: false, and a message that says what would be right.
MUST_USE bool tuning_begin(Tuning *tuning, const TuningPlan *plan, Text *message);

// Writes the two players to compare next.
void tuning_pair(const Tuning *tuning, Text *plus, Text *minus);
void tuning_tell(Tuning *tuning, TuningStep step);
// The player that is recommended so far.
void tuning_answer(const Tuning *tuning, Text *player);

// Writes a step as a line of a file, without its end: its result, and the values after it.
void tuning_step_to_text(const Tuning *tuning, TuningStep step, Text *line);
// Reads such a line of the next step; false if it is anything else.
MUST_USE bool tuning_step_from_text(const Tuning *tuning, Slice line, TuningStep *step);

#endif
