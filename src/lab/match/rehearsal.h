// Starts each guest of a plan once before the first game, so that a program that cannot play is refused at once and does not
// lose a whole match by forfeits.
#ifndef NEBEL_MATCH_REHEARSAL_H
#define NEBEL_MATCH_REHEARSAL_H

#include "lab/match/plan.h"

// Whether every guest starts, greets and accepts the game. If not, the message names the first that does not, and says why. Guests
// are told no seed of the match.
MUST_USE bool rehearse_guests(const Plan *plan, const Memory *memory, Text *message);

#endif
