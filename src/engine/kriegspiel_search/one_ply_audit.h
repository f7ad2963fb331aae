// What a try brings at once, seen on full boards: mate, stalemate, what the replies take, and how many of them mate us. All
// replies are taken to be equally likely, but for captures that the enemy is told of.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_ONE_PLY_AUDIT
#define NEBEL_KRIEGSPIEL_SEARCH_ONE_PLY_AUDIT

#include "base/budget.h"
#include "engine/kriegspiel_belief/metaposition_sampler.h"
#include "games/chess/legal.h"

// Means over the boards on which the try is legal.
typedef struct OnePlyAudit {
    uint32_t legal; // boards on which it is legal
    double mate, stalemate;
    double loss;    // worth of what the replies take, in hundredths of a pawn
    double mated;   // share of the replies that mate us
    double freedom; // moves of his king
} OnePlyAudit;

OnePlyAudit audit_of(const MetapositionSampler *sampler, Move move);

// The value of all that, in hundredths of a pawn.
double audit_value(const OnePlyAudit *audit);

// Tries audited on one board that count as a node of the budget: three take about the time of advancing and valuing a
// metaposition.
enum { AUDITS_A_NODE = 3 };

// Which replies mate the side that has just moved; most are ruled out without being played.
// The squares from which men of the side to move would check the other king, by kind.
typedef struct Sights {
    Bits of[KIND_COUNT];
} Sights;

Sights sights_of(const Position *position);

// Whether a legal reply mates; `sights` are those of the position. A mate by castling is overlooked.
bool reply_mates(const Position *position, const Sights *sights, Move reply);

#endif
