// The games of a pair as PGN, with all tries.
#ifndef NEBEL_MATCH_PAIR_RECORDS_H
#define NEBEL_MATCH_PAIR_RECORDS_H

#include "lab/match/pair.h"

// Adds both games. False if there is no memory, or if a script cannot have been played.
MUST_USE bool pair_to_pgn(const Plan *plan, const PairResult *result, const Memory *memory,
                          Text *text);

#endif
