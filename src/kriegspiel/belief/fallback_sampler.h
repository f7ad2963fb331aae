// Boards of Kriegspiel for a pool that has none left, under every ruleset and on every board. Each agrees with the
// metaposition of an own turn, which no possible board contradicts, and with what was heard in that turn.
//
// There are two ways to one. Boards that were possible until they were contradicted are taken with a few men elsewhere, or
// of another kind: little was wrong with them. And if nothing comes of those, all men are placed by their weights.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_FALLBACK_SAMPLER_H
#define NEBEL_KRIEGSPIEL_BELIEF_FALLBACK_SAMPLER_H

#include "belief/fallback.h"

extern const FallbackKind kriegspiel_fallback;

#endif
