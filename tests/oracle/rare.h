// Rare events: what an attempt turned out to be, and how often a comparison must have seen each.
//
// Random play seldom castles with check or repeats a position after ninety plies, so a comparison
// over random play says little about either. A comparison that counts what happened can fail when
// an event is missing. The events are read off the slow witness alone; the umpire under test has
// no say in what was seen.
#ifndef NEBEL_TESTS_RARE_H
#define NEBEL_TESTS_RARE_H

#include "games/kriegspiel/ruleset.h"
#include "oracle/witness.h"

#include <stdint.h>

enum { RARE_MAX = 128, RARE_RULESETS_MAX = 16, RARE_QUOTA = 2 };

// One attempt: the witness before and after it, and what both seats heard.
typedef struct MoveFacts {
    const Witness *before, *after;
    const char *attempt;
    const WitnessHeard *heard;
} MoveFacts;

// How often each event was seen, by ruleset and by the colour of the seat that made the attempt.
typedef struct RareCounts {
    uint32_t seen[RARE_MAX][RARE_RULESETS_MAX][2];
} RareCounts;

// Notes every event that the attempt was.
void rare_note(RareCounts *counts, unsigned ruleset, const MoveFacts *deed);

// Prints the fewest and the sum of each event; says which were seen less often than RARE_QUOTA
// times under a ruleset that knows them. Returns how many quotas are not met.
unsigned rare_report(const RareCounts *counts);

#endif
