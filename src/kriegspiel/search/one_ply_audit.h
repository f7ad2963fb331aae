// What comes of a try at once, looked at on full boards: mate, stalemate, what his replies take and how many of them mate
// us, were he to play any as readily as another but for the captures that he is told of.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_ONE_PLY_AUDIT_H
#define NEBEL_KRIEGSPIEL_SEARCH_ONE_PLY_AUDIT_H

#include "base/budget.h"
#include "kriegspiel/belief/metaposition_sampler.h"

// Means over the boards on which the try is legal.
typedef struct OnePlyAudit {
    uint32_t legal; // boards on which it is
    double mate, stalemate;
    double loss;    // worth of what he takes
    double mated;   // replies that mate us, as a share
    double freedom; // moves of his king
} OnePlyAudit;

OnePlyAudit audit_of(const MetapositionSampler *sampler, Move move);

// What that is worth, in hundredths of a pawn.
double audit_value(const OnePlyAudit *audit);

// So many boards on which a try is looked at count as a node: one takes about as much less time than to advance and value
// a metaposition.
enum { AFTERMATHS_A_NODE = 3 };

#endif
