// Which points of Phantom Go a seat knows to have an enemy stone or none, from all it has heard: more than its view holds.
//
//   - A refused point has a stone, unless it may have been ko or a board come back (it lost stones last turn) or suicide
//     (every other neighbour is an enemy's).
//   - Around own stones that were taken, every point that is not own is an enemy stone. Where they stood there is none,
//     until the enemy's next move.
//   - Where we took stones, those next to our move that are not too many for the number said may be the ones.
//
// What is known this way can be wrong in rare cases: a suicide between stones that are all unseen, a refusal for superko; the sampler only puts these stones first.
#ifndef NEBEL_PHANTOM_GO_SEARCH_KNOWN_H
#define NEBEL_PHANTOM_GO_SEARCH_KNOWN_H

#include "phantom_go/law/phantom_go.h"

typedef struct GoKnown {
    GoSet sure;  // enemy stones
    GoSet clear; // no stone, just now
} GoKnown;

// Before anything was heard; `view` has just sat down, and has the other's handicap marked.
void go_known_begin(GoKnown *known, const PhantomView *view);

// What the seat heard; `view` has heard it already, `own` is the try it answers.
void go_known_hear(GoKnown *known, const PhantomView *view, Try own, const Hearing *heard);

#endif
