// Whether a pair that somebody else reports can have been played.
#ifndef NEBEL_MATCH_PAIR_CHECK_H
#define NEBEL_MATCH_PAIR_CHECK_H

#include "lab/match/pair.h"

// Plays the records of both games again, without their players. False if an umpire would not have taken them, if they
// end otherwise than the line says, or if there is no memory. That the players would have chosen these tries is not
// shown; for that, play the pair again.
MUST_USE bool pair_can_be_played(const Plan *plan, const PairResult *result, const Memory *memory);

#endif
