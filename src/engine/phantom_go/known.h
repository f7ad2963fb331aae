// Deductions about single points of Phantom Go: which surely have an enemy stone, and which are empty, from everything
// the seat has heard. That is more than its view holds.
//
//   - A refused point has a stone, unless the seat lost a stone there last turn (ko), or all its neighbours are own
//     stones or sure enemies (suicide).
//   - Around own stones that were captured, every point that is not own has an enemy stone. The captured points are
//     empty until the enemy's next move.
//   - Where the seat captured stones, sure chains beside its move that are not larger than the number said may be gone.
//
// In rare cases this is wrong: a suicide between stones that are all unseen, or a refusal by superko. The sampler only
// puts these stones first, so an error costs little.
#ifndef NEBEL_PHANTOM_GO_SEARCH_KNOWN_H
#define NEBEL_PHANTOM_GO_SEARCH_KNOWN_H

#include "games/phantom_go/phantom_go.h"

typedef struct GoKnown {
    GoSet sure;  // enemy stones
    GoSet clear; // empty at the moment
} GoKnown;

// Before the first hearing; the other's handicap is marked in `view`.
void go_known_begin(GoKnown *known, const PhantomView *view);

// Takes in a hearing, which `view` has heard already; `own` is the try it answers.
void go_known_hear(GoKnown *known, const PhantomView *view, Try own, const Hearing *heard);

#endif
